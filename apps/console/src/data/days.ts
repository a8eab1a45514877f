const dayMs = 86_400_000;

/** Days in a URL, as people write them: `2026-11-23`. */
export interface Days {
  readonly from?: string;
  readonly to?: string;
}

const isoDay = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);

/** Whether a text is an existing day with a four-digit year. */
export function isDay(text: string): boolean {
  const ms = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && isoDay(ms) === text;
}

/** Returns the local time of a zone at an instant, encoded as if it were UTC. */
function clockOf(ms: number, timeZone: string): number {
  const numeric = 'numeric';
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', calendar: 'gregory', year: numeric, month: numeric, day: numeric },
    ...{ hour: numeric, minute: numeric, second: numeric },
  }).formatToParts(ms);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** Returns the instant at which a day begins in a time zone. */
function startOfDay(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const offsetAt = (ms: number): number => clockOf(ms, timeZone) - ms;
  // Uses the offset at that instant rather than the one at midnight UTC.
  return utc - offsetAt(utc - offsetAt(utc));
}

/** Returns the first and last instant of a range of days in a time zone, as the API expects them. */
export const instantsOf = ({ from, to }: Days, timeZone: string): Days => ({
  ...(from !== undefined && { from: new Date(startOfDay(from, timeZone)).toISOString() }),
  ...(to !== undefined && { to: new Date(startOfDay(dayAfter(to, 1), timeZone) - 1).toISOString() }),
});

/** Returns the day that is `days` later, or earlier if negative. */
export const dayAfter = (day: string, days: number): string => isoDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs);

/** Returns the day in a time zone at an instant. */
export const dayIn = (timeZone: string, ms: number): string => isoDay(clockOf(ms, timeZone));
