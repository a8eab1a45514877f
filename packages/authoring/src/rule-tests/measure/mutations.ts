import {
  andNode,
  literalValue,
  operationNode,
  orNode,
  printExpression,
  word,
  type Expression,
  type OperationNode,
  type OperatorName,
  type SourceRange,
  type SyntaxNode,
  type Target,
} from '@tamis/lang';
import { shiftedConstants } from './shifted-constants.js';
import { replaceNode } from './replace-node.js';

/** One change of one node. */
export interface Mutation {
  readonly node: SyntaxNode;
  readonly replacement: SyntaxNode;
  readonly from: string;
  readonly to: string;
  readonly range: SourceRange | null;
  readonly hint: string;
}

const adjacentOperators: Readonly<Partial<Record<OperatorName, OperatorName>>> = {
  gt: 'gte',
  gte: 'gt',
  lt: 'lte',
  lte: 'lt',
  eq: 'neq',
  neq: 'eq',
};

const isExpression = (node: SyntaxNode): node is Expression =>
  !['aggregateLink', 'aggregateWindow', 'fuzzyOptions', 'letDeclaration', 'word'].includes(node.kind);

/** The comparison, call or aggregate that contains a constant, so that readers can identify the constant. */
type Enclosing = Expression | null;

function isEnclosing(node: SyntaxNode): node is Expression {
  if (node.kind === 'operation') return !arithmetic.has((node as OperationNode).operator);
  return node.kind === 'aggregate' || node.kind === 'call' || node.kind === 'atLeast';
}

const arithmetic: ReadonlySet<string> = new Set(['add', 'subtract', 'multiply', 'divide', 'negate', 'otherwise']);

function mutationOf(node: Expression, replacement: Expression, around: Enclosing, hint: string): Mutation {
  const shown = around ?? node;
  return {
    node,
    replacement,
    from: printExpression(shown),
    to: printExpression(replaceNode(shown, node, replacement)),
    range: node.range ?? shown.range,
    hint,
  };
}

function boundaryHint({ operands: [left, right] }: OperationNode): string {
  if (!left || !right) return 'a case on the boundary';
  const [looked, limit] = literalValue(left) === undefined ? [left, right] : [right, left];
  return `a test in which \`${printExpression(looked)}\` is exactly ${printExpression(limit)}`;
}

function operationMutations(node: OperationNode): Mutation[] {
  const neighbour = adjacentOperators[node.operator];
  if (!neighbour) return [];
  const changed = operationNode(neighbour, node.operands, node.options, node.range);
  return [mutationOf(node, changed, null, boundaryHint(node))];
}

function constantHint(around: Enclosing): string {
  if (around?.kind === 'operation' && adjacentOperators[around.operator])
    return `${boundaryHint(around)}, and one next to it`;
  if (around?.kind === 'aggregate')
    return 'a test with a record just inside the limit, and one with a record just outside';
  return 'a case on the boundary and one next to it';
}

type Junction = Extract<Expression, { kind: 'and' | 'or' }>;

function junctionMutations(node: Junction): Mutation[] {
  const { items, range, style } = node;
  const other = node.kind === 'and' ? orNode(items, style, range) : andNode(items, style, range);
  const exchanged: Mutation[] =
    items.length < 2
      ? []
      : [
          {
            node,
            replacement: other,
            from: node.kind,
            to: other.kind,
            range,
            hint: `a test in which only \`${printExpression(items[0] as Expression)}\` is true`,
          },
        ];
  if (node.kind === 'or' || items.length < 2) return exchanged;
  const without = items.map((item, index): Mutation => {
    const rest = items.filter((_, at) => at !== index);
    const [only] = rest;
    return {
      node,
      replacement: rest.length === 1 && only ? only : andNode(rest, style, range),
      from: printExpression(item),
      to: '(left out)',
      range: item.range ?? range,
      hint: `a test in which only \`${printExpression(item)}\` is false`,
    };
  });
  return [...exchanged, ...without];
}

/** The sources of which the current event is itself a record. */
const eventSources: Readonly<Record<string, Target>> = { transactions: 'transaction', userEvents: 'userEvent' };

/** If the current event is not a record of the source, `prior` has no meaning, and toggling it changes nothing. */
function aggregateMutations(node: Extract<Expression, { kind: 'aggregate' }>, targets: readonly Target[]): Mutation[] {
  const event = eventSources[node.source.steps.join('.')];
  if (event === undefined || !targets.includes(event)) return [];
  const toggled = Object.freeze({ ...node, prior: !node.prior });
  return [mutationOf(node, toggled, null, 'a test in which only the current record makes the difference')];
}

function ownMutations(node: SyntaxNode, around: Enclosing, targets: readonly Target[]): readonly Mutation[] {
  const expression = node as Expression;
  switch (expression.kind) {
    case 'operation':
      return operationMutations(expression);
    case 'and':
    case 'or':
      return junctionMutations(expression);
    case 'aggregate':
      return aggregateMutations(expression, targets);
    case 'numberLiteral':
    case 'percentLiteral':
    case 'moneyLiteral':
    case 'durationLiteral':
      return shiftedConstants(expression).map((moved) => mutationOf(expression, moved, around, constantHint(around)));
    default:
      return [];
  }
}

/** Returns all mutations of an expression and its parts, in text order. `targets` are those of the rules that contain it. */
export function mutationsOf(tree: unknown, targets: readonly Target[], around: Enclosing = null): readonly Mutation[] {
  if (typeof tree !== 'object' || tree === null) return [];
  if (Array.isArray(tree)) return tree.flatMap((item) => mutationsOf(item, targets, around));
  const node = tree as SyntaxNode;
  const below = isExpression(node) && isEnclosing(node) ? node : around;
  const inside = Object.entries(node).flatMap(([key, value]) =>
    key === 'range' ? [] : mutationsOf(value, targets, below),
  );
  return [...ownMutations(node, around, targets), ...inside];
}

/** The replacement for a written `unknown` clause. */
const otherPolicy: Readonly<Record<string, string>> = { ignore: 'review', review: 'ignore', hit: 'ignore' };

export function policyMutation(policy: SyntaxNode & { readonly text: string }): Mutation | null {
  const other = otherPolicy[policy.text];
  if (other === undefined) return null;
  return {
    node: policy,
    replacement: word(other, policy.range),
    from: `unknown ${policy.text}`,
    to: `unknown ${other}`,
    range: policy.range,
    hint: 'a test with an unknown result that expects a decision or a score',
  };
}
