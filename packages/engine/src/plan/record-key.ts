import { constantKey } from './plan-key.js';
import type { AggregatePlan, ApplicationPlan, PlanNode } from './plan-node.js';
import { isFoldable } from './is-foldable.js';

/** Operators and functions whose value depends only on their operands, never on the time of the evaluation. */
const timeIndependentOperators: ReadonlySet<string> = new Set([
  ...['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'between', 'not_between', 'in', 'not_in', 'exists', 'not_exists'],
  ...['is_empty', 'is_not_empty', 'contains', 'not_contains', 'contains_any', 'contains_all', 'contains_none'],
  ...['not_contains_all', 'starts_with', 'not_starts_with', 'ends_with', 'not_ends_with', 'matches', 'not_matches'],
  ...['before', 'after', 'not_before', 'not_after', 'add', 'subtract', 'multiply', 'divide', 'negate', 'otherwise'],
  ...['is_multiple_of', 'is_not_multiple_of', 'in_ip_range', 'not_in_ip_range'],
]);

/** Provided that no operand is an entity. */
const timeIndependentFunctions: ReadonlySet<string> = new Set([
  ...['abs', 'ceil', 'clamp', 'floor', 'greatest', 'least', 'mod', 'round', 'if', 'length', 'lower', 'upper', 'trim'],
  ...[
    'amountOf',
    'currencyOf',
    'hour',
    'minute',
    'weekday',
    'month',
    'year',
    'dayOfMonth',
    'isWeekend',
    'date',
    'time',
  ],
]);

const isTimeIndependent = ({ declaration: { name }, types }: ApplicationPlan): boolean =>
  timeIndependentOperators.has(name) ||
  (timeIndependentFunctions.has(name) && types.every(({ kind }) => kind !== 'entity'));

/** Returns `null` if the value depends, or may depend, on the evaluation. */
function keyOf(node: PlanNode): string | null {
  const operands = node.operands.map(keyOf);
  if (operands.includes(null)) return null;
  const of = (...own: readonly unknown[]): string => JSON.stringify([node.kind, ...own, operands]);
  switch (node.kind) {
    case 'constant':
      return of(constantKey(node.value));
    case 'recordField': {
      const { path, jsonPath, type, derived } = node.field;
      return derived && !derived.ofData ? null : of(path, jsonPath, type);
    }
    case 'readAs':
      return of(node.type);
    case 'convert':
      return of(node.currency);
    case 'application':
      return isTimeIndependent(node) ? of(node.declaration.name, node.types, node.onPath) : null;
    case 'atLeast':
      return of(node.count);
    case 'and':
    case 'or':
    case 'not':
    case 'array':
      return of();
    case 'subjectField':
    case 'now':
    case 'member':
    case 'template':
    case 'match':
    case 'aggregate':
      return null;
  }
}

/**
 * Returns a key that is equal for aggregates that read the same from every record, regardless of their windows; '' if they read nothing
 * from it. Returns `null` if what they read may differ between evaluations.
 */
export function recordKey(plan: AggregatePlan): string | null {
  const { where, value } = plan;
  if (!isFoldable(plan)) return null;
  if (where === null && value === null) return '';
  const keys = [where && keyOf(where), value && keyOf(value)];
  return (where !== null && keys[0] === null) || (value !== null && keys[1] === null) ? null : JSON.stringify(keys);
}
