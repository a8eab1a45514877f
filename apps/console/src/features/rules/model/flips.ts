import type { components } from '@tamis/client';

export type RecordFlip = components['schemas']['RecordFlipDto'];
export type Decision = components['schemas']['Decision'];

export const isFlip = ({ before, after }: RecordFlip): boolean => before.decision !== after.decision;

/** Whether a rule in the text has a different result than its active version. */
export const isRuleFlip = ({ rules }: RecordFlip): boolean =>
  rules.some(({ before, after }) => before !== null && before !== after);

/** Counts the new decisions of flipped records, most frequent first. */
export function flipCounts(records: readonly RecordFlip[]): readonly (readonly [Decision, number])[] {
  const counts = new Map<Decision, number>();
  for (const { after } of records.filter(isFlip)) counts.set(after.decision, (counts.get(after.decision) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** Returns the ids with flipped records first. The order is otherwise unchanged. */
export const flipsFirst = (records: readonly RecordFlip[]): readonly string[] =>
  [...records.filter(isFlip), ...records.filter((each) => !isFlip(each))].map(({ evaluationId }) => evaluationId);

/** Returns the records in a given order, regardless of their results, so that rows do not move while the user types. */
export function inOrder(records: readonly RecordFlip[], order: readonly string[]): readonly RecordFlip[] {
  const places = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ evaluationId }: RecordFlip): number => places.get(evaluationId) ?? order.length;
  return [...records].sort((one, other) => placeOf(one) - placeOf(other));
}
