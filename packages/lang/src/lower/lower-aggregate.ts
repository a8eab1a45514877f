import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { diagnose } from '../diagnostics/diagnose.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { nodeRange, only, rangePart, type LowerContext } from './lower-context.js';
import { lowerExpression, lowerValue } from './lower-expression.js';
import { lowerDuration } from './lower-literal.js';
import { lowerPath } from './lower-name.js';

type Source = Pick<ast.AggregateNode, 'value' | 'source' | 'prior'>;

export function lowerAggregate(node: cst.AggregateCstNode, context: LowerContext): ast.AggregateNode {
  const { AggregateWord, link = [], window, expression } = node.children;
  return ast.aggregateNode(
    {
      function: only(AggregateWord).image as ast.AggregateName,
      ...lowerSource(node, context),
      links: link.map((item) => lowerLink(item, context)),
      window: window ? lowerWindow(only(window), context) : null,
      where: expression ? lowerExpression(only(expression), context) : null,
    },
    nodeRange(node, context),
  );
}

const sourceText = (path: cst.PathCstNode, context: LowerContext): string => lowerPath(path, context).steps.join('.');

function qualified(node: cst.QualifiedSourceCstNode, value: ast.Expression | null, context: LowerContext): Source {
  return { value, source: sourceText(only(node.children.path), context), prior: true };
}

function lowerSource({ children }: cst.AggregateCstNode, context: LowerContext): Source {
  const [qualifiedSource] = children.qualifiedSource ?? [];
  if (qualifiedSource) return qualified(qualifiedSource, null, context);
  const valueNode = only(children.value ?? []);
  const value = lowerValue(valueNode, context);
  const [source] = children.source ?? [];
  if (!source) return bareSource(value, valueNode, context);
  const [prior] = source.children.qualifiedSource ?? [];
  if (prior) return qualified(prior, value, context);
  return { value, source: sourceText(only(source.children.path ?? []), context), prior: false };
}

/** Without `of` the value itself names the source: `count(transactions …)`. */
function bareSource(value: ast.Expression, node: cst.ValueCstNode, context: LowerContext): Source {
  if (value.kind === 'path') return { value: null, source: value.steps.join('.'), prior: false };
  context.diagnostics.push(
    diagnose(e0104, {
      message: 'this aggregate names no source',
      help: 'write which records to read after the value, such as `of transactions`',
      ...rangePart(nodeRange(node, context)),
    }),
  );
  return { value, source: '', prior: false };
}

function lowerLink({ children }: cst.LinkCstNode, context: LowerContext): ast.AggregateLink {
  return {
    kind: only(children.kind ?? []).image as ast.AggregateLink['kind'],
    path: lowerPath(only(children.path), context),
  };
}

const lowerWindow = ({ children }: cst.WindowCstNode, context: LowerContext): ast.AggregateWindow => ({
  kind: 'last',
  duration: lowerDuration(only(children.Duration), context),
});
