import { isUnknown, windowBounds, type FieldDeclaration, type Type } from '@tamis/lang';
import { foldText } from '@tamis/library';
import { canonicalJson, numericText, type JsonValue, type Money, type Numeric } from '@tamis/stdx';
import type {
  FoldComparison,
  FoldField,
  FoldNumber,
  FoldRequest,
  FoldTest,
  FoldOutput,
} from '../facts/fold-request.js';
import type { AggregatePlan, ApplicationPlan, PlanNode, TimeSpan } from './plan-node.js';
import type { WindowRequestContext } from './plan-windows.js';

/** A fold common to all evaluations of a set. Only the time differs between evaluations. */
export interface Fold extends Pick<FoldRequest, 'id' | 'where' | 'wanted'> {
  readonly span: Exclude<TimeSpan, { kind: 'since' }>;
}

const comparisons: Readonly<Record<string, FoldComparison>> = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** Operators that are the negation of another one, also for unknown operands. */
const negations: Readonly<Record<string, string>> = {
  neq: 'eq',
  not_in: 'in',
  not_exists: 'exists',
  not_between: 'between',
};

/** Types whose values can be compared as texts or booleans. */
const comparesAsText: ReadonlySet<Type['kind']> = new Set(['text', 'enum', 'entity', 'country', 'currency', 'bool']);

const isStored = ({ derived }: FieldDeclaration): boolean => derived === undefined;

const storedField = (node: PlanNode | undefined): FoldField | null =>
  node?.kind === 'recordField' && isStored(node.field) ? { path: node.field.jsonPath, type: node.field.type } : null;

/** Returns the number of a field. For an amount of money, `currency` is the required currency. */
function numberOf(node: PlanNode | undefined, currency: string | null): FoldNumber | null {
  if (node?.kind !== 'recordField') return null;
  const { type, derived, jsonPath } = node.field;
  const [first, second] = (derived?.reads ?? []).map((below) => [...(derived?.owner ?? []), ...below]);
  if (type.kind === 'money' && first && second)
    return { path: first, currency: currency === null ? null : { path: second, code: currency } };
  if (type.kind !== 'number' || second) return null;
  return { path: first ?? jsonPath, currency: null };
}

/** Returns the constant as texts or booleans, in the form in which the type compares them; `null` if it contains any other value. */
function constantsOf(node: PlanNode | undefined, type: Type): readonly (string | boolean)[] | null {
  if (node?.kind !== 'constant' || isUnknown(node.value)) return null;
  const values = Array.isArray(node.value) ? (node.value as readonly unknown[]) : [node.value];
  if (!values.every((value) => typeof value === 'string' || typeof value === 'boolean')) return null;
  const isFolded = type.kind === 'text' && type.collation === 'ci';
  return values.map((value) => (isFolded && typeof value === 'string' ? foldText(value) : value));
}

const sameCollation = (a: Type, b: Type): boolean =>
  a.kind === b.kind && (a.kind !== 'text' || b.kind !== 'text' || a.collation === b.collation);

function oneOfTest(node: ApplicationPlan): FoldTest | null {
  const [left, right] = node.operands;
  const field = storedField(left);
  const read = node.types[0];
  // The comparison may use a different collation than the field.
  if (!field || !read || !comparesAsText.has(field.type.kind) || !sameCollation(read, field.type)) return null;
  const values = constantsOf(right, read);
  return values && { kind: 'oneOf', field, values };
}

function comparison(
  operator: FoldComparison,
  left: PlanNode | undefined,
  right: PlanNode | undefined,
  type: Type | undefined,
): FoldTest | null {
  if (right?.kind !== 'constant' || isUnknown(right.value)) return null;
  if (type?.kind === 'number') {
    const number = numberOf(left, null);
    return number && { kind: 'compare', number, operator, than: numericText(right.value as Numeric) };
  }
  if (type?.kind !== 'money') return null;
  const { amount, currency } = right.value as Money;
  const number = numberOf(left, currency);
  return number?.currency ? { kind: 'compare', number, operator, than: numericText(amount) } : null;
}

function comparisonTest({ declaration, operands, types }: ApplicationPlan): FoldTest | null {
  const [left, right, high] = operands;
  if (declaration.name === 'between') {
    const items = [comparison('>=', left, right, types[1]), comparison('<=', left, high, types[2])];
    return items.every((item) => item !== null) ? { kind: 'and', items } : null;
  }
  const operator = comparisons[declaration.name];
  return operator === undefined ? null : comparison(operator, left, right, types[1]);
}

