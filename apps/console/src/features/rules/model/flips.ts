import type { components } from '@tamis/client';

export type RecordFlip = components['schemas']['RecordFlipDto'];
export type Decision = components['schemas']['Decision'];

export const isFlip = ({ before, after }: RecordFlip): boolean => before.decision !== after.decision;

/** Whether a rule of the text comes to something else than it does in force. */
export const isRuleFlip = ({ rules }: RecordFlip): boolean =>
  rules.some(({ before, after }) => before !== null && before !== after);

/** What flipped records are decided now, the commonest first. */
export function flipCounts(records: readonly RecordFlip[]): readonly (readonly [Decision, number])[] {
  const counts = new Map<Decision, number>();
  for (const { after } of records.filter(isFlip)) counts.set(after.decision, (counts.get(after.decision) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/** Ids with those first that flip; the others, and those among themselves, stay as they stood. */
export const flipsFirst = (records: readonly RecordFlip[]): readonly string[] =>
  [...records.filter(isFlip), ...records.filter((each) => !isFlip(each))].map(({ evaluationId }) => evaluationId);

/** Records in a given order, whatever they came to: rows stay where they are while one types. */
export function inOrder(records: readonly RecordFlip[], order: readonly string[]): readonly RecordFlip[] {
  const places = new Map(order.map((id, index) => [id, index]));
  const placeOf = ({ evaluationId }: RecordFlip): number => places.get(evaluationId) ?? order.length;
  return [...records].sort((one, other) => placeOf(one) - placeOf(other));
}
