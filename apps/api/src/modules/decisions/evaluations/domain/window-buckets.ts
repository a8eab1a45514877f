import type { FoldRequest, WindowRequest } from '@tamis/engine';

/** A stretch of time in milliseconds: from, included, until, excluded. Null: from the beginning of time. */
export interface TimeRange {
  readonly from: number | null;
  readonly until: number;
}

/** A piece of a window. */
export interface WindowBucket extends TimeRange {
  /** Ten minutes, an hour, day, month or year (UTC) or all before 1970, so that other windows have the same piece. */
  readonly whole: boolean;
}

/** Whole pieces begin and end with such a step, or in the beginning of time. */
export const stepMs = 600_000;
const hourMs = 6 * stepMs;
const dayMs = 24 * hourMs;

/** What is newer is in days, not in months: a late record has one day counted again. */
const dailyBucketsMs = 62 * dayMs;

const nextMonth = (at: Date): number => Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
const nextYear = (at: Date): number => Date.UTC(at.getUTCFullYear() + 1, 0);

/** The end of the largest piece that begins at a full hour and ends no later than `end`. */
function bucketEnd(start: number, end: number): number {
  if (start % dayMs !== 0 || start + dayMs > end) return start + hourMs;
  const at = new Date(start);
  const isMonth = at.getUTCDate() === 1;
  if (isMonth && at.getUTCMonth() === 0 && nextYear(at) <= end - dailyBucketsMs) return nextYear(at);
  return isMonth && nextMonth(at) <= end - dailyBucketsMs ? nextMonth(at) : start + dayMs;
}

/**
 * Divides the time of a window: as large pieces as possible that are whole, and what is left at both ends. The hour it begins in is in
 * steps, for it has ended; of the one it ends in more is to come. Records have times in milliseconds.
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

/** The time of a window from its end backwards, in pieces of which each reaches four times as far as the one before it, the first a second. */
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
