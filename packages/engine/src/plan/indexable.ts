import { foldText } from '@tamis/library';
import type { Outcome } from '@tamis/lang';
import type { PlanNode, SubjectFieldPlan } from './plan-node.js';

/** A condition that is determined by the value of one field, independently of time, time zone, rates and other fields. */
export interface FieldCondition {
  readonly field: SubjectFieldPlan;
  /** Numbers it is compared with: all values between two adjacent ones give the same result. */
  readonly bounds: readonly number[];
  /** Currency of all amounts it is compared with; `null` if there is none. */
  readonly currency: string | null;
  /** Case-folded texts it is compared with, if all other texts give the same result; otherwise null. */
  readonly texts: readonly string[] | null;
}

const equalities: ReadonlySet<string> = new Set(['eq', 'neq', 'in', 'not_in']);
const comparisons: ReadonlySet<string> = new Set([
  ...equalities,
  'lt',
  'lte',
  'gt',
  'gte',
  'between',
  'not_between',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
]);

const presenceTests: ReadonlySet<string> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty']);

/** Types whose comparison depends only on the values. */
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

/** Types as which either all texts can be read, or none. */
const textNeutral: ReadonlySet<string> = new Set(['bool', 'number', 'money', 'text', 'any']);

interface Constants {
  readonly bounds: number[];
  readonly currencies: Set<string>;
  readonly texts: string[];
  /** Whether texts are only compared as a whole. */
  wholeTexts: boolean;
}

/** Collects the values that a constant compares with; returns `false` if no value classes can be derived from it. */
function collectConstants(value: Outcome, into: Constants): boolean {
  if (typeof value === 'string') return into.texts.push(foldText(value)) > 0;
  if (typeof value === 'boolean') return true;
  if (typeof value === 'number') return into.bounds.push(value) > 0;
  if (Array.isArray(value))
    return (value as readonly Outcome[]).every(
      (item) => (typeof item === 'string' || typeof item === 'number') && collectConstants(item, into),
    );
  if (!('currency' in value) || typeof value.amount !== 'number') return false;
  into.currencies.add(String(value.currency));
  return into.bounds.push(value.amount) > 0;
}

function underlyingField(node: PlanNode): SubjectFieldPlan | null {
  const operand = node.kind === 'readAs' && plainTypes.has(node.type.kind) ? node.operands[0] : node;
  return operand?.kind === 'subjectField' ? operand : null;
}

/** Returns the field of a presence test such as `is missing`, if it has scalar values. */
function presenceField(node: PlanNode, into: Constants): SubjectFieldPlan | null {
  const [field, ...others] = node.operands;
  if (field?.kind !== 'subjectField' || others.length > 0) return null;
  const { kind } = field.field.type;
  if (!plainTypes.has(kind) && kind !== 'any') return null;
  into.texts.push('');
  into.wholeTexts &&= textNeutral.has(kind);
  return field;
}

function comparedField(node: Extract<PlanNode, { kind: 'application' }>, into: Constants): SubjectFieldPlan | null {
  const { name } = node.declaration;
  if (presenceTests.has(name)) return presenceField(node, into);
  if (!comparisons.has(name)) return null;
  const [first, ...others] = node.operands;
  const field = first ? underlyingField(first) : null;
  const isPlain = node.types.every(
    (type) => plainTypes.has(type.kind) || (type.kind === 'list' && plainTypes.has(type.element.kind)),
  );
  const amounts = node.types.filter((type) => type.kind === 'money').length;
  if (!field || !isPlain || (amounts > 0 && amounts < node.types.length)) return null;
  into.wholeTexts &&=
    node.types.every(({ kind }) => textNeutral.has(kind) || kind === 'list') &&
    (equalities.has(name) || node.types[0]?.kind !== 'text');
  return others.every((operand) => operand.kind === 'constant' && collectConstants(operand.value, into)) ? field : null;
}

/** Returns the fields that a condition reads; `null` if it reads anything else. */
function fieldsOf(node: PlanNode, into: Constants): readonly SubjectFieldPlan[] | null {
  switch (node.kind) {
    case 'subjectField':
      return node.field.type.kind === 'bool' ? [node] : null;
    case 'readAs': {
      const field = node.type.kind === 'bool' ? underlyingField(node) : null;
      return field && [field];
    }
    case 'not':
    case 'and':
    case 'or': {
      const parts = node.operands.map((item) => fieldsOf(item, into));
      return parts.includes(null) ? null : parts.flatMap((part) => part ?? []);
    }
    case 'application': {
      const field = comparedField(node, into);
      return field && [field];
    }
    default:
      return null;
  }
}

/** Returns the field that alone decides a condition; `null` if there is none. */
export function fieldCondition(node: PlanNode): FieldCondition | null {
  const constants: Constants = { bounds: [], currencies: new Set(), texts: [], wholeTexts: true };
  const fields = fieldsOf(node, constants);
  const [field] = fields ?? [];
  if (!field || fields?.some((other) => other !== field) || constants.currencies.size > 1) return null;
  const [currency = null] = constants.currencies;
  return { field, bounds: constants.bounds, currency, texts: constants.wholeTexts ? constants.texts : null };
}
