import type { components } from '@tamis/client';

export type Sweep = components['schemas']['SweepDto'];
export type SweepPoint = Sweep['points'][number];

/** Of the hits with a label, those that are positive; null: none has one. */
export function precisionOf({ positivesCaught, falseAlarms }: SweepPoint): number | null {
  const labelled = positivesCaught + falseAlarms;
  return labelled === 0 ? null : positivesCaught / labelled;
}

/** What is gained by more alerts: known frauds that are caught, or, where none is known, hits. */
export const benefitOf = ({ positivesTotal, positivesCaught, hits }: SweepPoint): number =>
  positivesTotal > 0 ? positivesCaught / positivesTotal : hits;

export const isLabelled = (points: readonly SweepPoint[]): boolean =>
  points.some(({ positivesTotal, falseAlarms }) => positivesTotal + falseAlarms > 0);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const placeOf = (points: readonly SweepPoint[], value: unknown): number =>
  points.findIndex((point) => same(point.value, value));

/** Where the line stands: as the address says, else at the value there is, else at the first. */
export function chosenPlace(
  { points, current }: Pick<Sweep, 'points' | 'current'>,
  chosen: number | undefined,
): number {
  if (chosen !== undefined && chosen < points.length) return chosen;
  return Math.max(0, placeOf(points, current));
}

/** Places beyond those that the keys of a slider lead to are cut off. */
export function moved(place: number, key: string, isLarge: boolean, last: number): number | null {
  const steps = isLarge ? 5 : 1;
  const to = {
    ArrowLeft: place - steps,
    ArrowDown: place - steps,
    ArrowRight: place + steps,
    ArrowUp: place + steps,
    PageDown: place - 5,
    PageUp: place + 5,
    Home: 0,
    End: last,
  }[key];
  return to === undefined ? null : Math.min(last, Math.max(0, to));
}
