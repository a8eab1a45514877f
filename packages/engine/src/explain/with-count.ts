import { maxWindowRows } from '../limits.js';
import type { Facts } from '../facts/facts.js';
import type { WindowTotals } from '../facts/fold-request.js';
import type { RowsInView } from '../compile/read-rows.js';

const withMore = ({ rows, known, matching, count, ...rest }: WindowTotals, more: number): WindowTotals => ({
  ...rest,
  rows: rows + more,
  known: known + more,
  matching: matching + more,
  count: count + more,
});

/** Returns facts in which this many records of a window pass the filter, or `null` if that would require records that are not known. */
export function withCount(facts: Facts, seen: RowsInView, count: number): Facts | null {
  const { rows, first, window, aggregate, totals } = seen;
  const stored = (facts.windows as Partial<Facts['windows']>)[window];
  if (!stored) return null;
  const places = rows.flatMap(({ filter, isSubject }, index) => (filter === true && !isSubject ? [first + index] : []));
  const isCounted = rows.some(({ filter, isSubject }) => filter === true && isSubject) ? 1 : 0;
  const wanted = count - isCounted;
  const newest = places.at(-1);
  if (wanted < 0 || wanted > maxWindowRows) return null;
  if (totals && aggregate !== null)
    return { ...facts, totals: { ...facts.totals, [aggregate]: withMore(totals, wanted - totals.count) } };
  if (wanted <= places.length) {
    const dropped = new Set(places.slice(wanted));
    return { ...facts, windows: { ...facts.windows, [window]: stored.filter((_, index) => !dropped.has(index)) } };
  }
  const model = newest === undefined ? undefined : stored[newest];
  if (newest === undefined || !model) return null;
  const more = Array.from({ length: wanted - places.length }, () => model);
  const grown = [...stored.slice(0, newest + 1), ...more, ...stored.slice(newest + 1)];
  return { ...facts, windows: { ...facts.windows, [window]: grown } };
}
