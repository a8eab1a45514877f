const dayMs = 86_400_000;

/** Days of an address, as people write them: `2026-11-23`. */
export interface Days {
  readonly from?: string;
  readonly to?: string;
}

const isoDay = (utcMs: number): string => new Date(utcMs).toISOString().slice(0, 10);

/** Whether a text is a day that there is, with a year of four digits. */
export function isDay(text: string): boolean {
  const ms = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && isoDay(ms) === text;
}

/** What the clocks of a zone show at an instant, as if they showed the time of Greenwich. */
function clockOf(ms: number, timeZone: string): number {
  const numeric = 'numeric';
  const parts = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', calendar: 'gregory', year: numeric, month: numeric, day: numeric },
    ...{ hour: numeric, minute: numeric, second: numeric },
  }).formatToParts(ms);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

/** The instant at which a day begins in a zone. */
function startOfDay(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const offsetAt = (ms: number): number => clockOf(ms, timeZone) - ms;
  // The offset of that instant, not of midnight in Greenwich.
  return utc - offsetAt(utc - offsetAt(utc));
}

/** First and last instant of days of a zone, as the API takes them. */
export const instantsOf = ({ from, to }: Days, timeZone: string): Days => ({
  ...(from !== undefined && { from: new Date(startOfDay(from, timeZone)).toISOString() }),
  ...(to !== undefined && { to: new Date(startOfDay(dayAfter(to, 1), timeZone) - 1).toISOString() }),
});

/** Another day, so many days later, or earlier. */
export const dayAfter = (day: string, days: number): string => isoDay(Date.parse(`${day}T00:00:00Z`) + days * dayMs);

/** The day that a zone has at an instant. */
export const dayIn = (timeZone: string, ms: number): string => isoDay(clockOf(ms, timeZone));