function applicationTest(node: ApplicationPlan): FoldTest | null {
  const { name } = node.declaration;
  const contrary = negations[name];
  const asked = contrary ?? name;
  const test = positiveTest(asked, { ...node, declaration: { ...node.declaration, name: asked } });
  return test && contrary !== undefined ? { kind: 'not', item: test } : test;
}

function positiveTest(name: string, node: ApplicationPlan): FoldTest | null {
  if (name === 'exists') {
    const field = node.onPath ? storedField(node.operands[0]) : null;
    return field && { kind: 'present', field };
  }
  if (name === 'eq') return oneOfTest(node) ?? comparisonTest(node);
  return name === 'in' ? oneOfTest(node) : comparisonTest(node);
}

function testOf(node: PlanNode): FoldTest | null {
  switch (node.kind) {
    case 'and':
    case 'or': {
      const items = node.operands.map(testOf);
      return items.every((item) => item !== null) ? { kind: node.kind, items } : null;
    }
    case 'not': {
      const item = node.operands[0] && testOf(node.operands[0]);
      return item ? { kind: 'not', item } : null;
    }
    case 'recordField': {
      const field = storedField(node);
      return field?.type.kind === 'bool' ? { kind: 'oneOf', field, values: [true] } : null;
    }
    case 'application':
      return applicationTest(node);
    default:
      return null;
  }
}

/** Returns the number that an aggregate reads. An amount to be converted is restricted to the target currency. */
function valueNumber(value: PlanNode): FoldNumber | null {
  if (value.kind !== 'convert') return numberOf(value, null);
  let inside = value.operands[0];
  while (inside?.kind === 'convert' && inside.currency === value.currency) inside = inside.operands[0];
  const number = numberOf(inside, value.currency);
  return number?.currency ? number : null;
}

function outputOf({ fold, value, declaration }: AggregatePlan): FoldOutput | null {
  const { from } = fold;
  if (value === null) return from?.kind === 'counts' ? { kind: 'counts' } : null;
  if (from?.kind === 'distinct') {
    const field = storedField(value);
    return field && comparesAsText.has(field.type.kind) ? { kind: 'distinct', field } : null;
  }
  const number = valueNumber(value);
  if (number === null) return null;
  if (declaration.name === 'sum' || declaration.name === 'avg') return { kind: 'sum', number };
  if (from?.kind !== 'rank' || typeof from.rank !== 'string') return null;
  return { kind: from.rank === 'first' ? 'least' : 'greatest', number };
}

function foldOf(plan: AggregatePlan): Fold | null {
  // A start computed by a rule has no fixed form.
  if (plan.last !== null || plan.span.kind === 'since') return null;
  const wanted = outputOf(plan);
  const where = plan.where && testOf(plan.where);
  if (wanted === null || (plan.where !== null && where === null)) return null;
  const { window, span, prior } = plan;
  // Stored evaluations refer to totals by this id, so its members must keep their names.
  const id = canonicalJson({ window: window.id, stretch: span, prior, where, wanted } as unknown as JsonValue);
  return { id, where, wanted, span };
}

const known = new WeakMap<AggregatePlan, Fold | null>();

function knownFold(plan: AggregatePlan): Fold | null {
  const found = known.get(plan);
  if (found !== undefined) return found;
  const made = foldOf(plan);
  known.set(plan, made);
  return made;
}

/** Returns the key of an aggregate's totals in the facts; `null` if a source never folds it. */
export const foldKey = (plan: AggregatePlan): string | null => knownFold(plan)?.id ?? null;

/** Returns the aggregates of a window in a form that a database can compute; `null` if one of them requires the records themselves. */
export function foldsOf(aggregates: readonly AggregatePlan[]): readonly Fold[] | null {
  // `sum` and `avg` of one window require the same fold.
  const folds = new Map<string, Fold>();
  for (const plan of aggregates) {
    const fold = knownFold(plan);
    if (fold === null) return null;
    folds.set(fold.id, fold);
  }
  // Sorted, because aggregates are numbered in order of planning, which differs for a set that reuses another set's plan.
  return [...folds.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

export const foldRequests = (folds: readonly Fold[], { now, timezone }: WindowRequestContext): readonly FoldRequest[] =>
  folds.map(({ id, where, wanted, span }) => {
    const { from, fromInclusive, to, toInclusive } = windowBounds(span, now, timezone);
    return { from, fromInclusive, to, toInclusive, id, where, wanted };
  });
