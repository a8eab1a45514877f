const dayMs = 86_400_000;

/** The instant at which a day begins in a zone. */
function startOfDay(day: string, timeZone: string): number {
  const utc = Date.parse(`${day}T00:00:00Z`);
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const offsetAt = (ms: number): number => Date.parse(`${format.format(ms)} UTC`) - ms;
  // The offset of that instant, not of midnight in Greenwich.
  return utc - offsetAt(utc - offsetAt(utc));
}

/** Days, inclusive. */
export interface Days {
  readonly from?: string;
  readonly to?: string;
}

/** First and last instant of days of a zone, as the API takes them. */
export const instantsOf = ({ from, to }: Days, timeZone: string): { readonly from?: string; readonly to?: string } => ({
  ...(from !== undefined && { from: new Date(startOfDay(from, timeZone)).toISOString() }),
  ...(to !== undefined && { to: new Date(startOfDay(nextDay(to), timeZone) - 1).toISOString() }),
});

const nextDay = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
