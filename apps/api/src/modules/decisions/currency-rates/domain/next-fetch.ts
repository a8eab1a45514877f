const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** Offset from midnight UTC. Rates of a day are published at 16:00 Central European time, which in UTC is an hour earlier in summer. */
const fetchAfterMs = 15.25 * hourMs;
const publishedAfterMs = 15 * hourMs;

const midnight = (at: number): number => Math.floor(at / dayMs) * dayMs;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Returns when to query a source again that responded at `now`: after the next day's rates are published. While today's are missing, each
 * hour. None are published on weekends.
 */
export function nextFetchAt(now: Date, newest: string): Date {
  const at = now.getTime();
  const due = midnight(at) + fetchAfterMs;
  if (at < due) return new Date(due);
  const isWeekend = [0, 6].includes(now.getUTCDay());
  const isMissing = newest < dayOf(at) && !isWeekend;
  return new Date(isMissing ? Math.min(at + hourMs, due + dayMs) : due + dayMs);
}

/** Returns the delay before the next query after this many consecutive failures. It doubles each time. */
export function retryBackoffMs(failures: number): number {
  const [first, longest] = [60_000, hourMs];
  return Math.min(first * 2 ** Math.min(failures - 1, 10), longest);
}

/**
 * Returns the time from which a rate loaded at `loaded` is effective. A rate of the current day is effective once known, so that later
 * re-evaluations use only what could be known. An earlier day's rate is effective from its publication.
 */
export function effectiveFrom(date: string, loaded: Date): Date {
  return dayOf(loaded.getTime()) === date ? loaded : new Date(Date.parse(date) + publishedAfterMs);
}
