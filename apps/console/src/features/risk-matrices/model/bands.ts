import type { components } from '@tamis/client';

export type Matrix = components['schemas']['RiskMatrixRecordDto'];
export type Band = components['schemas']['MatrixDecisionBody'];

/** Decisions that start at a number of points. The band without points decides everything below them. */
export const graded = ['REVIEW_REQUIRED', 'HOLD', 'REJECT'] as const;

/** Points as typed, by decision. Empty if the decision does not depend on points. */
export type TypedBands = Readonly<Record<(typeof graded)[number], string>>;

export function typedOf(bands: readonly Band[]): TypedBands {
  const points = (decision: string): string => {
    const from = bands.find((band) => band.decision === decision)?.from;
    return from == null ? '' : String(from);
  };
  return { REVIEW_REQUIRED: points('REVIEW_REQUIRED'), HOLD: points('HOLD'), REJECT: points('REJECT') };
}

/** Returns the bands as they are stored, keeping the lowest one, or `null` if points are not numbers or not ascending. */
export function bandsOf(typed: TypedBands, before: readonly Band[]): readonly Band[] | null {
  const lowest = before.find(({ from }) => from == null) ?? { decision: 'APPROVE' as const, from: null };
  const chosen = graded
    .filter((decision) => decision !== lowest.decision && typed[decision].trim() !== '')
    .map((decision) => ({ decision, from: Number(typed[decision]) }));
  const isRising = chosen.every(({ from }, index) => from > (chosen[index - 1]?.from ?? Number.NEGATIVE_INFINITY));
  return chosen.every(({ from }) => Number.isFinite(from)) && isRising ? [lowest, ...chosen] : null;
}

/** Whether the typed bands differ from the stored ones. `null` stands for the default bands. */
export const isOther = (typed: TypedBands, before: readonly Band[] | null): boolean => {
  if (before === null) return graded.some((decision) => typed[decision].trim() !== '');
  const bands = bandsOf(typed, before);
  return bands !== null && !isSame(bands, before);
};

const isSame = (one: readonly Band[], two: readonly Band[]): boolean => {
  const textOf = (bands: readonly Band[]): string =>
    bands
      .map(({ decision, from }) => `${decision} ${from ?? ''}`)
      .sort()
      .join();
  return textOf(one) === textOf(two);
};
