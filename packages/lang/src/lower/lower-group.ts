import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import { limits } from '../limits.js';
import { nodeRange, single, optionalRange, type LowerContext } from './lower-context.js';
import { lowerExpression } from './lower-expression.js';
import { lowerNumber } from './lower-literal.js';

/** Lowers `all`, `any`, `none` or `at least n of`, with items in braces. */
export function lowerGroup(node: cst.GroupCstNode, context: LowerContext): ast.Expression {
  const { All, Any, None, Number: count, expression } = node.children;
  const extra = expression[limits.itemsPerGroup];
  if (extra)
    context.diagnostics.push(
      createDiagnostic(e0913, {
        message: `a group has at most ${limits.itemsPerGroup} items, this one ${expression.length}`,
        help: 'name a part of it with `define`, or use a list',
        ...optionalRange(nodeRange(extra, context)),
      }),
    );
  const items = expression.slice(0, limits.itemsPerGroup).map((item) => lowerExpression(item, context));
  const range = nodeRange(node, context);
  if (All) return ast.andNode(items, 'block', range);
  if (Any) return ast.orNode(items, 'block', range);
  if (None) return ast.noneNode(items, range);
  return ast.atLeastNode(lowerNumber(single(count ?? []), context), items, range);
}
