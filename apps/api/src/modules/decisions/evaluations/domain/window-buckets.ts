import type { FoldRequest, WindowRequest } from '@tamis/engine';

/** A period in milliseconds, from `from` (inclusive) to `until` (exclusive). `null` means unlimited. */
export interface TimeRange {
  readonly from: number | null;
  readonly until: number;
}

/** A part of a window. */
export interface WindowBucket extends TimeRange {
  /**
   * Whether it is exactly ten minutes, an hour, day, month or year (UTC), or everything before 1970, so that it is shared with other
   * windows.
   */
  readonly whole: boolean;
}

/** Whole parts begin and end at multiples of this step, or have no beginning. */
export const stepMs = 600_000;
const hourMs = 6 * stepMs;
const dayMs = 24 * hourMs;

/** Newer time is divided into days rather than months, so that a late record causes only one day to be counted again. */
const dailyBucketsMs = 62 * dayMs;

const nextMonth = (at: Date): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
const nextYear = (at: Date): number => Date.UTC(at.getUTCFullYear() + 1, 0);

/** Returns the end of the largest part that begins at a full hour and ends by `end`. */
function bucketEnd(start: number, end: number): number {
  if (start % dayMs !== 0 || start + dayMs > end) return start + hourMs;
  const at = new Date(start);
  const isMonth = at.getUTCDate() === 1;
  if (isMonth && at.getUTCMonth() === 0 && nextYear(at) <= end - dailyBucketsMs) return nextYear(at);
  return isMonth && nextMonth(at) <= end - dailyBucketsMs ? nextMonth(at) : start + dayMs;
}

/**
 * Divides the period of a window into whole parts, as large as possible, and remainders at both ends. The hour in which it begins is
 * divided into steps, since it has ended. The hour in which it ends is not, since more records may follow. Times of records are in
 * milliseconds.
 */
export function splitIntoBuckets({
  from,
  fromInclusive,
  to,
  toInclusive,
}: Pick<FoldRequest, 'from' | 'fromInclusive' | 'to' | 'toInclusive'>): readonly WindowBucket[] {
  const start = from === null || fromInclusive ? from : from + 1;
  const end = toInclusive ? to + 1 : to;
  if (start !== null && start >= end) return [];
  const last = Math.floor(end / hourMs) * hourMs;
  const firstStep = start === null ? 0 : Math.ceil(start / stepMs) * stepMs;
  const firstHour = Math.ceil(firstStep / hourMs) * hourMs;
  if (firstHour > last) return [{ from: start, until: end, whole: false }];
  const pieces: WindowBucket[] = start === firstStep ? [] : [{ from: start, until: firstStep, whole: start === null }];
  for (let at = firstStep, until: number; at < last; at = until) {
    until = at < firstHour ? at + stepMs : bucketEnd(at, last);
    pieces.push({ from: at, until, whole: true });
  }
  return last === end ? pieces : [...pieces, { from: last, until: end, whole: false }];
}

/**
 * Divides the period of a window backwards from its end. Each slice reaches four times as far back as the one before, the first a second.
 */
export function newestSlices({
  from,
  to,
  toInclusive,
}: Pick<WindowRequest, 'from' | 'to' | 'toInclusive'>): readonly TimeRange[] {
  const end = toInclusive ? to + 1 : to;
  const slices: TimeRange[] = [];
  for (let until = end, length = 1_000; from === null || until > from; length *= 4) {
    const start = end - length;
    const isLast = from === null ? start < 0 : start <= from;
    slices.push({ from: isLast ? from : start, until });
    if (isLast) break;
    until = start;
  }
  return slices;
}
