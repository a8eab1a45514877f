import type { AggregateNode } from '../ast/aggregate-node.js';
import type { Expression } from '../ast/expression.js';
import { childExpressions } from '../check/child-expressions.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { FieldDeclaration } from '../catalogue/field.js';
import { describeStates } from './describe-states.js';
import { fieldValue, writeField } from './build-witness.js';
import { LeafReader } from './read-leaf.js';
import { VariableReader } from './read-variable.js';
import type { StateSet } from './state-set.js';
import type { Variable } from './variable.js';
import { isEmptySet, type ValueSet } from './value-set.js';

/** A different value for one variable that a rule reads. */
export type PossibleChange = {
  /** Changes of the same field or count have the same key. */
  readonly key: string;
  /** What would then hold, in rule syntax: `transaction.amount < 8000 USD`. */
  readonly text: string;
  /** The comparison concerned, and its new result. */
  readonly leaf: Expression;
  readonly answer: boolean;
} & (
  | { readonly kind: 'field'; readonly field: FieldDeclaration; readonly value: unknown }
  /** New number of records that the aggregate counts. */
  | { readonly kind: 'count'; readonly aggregate: AggregateNode; readonly count: number }
);

type Change<C> = C extends unknown ? Omit<C, 'leaf' | 'answer'> : never;
/** A change before it is assigned to a comparison. */
type ChangeOfThing = Change<PossibleChange>;

/** Maximum number of values tried from a set of texts. */
const maxPoints = 5;

/** Splits a set into single ranges and texts, so that each provides a value. */
function pieces(set: ValueSet): readonly ValueSet[] {
  if (set.kind === 'ranges') return set.ranges.map((range) => ({ kind: 'ranges', ranges: [range] }));
  if (set.except) return [set];
  return [...set.points]
    .slice(0, maxPoints)
    .map((point) => ({ kind: 'points', except: false, points: new Set([point]) }));
}

/** Splits the states for one result of a comparison into states that each provide a value. */
function states({ known, absent }: StateSet): readonly StateSet[] {
  const values = isEmptySet(known) ? [] : pieces(known);
  return [
    ...values.map((piece) => ({ known: piece, absent: false, failed: false })),
    ...(absent
      ? [{ known: { kind: 'points', except: false, points: new Set<string>() }, absent, failed: false } as const]
      : []),
  ];
}

function fieldChanges(thing: Variable, field: FieldDeclaration, set: StateSet): readonly ChangeOfThing[] {
  return states(set).flatMap((state) => {
    const value = fieldValue([{ thing, states: state }]);
    if (value === undefined || (value === null && field.derived)) return [];
    return [{ kind: 'field', key: field.path, text: describeStates(thing, state), field, value }];
  });
}

function countChanges(thing: Variable, aggregate: AggregateNode, { known }: StateSet): readonly ChangeOfThing[] {
  if (known.kind !== 'ranges') return [];
  return known.ranges.flatMap((range) =>
    [range.low, range.high].flatMap((bound): ChangeOfThing[] => {
      const count = Number(bound?.at);
      if (!bound || !Number.isSafeInteger(count) || count < 0) return [];
      const state = { known: { kind: 'ranges', ranges: [range] } as const, absent: false, failed: false };
      return [{ kind: 'count', key: thing.key, text: describeStates(thing, state), aggregate, count }];
    }),
  );
}

/**
 * Returns single changes of fields and counts that would reverse a comparison in a rule's condition. Whether they also change the rule's
 * result must be determined by an evaluation. Parameters have the values of the rule set.
 */
export function possibleChanges(rule: CheckedRule): readonly PossibleChange[] {
  const things = new VariableReader(rule, true);
  const leaves = new LeafReader(things);
  const found = new Map<string, PossibleChange>();
  const visit = (written: Expression): void => {
    const node = things.resolveName(written);
    if (
      node.kind === 'and' ||
      node.kind === 'or' ||
      node.kind === 'none' ||
      node.kind === 'atLeast' ||
      node.kind === 'not'
    ) {
      childExpressions(node).forEach(visit);
      return;
    }
    if (rule.meaning.constant(node) !== undefined) return;
    const { thing, whenTrue, whenFalse } = leaves.leaf(node);
    const left = node.kind === 'operation' && node.operands[0] ? things.resolveName(node.operands[0]) : node;
    for (const [set, answer] of [[whenTrue, true] as const, [whenFalse, false] as const]) {
      const changes = thing.field
        ? fieldChanges(thing, thing.field, set)
        : left.kind === 'aggregate' && left.function === 'count' && !left.distinct
          ? countChanges(thing, left, set)
          : [];
      for (const change of changes)
        found.set(`${change.text} ${JSON.stringify('count' in change ? change.count : change.value)}`, {
          ...change,
          leaf: node,
          answer,
        });
    }
  };
  visit(rule.condition);
  return [...found.values()];
}

/** Returns the subject with a field changed, without modifying the given one. */
export function withField(
  context: Readonly<Record<string, unknown>>,
  { field, value }: PossibleChange & { kind: 'field' },
): Readonly<Record<string, unknown>> {
  const copy = structuredClone(context) as Record<string, unknown>;
  writeField(copy, field, value);
  return copy;
}
