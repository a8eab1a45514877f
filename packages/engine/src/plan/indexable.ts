import type { Outcome } from '@tamis/lang';
import type { PlanNode, SubjectFieldPlan } from './plan-node.js';

/** A condition that the value of one field decides: no clock, zone, rate or other field has a part in it. */
export interface FieldCondition {
  readonly field: SubjectFieldPlan;
  /** Numbers it compares with: between two neighbours every value gives the same answer. */
  readonly bounds: readonly number[];
  /** Currency of all amounts it compares with; null when it has none. */
  readonly currency: string | null;
}

const comparisons: ReadonlySet<string> = new Set([
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'not_between',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
]);

/** Types whose comparison looks at nothing besides the values. */
const plainTypes: ReadonlySet<string> = new Set([
  'bool',
  'number',
  'money',
  'text',
  'enum',
  'country',
  'currency',
  'ip',
]);

interface Constants {
  readonly bounds: number[];
  readonly currencies: Set<string>;
}

/** Collects what a constant compares with; false when it is something that classes of values cannot be made from. */
function collect(value: Outcome, into: Constants): boolean {
  if (typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return into.bounds.push(value) > 0;
  if (Array.isArray(value))
    return (value as readonly Outcome[]).every(
      (item) => typeof item === 'string' || (typeof item === 'number' && collect(item, into)),
    );
  if (!('currency' in value) || typeof value.amount !== 'number') return false;
  into.currencies.add(String(value.currency));
  return into.bounds.push(value.amount) > 0;
}

function fieldUnder(node: PlanNode): SubjectFieldPlan | null {
  const operand = node.kind === 'readAs' && plainTypes.has(node.type.kind) ? node.operand : node;
  return operand.kind === 'subjectField' ? operand : null;
}

/** The fields a condition looks at; null when it looks at anything else. */
function fieldsOf(node: PlanNode, into: Constants): readonly SubjectFieldPlan[] | null {
  if (node.kind === 'subjectField') return node.field.type.kind === 'bool' ? [node] : null;
  if (node.kind === 'not') return fieldsOf(node.operand, into);
  if (node.kind === 'and' || node.kind === 'or') {
    const parts = node.items.map((item) => fieldsOf(item, into));
    return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
  }
  if (node.kind !== 'application' || !comparisons.has(node.declaration.name)) return null;
  const [first, ...others] = node.operands;
  const field = first ? fieldUnder(first) : null;
  const isPlain = node.types.every(
    (type) => plainTypes.has(type.kind) || (type.kind === 'list' && plainTypes.has(type.element.kind)),
  );
  if (
    !field ||
    !isPlain ||
    node.types.some((type) => type.kind === 'money') !== node.types.every((type) => type.kind === 'money')
  )
    return null;
  return others.every((operand) => operand.kind === 'constant' && collect(operand.value, into)) ? [field] : null;
}

/** The field that alone decides a condition; null when there is no such field. */
export function fieldCondition(node: PlanNode): FieldCondition | null {
  const constants: Constants = { bounds: [], currencies: new Set() };
  const fields = fieldsOf(node, constants);
  const [field] = fields ?? [];
  if (!field || fields?.some((other) => other !== field) || constants.currencies.size > 1) return null;
  const [currency = null] = constants.currencies;
  return { field, bounds: constants.bounds, currency };
}
