import type { ListSummary } from './read-watchlist.js';
import type { WatchlistSource } from './watchlist-source.js';

/** A list that loses more than this share of its entries at once is considered damaged. */
const mostShrinkPercent = 10;
/** Maximum share of unreadable rows among all rows that are entries or should be. */
const mostUnreadablePercent = 5;

/**
 * Returns the reasons why a newly read version may not replace the current one; empty if it may. `next` is `null` if the files were not
 * read completely, `current` is `null` for the first version loaded.
 */
export function disbeliefs(
  source: Pick<WatchlistSource, 'minimumEntries'>,
  next: ListSummary | null,
  current: ListSummary | null,
): readonly string[] {
  if (next === null) return ['its files could not be read to their end'];
  const rows = next.entries + next.unreadable;
  const reasons: (string | false)[] = [
    next.entries < source.minimumEntries &&
      `has ${next.entries} entries; the list has at least ${source.minimumEntries}`,
    next.unreadable * 100 > rows * mostUnreadablePercent &&
      `${next.unreadable} of ${rows} rows cannot be read; at most ${mostUnreadablePercent} % may be so`,
  ];
  if (current) reasons.push(...comparisons(next, current));
  return reasons.filter((reason) => reason !== false);
}

function comparisons(next: ListSummary, current: ListSummary): readonly (string | false)[] {
  const [made, before] = [next.generatedOn, current.generatedOn];
  const isShrunk = next.entries * 100 < current.entries * (100 - mostShrinkPercent);
  const isOlder = made !== null && before !== null && made < before;
  const lostMark = next.format === current.format && current.isEndMarked && !next.isEndMarked;
  return [
    isShrunk && `has ${next.entries} entries after ${current.entries}; more than ${mostShrinkPercent} % are missing`,
    isOlder && `was made on ${made}, before the current one of ${before}`,
    lostMark && 'does not end with the mark that the current one ends with',
  ];
}
