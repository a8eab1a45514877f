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

/** Another value of one thing a rule asks about. */
export type PossibleChange = {
  /** Changes of one field or one count have the same key. */
  readonly key: string;
  /** What would then hold, as an author would write it: `transaction.amount < 8000 USD`. */
  readonly text: string;
  /** The comparison that it is about, and what that would come to. */
  readonly leaf: Expression;
  readonly answer: boolean;
} & (
  | { readonly kind: 'field'; readonly field: FieldDeclaration; readonly value: unknown }
  /** So many records that the aggregate counts. */
  | { readonly kind: 'count'; readonly aggregate: AggregateNode; readonly count: number }
);

type Change<C> = C extends unknown ? Omit<C, 'leaf' | 'answer'> : never;
/** Before it is known of which comparison. */
type ChangeOfThing = Change<PossibleChange>;

/** Of a set of texts, so many are tried. */
const maxPoints = 5;

/** Each stretch and each text by itself, so that each gives a value. */
function pieces(set: ValueSet): readonly ValueSet[] {
  if (set.kind === 'ranges') return set.ranges.map((range) => ({ kind: 'ranges', ranges: [range] }));
  if (set.except) return [set];
  return [...set.points]
    .slice(0, maxPoints)
    .map((point) => ({ kind: 'points', except: false, points: new Set([point]) }));
}

/** The states in which the comparison has one answer, as values. */
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
 * Single changes of fields and counts that would turn a comparison of a rule's condition, either way. Whether they turn the rule
 * is for an evaluation to say. Parameters have the values that they have in its set.
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

/** The subject with a field changed; the given one stays as it is. */
export function withField(
  context: Readonly<Record<string, unknown>>,
  { field, value }: PossibleChange & { kind: 'field' },
): Readonly<Record<string, unknown>> {
  const copy = structuredClone(context) as Record<string, unknown>;
  writeField(copy, field, value);
  return copy;
}
