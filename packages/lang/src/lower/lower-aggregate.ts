import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { diagnose } from '../diagnostics/diagnose.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { nodeRange, only, rangePart, type LowerContext } from './lower-context.js';
import { lowerExpression, lowerValue } from './lower-expression.js';
import { lowerDuration, lowerNumber } from './lower-literal.js';
import { lowerNameAsPath, lowerPath, lowerWord } from './lower-name.js';

type Source = Pick<ast.AggregateNode, 'value' | 'source' | 'prior' | 'last'>;

export function lowerAggregate(node: cst.AggregateCstNode, context: LowerContext): ast.AggregateNode {
  const { AggregateWord, Distinct, link = [], window, expression } = node.children;
  return ast.aggregateNode(
    {
      function: only(AggregateWord).image as ast.AggregateName,
      distinct: Distinct !== undefined,
      ...lowerSource(node, context),
      links: link.map((item) => lowerLink(item, context)),
      window: window ? lowerWindow(only(window), context) : null,
      where: expression ? lowerExpression(only(expression), context) : null,
    },
    nodeRange(node, context),
  );
}

function qualified(node: cst.QualifiedSourceCstNode, value: ast.Expression | null, context: LowerContext): Source {
  const { Prior, Number: last, path } = node.children;
  return {
    value,
    source: lowerPath(only(path), context),
    prior: Prior !== undefined,
    last: last ? lowerNumber(only(last), context) : null,
  };
}

function lowerSource({ children }: cst.AggregateCstNode, context: LowerContext): Source {
  const [qualifiedSource] = children.qualifiedSource ?? [];
  if (qualifiedSource) return qualified(qualifiedSource, null, context);
  const valueNode = only(children.value ?? []);
  const value = lowerValue(valueNode, context);
  const [source] = children.source ?? [];
  if (!source) return bareSource(value, valueNode, context);
  const [inner] = source.children.qualifiedSource ?? [];
  if (inner) return qualified(inner, value, context);
  return { value, source: lowerPath(only(source.children.path ?? []), context), prior: false, last: null };
}

/** Without `of` the value itself names the source: `count(transactions …)`. */
function bareSource(value: ast.Expression, node: cst.ValueCstNode, context: LowerContext): Source {
  if (value.kind === 'path') return { value: null, source: value, prior: false, last: null };
  context.diagnostics.push(
    diagnose(e0104, {
      message: 'this aggregate names no source',
      help: 'write which records to read after the value, such as `of transactions`',
      ...rangePart(nodeRange(node, context)),
    }),
  );
  return { value, source: ast.pathNode([''], nodeRange(node, context)), prior: false, last: null };
}

function lowerLink({ children }: cst.LinkCstNode, context: LowerContext): ast.AggregateLink {
  const { sideLink, betweenLink, perLink } = children;
  if (sideLink) {
    const { kind, path } = only(sideLink).children;
    return { kind: only(kind ?? []).image as 'from' | 'to' | 'involving', path: lowerPath(only(path), context) };
  }
  if (betweenLink) {
    const [first, second] = only(betweenLink).children.path.map((path) => lowerPath(path, context));
    return { kind: 'between', first: only(first ? [first] : []), second: only(second ? [second] : []) };
  }
  return { kind: 'per', paths: only(perLink ?? []).children.path.map((path) => lowerPath(path, context)) };
}

/** A length of time, or the name of one. */
export function lowerLength(
  { children }: cst.LengthCstNode,
  context: LowerContext,
): ast.DurationLiteral | ast.PathNode {
  const [duration] = children.Duration ?? [];
  return duration ? lowerDuration(duration, context) : lowerNameAsPath(only(children.Name ?? []), context);
}

function lowerWindow({ children }: cst.WindowCstNode, context: LowerContext): ast.AggregateWindow {
  const [start] = children.value ?? [];
  if (start) return { kind: 'since', start: lowerValue(start, context) };
  const { length, kind, Name } = only(children.period ?? []).children;
  if (length) return { kind: 'last', duration: lowerLength(only(length), context) };
  if (!kind) return { kind: 'allTime' };
  return { kind: only(kind).image as 'current' | 'previous', unit: lowerWord(only(Name ?? []), context) };
}
