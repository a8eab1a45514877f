import { localClock, startOfLocalDay, utcMs } from './zoned-time.js';

const dayMs = 86_400_000;
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Records come by their time, so most days are those of the record before. */
let latest: { readonly text: string; readonly ms: number | null } = { text: '', ms: null };

/** Midnight of a day written as UTC; null when the text is not `YYYY-MM-DD` or no such day exists. */
export function parseDate(text: string): number | null {
  if (text !== latest.text) latest = { text, ms: readDay(text) };
  return latest.ms;
}

function readDay(text: string): number | null {
  const match = datePattern.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const ms = utcMs(year, month, day);
  const read = new Date(ms);
  return read.getUTCMonth() + 1 === month && read.getUTCDate() === day ? ms : null;
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

const firstDayMs = utcMs(0, 1, 1);
const lastDayMs = utcMs(9999, 12, 31);

/** `YYYY-MM-DD` of a time written as UTC. Years have four digits: times outside of them are on their first or last day. */
export function dateText(ms: number): string {
  const time = new Date(Math.min(Math.max(ms, firstDayMs), lastDayMs));
  return `${pad(time.getUTCFullYear(), 4)}-${pad(time.getUTCMonth() + 1, 2)}-${pad(time.getUTCDate(), 2)}`;
}

/** Local calendar day of an instant. */
export const localDate = (ms: number, zone: string): string => dateText(localClock(ms, zone).getTime());

/** First instant of a day (`YYYY-MM-DD`, valid) in a zone. */
export function startOfDate(date: string, zone: string): number {
  const midnight = parseDate(date);
  if (midnight === null) throw new RangeError(`not a day: ${date}`);
  return startOfLocalDay(midnight, zone);
}

/** An instant, or the start of a local day in a zone. A time without offset is neither: nobody knows whose clock it was. */
export function readTime(text: string, zone: string): number | null {
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  return parseDate(text) === null ? null : startOfDate(text, zone);
}

/** Whole days from one day to another, negative when `to` is earlier. Both valid. */
export const daysFrom = (from: string, to: string): number => ((parseDate(to) ?? 0) - (parseDate(from) ?? 0)) / dayMs;

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/** RFC 3339 with offset, seconds optional, to milliseconds since 1970 UTC (finer digits are cut). Null for anything else. */
export function parseInstant(text: string): number | null {
  const match = instantPattern.exec(text);
  if (!match) return null;
  const midnight = parseDate(match[1] ?? '');
  const [hour, minute, second] = [Number(match[2]), Number(match[3]), Number(match[4] ?? 0)];
  const [offsetHour, offsetMinute] = [Number(match[7] ?? 0), Number(match[8] ?? 0)];
  if (midnight === null || hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return null;
  const offset = (match[6] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute) * 60_000;
  return (
    midnight +
    ((hour * 60 + minute) * 60 + second) * 1000 +
    Number((match[5] ?? '').padEnd(3, '0').slice(0, 3)) -
    offset
  );
}
