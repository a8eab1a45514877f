const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** From midnight UTC: rates of a day are published at 16:00 of Central Europe, which is an hour earlier in summer. */
const fetchAfterMs = 15.25 * hourMs;
const publishedAfterMs = 15 * hourMs;

const midnight = (at: number): number => Math.floor(at / dayMs) * dayMs;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * When a source is asked again that has answered at `now`: after the rates of the next day are published, and until then each hour while
 * those of today are missing. On a weekend there are none.
 */
export function nextFetchAt(now: Date, newest: string): Date {
  const at = now.getTime();
  const due = midnight(at) + fetchAfterMs;
  if (at < due) return new Date(due);
  const isWeekend = [0, 6].includes(now.getUTCDay());
  const isMissing = newest < dayOf(at) && !isWeekend;
  return new Date(isMissing ? Math.min(at + hourMs, due + dayMs) : due + dayMs);
}

/** When it is asked again after it failed so often in a row: twice as long each time. */
export function retryBackoffMs(failures: number): number {
  const [first, longest] = [60_000, hourMs];
  return Math.min(first * 2 ** Math.min(failures - 1, 10), longest);
}

/**
 * From when on a rate holds that was loaded at `loaded`: on its own day from when it was known, so that what is decided again later goes by
 * what could be known; one of an earlier day from when it was published.
 */
export function effectiveFrom(date: string, loaded: Date): Date {
  return dayOf(loaded.getTime()) === date ? loaded : new Date(Date.parse(date) + publishedAfterMs);
}
