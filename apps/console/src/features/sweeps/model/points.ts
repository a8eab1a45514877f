import type { components } from '@tamis/client';

export type Sweep = components['schemas']['SweepDto'];
export type SweepPoint = Sweep['points'][number];

/** Returns the share of positives among the hits with a label; `null` if no hit has a label. */
export function precisionOf({ positivesCaught, falseAlarms }: SweepPoint): number | null {
  const labelled = positivesCaught + falseAlarms;
  return labelled === 0 ? null : positivesCaught / labelled;
}

/** Returns the benefit of more alerts: the share of known frauds that are caught or, if none is known, the hits. */
export const benefitOf = ({ positivesTotal, positivesCaught, hits }: SweepPoint): number =>
  positivesTotal > 0 ? positivesCaught / positivesTotal : hits;

export const isLabelled = (points: readonly SweepPoint[]): boolean =>
  points.some(({ positivesTotal, falseAlarms }) => positivesTotal + falseAlarms > 0);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const placeOf = (points: readonly SweepPoint[], value: unknown): number =>
  points.findIndex((point) => same(point.value, value));

/** Returns the index of the selected point: that in the address, otherwise that of the current value, otherwise the first. */
export function chosenPlace(
  { points, current }: Pick<Sweep, 'points' | 'current'>,
  chosen: number | undefined,
): number {
  if (chosen !== undefined && chosen < points.length) return chosen;
  return Math.max(0, placeOf(points, current));
}

/** Returns the index to which a key of the slider leads, limited to the valid range. */
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
