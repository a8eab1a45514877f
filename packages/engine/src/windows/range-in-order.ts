import type { WindowBounds } from '@tamis/lang';

/** Index of the first item, and the index after the last. */
export type IndexRange = readonly [first: number, end: number];

/**
 * Returns the index of the first item later than `time`, or at that time if included, among the items before `end`, which are in time
 * order.
 */
function firstFrom(timeAt: (index: number) => number, end: number, time: number, included: boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = timeAt(middle);
    if (at > time || (included && at === time)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns which of the items before `end`, which are in time order, are within the bounds. */
export function rangeInOrder(timeAt: (index: number) => number, end: number, bounds: WindowBounds): IndexRange {
  const { from, fromInclusive, to, toInclusive } = bounds;
  const last = firstFrom(timeAt, end, to, !toInclusive);
  return [from === null ? 0 : firstFrom(timeAt, last, from, fromInclusive), last];
}
