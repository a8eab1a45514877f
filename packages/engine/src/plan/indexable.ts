import { foldText } from '@tamis/library';
import type { Outcome } from '@tamis/lang';
import type { PlanNode, SubjectFieldPlan } from './plan-node.js';

/** A condition that the value of one field decides: no clock, zone, rate or other field has a part in it. */
export interface FieldCondition {
  readonly field: SubjectFieldPlan;
  /** Numbers it compares with: between two neighbours every value gives the same answer. */
  readonly bounds: readonly number[];
  /** Currency of all amounts it compares with; null when it has none. */
  readonly currency: string | null;
  /** Folded texts it compares with, when every text that folds to none of them gives the same answer; else null. */
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

/** Types as which either all texts can be read, or none. */
const textNeutral: ReadonlySet<string> = new Set(['bool', 'number', 'money', 'text', 'any']);

interface Constants {
  readonly bounds: number[];
  readonly currencies: Set<string>;
  readonly texts: string[];
  /** All comparisons of texts are with whole texts. */
  wholeTexts: boolean;
}

/** Collects what a constant compares with; false when it is something that classes of values cannot be made from. */
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

/** `is missing` and the like, of a field whose values are single ones. */
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

/** The fields a condition looks at; null when it looks at anything else. */
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

/** The field that alone decides a condition; null when there is no such field. */
export function fieldCondition(node: PlanNode): FieldCondition | null {
  const constants: Constants = { bounds: [], currencies: new Set(), texts: [], wholeTexts: true };
  const fields = fieldsOf(node, constants);
  const [field] = fields ?? [];
  if (!field || fields?.some((other) => other !== field) || constants.currencies.size > 1) return null;
  const [currency = null] = constants.currencies;
  return { field, bounds: constants.bounds, currency, texts: constants.wholeTexts ? constants.texts : null };
}
