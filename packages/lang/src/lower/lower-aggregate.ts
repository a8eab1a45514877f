import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { nodeRange, single, optionalRange, type LowerContext } from './lower-context.js';
import { lowerExpression, lowerValue } from './lower-expression.js';
import { lowerDuration, lowerNumber } from './lower-literal.js';
import { lowerNameAsPath, lowerPath, lowerWord } from './lower-name.js';

type Source = Pick<ast.AggregateNode, 'value' | 'source' | 'prior' | 'last'>;

export function lowerAggregate(node: cst.AggregateCstNode, context: LowerContext): ast.AggregateNode {
  const { AggregateWord, Distinct, link = [], window, expression } = node.children;
  return ast.aggregateNode(
    {
      function: single(AggregateWord).image as ast.AggregateName,
      distinct: Distinct !== undefined,
      ...lowerSource(node, context),
      links: link.map((item) => lowerLink(item, context)),
      window: window ? lowerWindow(single(window), context) : null,
      where: expression ? lowerExpression(single(expression), context) : null,
    },
    nodeRange(node, context),
  );
}

function qualified(node: cst.QualifiedSourceCstNode, value: ast.Expression | null, context: LowerContext): Source {
  const { Prior, Number: last, path } = node.children;
  return {
    value,
    source: lowerPath(single(path), context),
    prior: Prior !== undefined,
    last: last ? lowerNumber(single(last), context) : null,
  };
}

function lowerSource({ children }: cst.AggregateCstNode, context: LowerContext): Source {
  const [qualifiedSource] = children.qualifiedSource ?? [];
  if (qualifiedSource) return qualified(qualifiedSource, null, context);
  const valueNode = single(children.value ?? []);
  const value = lowerValue(valueNode, context);
  const [source] = children.source ?? [];
  if (!source) return bareSource(value, valueNode, context);
  const [inner] = source.children.qualifiedSource ?? [];
  if (inner) return qualified(inner, value, context);
  return { value, source: lowerPath(single(source.children.path ?? []), context), prior: false, last: null };
}

/** Without `of`, the value itself is the source: `count(transactions …)`. */
function bareSource(value: ast.Expression, node: cst.ValueCstNode, context: LowerContext): Source {
  if (value.kind === 'path') return { value: null, source: value, prior: false, last: null };
  context.diagnostics.push(
    createDiagnostic(e0104, {
      message: 'this aggregate names no source',
      help: 'write which records to read, such as `of transactions`',
      ...optionalRange(nodeRange(node, context)),
    }),
  );
  return { value, source: ast.pathNode([''], nodeRange(node, context)), prior: false, last: null };
}

function lowerLink({ children }: cst.LinkCstNode, context: LowerContext): ast.AggregateLink {
  const { sideLink, betweenLink, perLink } = children;
  if (sideLink) {
    const { kind, path } = single(sideLink).children;
    return { kind: single(kind ?? []).image as 'from' | 'to' | 'involving', path: lowerPath(single(path), context) };
  }
  if (betweenLink) {
    const [first, second] = single(betweenLink).children.path.map((path) => lowerPath(path, context));
    return { kind: 'between', first: single(first ? [first] : []), second: single(second ? [second] : []) };
  }
  return { kind: 'per', paths: single(perLink ?? []).children.path.map((path) => lowerPath(path, context)) };
}

/** Lowers a duration, or the name of one. */
export function lowerLength(
  { children }: cst.LengthCstNode,
  context: LowerContext,
): ast.DurationLiteral | ast.PathNode {
  const [duration] = children.Duration ?? [];
  return duration ? lowerDuration(duration, context) : lowerNameAsPath(single(children.Name ?? []), context);
}

function lowerWindow({ children }: cst.WindowCstNode, context: LowerContext): ast.AggregateWindow {
  const [start] = children.value ?? [];
  if (start) return { kind: 'since', start: lowerValue(start, context) };
  const { length, kind, Name } = single(children.period ?? []).children;
  if (length) return { kind: 'last', duration: lowerLength(single(length), context) };
  if (!kind) return { kind: 'allTime' };
  return { kind: single(kind).image as 'current' | 'previous', unit: lowerWord(single(Name ?? []), context) };
}
