import { localClock, startOfLocalDay, utcMs } from './zoned-time.js';

const dayMs = 86_400_000;
const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Caches the latest day: records arrive in order of time, so most have the same day as the previous record. */
let latest: { readonly text: string; readonly ms: number | null } = { text: '', ms: null };

/** Returns midnight of a day as if it were UTC, or `null` if the text is not `YYYY-MM-DD` or the day does not exist. */
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

/** Returns `YYYY-MM-DD` for a UTC time. Years have four digits; times outside that range are returned as its first or last day. */
export function dateText(ms: number): string {
  const time = new Date(Math.min(Math.max(ms, firstDayMs), lastDayMs));
  return `${pad(time.getUTCFullYear(), 4)}-${pad(time.getUTCMonth() + 1, 2)}-${pad(time.getUTCDate(), 2)}`;
}

/** Returns the local calendar day of a timestamp. */
export const localDate = (ms: number, zone: string): string => dateText(localClock(ms, zone).getTime());

/** Returns the first instant of a valid day (`YYYY-MM-DD`) in a time zone. */
export function startOfDate(date: string, zone: string): number {
  const midnight = parseDate(date);
  if (midnight === null) throw new RangeError(`not a day: ${date}`);
  return startOfLocalDay(midnight, zone);
}

/**
 * Reads a timestamp, or a day as its local start in a time zone. Returns `null` for a time without offset, since its time zone is not
 * known.
 */
export function readTime(text: string, zone: string): number | null {
  const instant = parseInstant(text);
  if (instant !== null) return instant;
  return parseDate(text) === null ? null : startOfDate(text, zone);
}

/** Returns the whole days from one valid day to another; negative if `to` is earlier. */
export const daysFrom = (from: string, to: string): number => ((parseDate(to) ?? 0) - (parseDate(from) ?? 0)) / dayMs;

const instantPattern =
  /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * Parses an RFC 3339 timestamp with offset, seconds optional, to milliseconds since 1970 UTC; finer digits are cut off. Returns `null` for
 * anything else.
 */
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
