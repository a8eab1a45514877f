import type { WindowBounds } from '@tamis/lang';

/** Indexes of the first item and of the one behind the last. */
export type IndexRange = readonly [first: number, end: number];

/** Index of the first item later than `time`, or at it too, of the items before `end`, which are in the order of time. */
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

/** Which of the items before `end`, in the order of time, lie in the bounds. */
export function rangeInOrder(timeAt: (index: number) => number, end: number, bounds: WindowBounds): IndexRange {
  const { from, fromInclusive, to, toInclusive } = bounds;
  const last = firstFrom(timeAt, end, to, !toInclusive);
  return [from === null ? 0 : firstFrom(timeAt, last, from, fromInclusive), last];
}
