import type { CallNode } from '../ast/call-node.js';
import type { Expression } from '../ast/expression.js';
import { type CallLimit, costWeights, type Declaration } from '../catalogue/declaration.js';
import { childExpressions } from './child-expressions.js';
import type { CallCounts, CheckedLet } from './checked-rule.js';
import { expandedNode, type Resolutions } from './fold-constant.js';
import type { Resolution } from './semantic-model.js';

/** Returns a text that is equal for trees with the same meaning, regardless of their positions in the source. */
export function treeKey(node: Expression): string {
  return JSON.stringify(node, (key, value: unknown) => (key === 'range' || key === 'style' ? undefined : value));
}

function ownCost(node: Expression, resolution: Resolution | undefined, resolutions: Resolutions): number {
  switch (node.kind) {
    case 'aggregate':
      return resolution?.kind === 'aggregate' ? costWeights[resolution.window.cost] : 0;
    case 'convert':
      return costWeights.c2;
    case 'and':
    case 'or':
    case 'not':
    case 'none':
    case 'atLeast':
      return costWeights.c0;
    default:
      if (resolution?.kind === 'template') return costWeights.c1;
      if (resolution?.kind === 'application') return operatorCost(node, resolution.declaration, resolutions);
      return 0;
  }
}

/** Number of literal values that cost as much as reading one text completely, for those compared character by character and for others. */
const valuesPerText = { c5: 10, c1: 100 } as const;

/**
 * Membership in a literal list uses a hash table. Other operators that compare with every value cost in proportion to their number, up to
 * the cost of a data list.
 */
function operatorCost(node: Expression, { name, cost }: Declaration, resolutions: Resolutions): number {
  const operand = node.kind === 'operation' ? node.operands[1] : undefined;
  const right = operand && expandedNode(operand, resolutions);
  if (right?.kind !== 'arrayLiteral' || (cost !== 'c1' && cost !== 'c5')) return costWeights[cost];
  if (name === 'in' || name === 'not_in') return costWeights.c0;
  const texts = Math.max(1, Math.ceil(right.items.length / valuesPerText[cost]));
  return Math.min(costWeights.c5, costWeights.c1 * texts);
}

/** Returns the meaning of a node apart from its children. */
function ownKey(node: Expression, resolution: Resolution | undefined): string {
  switch (node.kind) {
    case 'and':
    case 'or':
    case 'not':
    case 'none':
    case 'arrayLiteral':
      return node.kind;
    case 'atLeast':
      return `atLeast ${node.count.text}`;
    case 'convert':
      return `as ${node.currency}`;
    case 'operation':
      return node.options ? `${node.operator} ${JSON.stringify(resolution)}` : node.operator;
    case 'call':
      return `${node.name}.${node.members.join('.')}`;
    case 'aggregate': {
      const { function: name, distinct } = node;
      if (resolution?.kind !== 'aggregate') return name;
      const { window, ...frame } = resolution.window;
      const since = window.kind === 'since' ? treeKey(window.start) : '';
      return `${name} ${distinct} ${since} ${JSON.stringify(since === '' ? resolution.window : frame)}`;
    }
    case 'path':
      return resolution?.kind === 'field'
        ? `${resolution.scope}:${resolution.field.jsonPath.join('/')}`
        : node.steps.join('/');
    case 'textLiteral':
    case 'rawTextLiteral':
      return JSON.stringify(node.value);
    case 'booleanLiteral':
      return String(node.value);
    case 'numberLiteral':
    case 'dateLiteral':
    case 'datetimeLiteral':
      return node.text;
    case 'percentLiteral':
      return `${node.text}%`;
    case 'moneyLiteral':
      return `${node.amount} ${node.currency}`;
    case 'durationLiteral':
    case 'distanceLiteral':
      return `${node.amount}${node.unit}`;
    case 'listReference':
      return `list ${node.name}`;
    case 'listTypeReference':
      return `lists of type ${node.type}`;
  }
}

/** Input for computing costs: a condition, the lets it may use, and the resolutions of their nodes. */
export interface CostedTree {
  readonly condition: Expression;
  readonly lets: readonly CheckedLet[];
  readonly resolutions: Resolutions;
}

/** Returns the weights of the distinct subtrees of a condition, by meaning, with definitions and lets expanded. */
export const costParts = (tree: CostedTree): ReadonlyMap<string, number> => visitTree(tree).parts;

/** Returns the distinct calls among these, by function. Equal texts are the same lookup, regardless of what is read from the result. */
export function countCalls(calls: readonly CallNode[], tree: Omit<CostedTree, 'condition'>): CallCounts {
  const counts = new Map<Declaration, Set<string>>();
  for (const call of calls) {
    const resolution = tree.resolutions.get(call);
    if (resolution?.kind !== 'application') continue;
    const { key } = visitTree({ ...tree, condition: call });
    const texts = counts.get(resolution.declaration) ?? new Set();
    counts.set(resolution.declaration, texts.add(key.slice(key.indexOf('('))));
  }
  return counts;
}

/** Returns the E0412 message if something makes more calls than allowed; otherwise `null`. */
export function excessCalls(counts: CallCounts, what: string, most: keyof CallLimit): string | null {
  for (const [{ name, mostCalls }, { size }] of counts)
    if (mostCalls && size > mostCalls[most])
      return `${what} has at most ${mostCalls[most]} different calls of \`${name}\`, this one ${size}`;
  return null;
}

function visitTree({ condition, lets, resolutions }: CostedTree): {
  readonly parts: ReadonlyMap<string, number>;
  readonly key: string;
} {
  const parts = new Map<string, number>();
  const keys = new Map<Expression, string>();
  const visit = (written: Expression): string => {
    const known = keys.get(written);
    if (known !== undefined) return known;
    const node = expandedNode(written, resolutions);
    const resolution = resolutions.get(node);
    const named = resolution?.kind === 'let' ? lets[resolution.index] : undefined;
    if (named) return visit(named.value);
    const own = ownCost(node, resolution, resolutions);
    const children = childExpressions(node);
    // The filter of an aggregate is included in its class.
    const below = node.kind === 'aggregate' ? children.map((child) => filterKey(child)) : children.map(visit);
    const key = children.length === 0 ? ownKey(node, resolution) : `${ownKey(node, resolution)}(${below.join(',')})`;
    // Calls with a limit are executed together.
    const isCounted = resolution?.kind === 'application' && resolution.declaration.mostCalls !== undefined;
    if (own > 0) parts.set(isCounted ? resolution.declaration.name : key, own);
    keys.set(written, key);
    return key;
  };
  const filterKey = (written: Expression): string => {
    const node = expandedNode(written, resolutions);
    const resolution = resolutions.get(node);
    const named = resolution?.kind === 'let' ? lets[resolution.index] : undefined;
    if (named) return filterKey(named.value);
    return `${ownKey(node, resolution)}(${childExpressions(node).map(filterKey).join(',')})`;
  };
  return { key: visit(condition), parts };
}

/** Returns the sum of weights over conditions and the lets they use, with definitions expanded. Equal subtrees count once. */
export const sumOfCosts = (parts: Iterable<ReadonlyMap<string, number>>): number => {
  const union = new Map<string, number>();
  for (const part of parts) for (const [key, weight] of part) union.set(key, weight);
  return [...union.values()].reduce((sum, weight) => sum + weight, 0);
};
