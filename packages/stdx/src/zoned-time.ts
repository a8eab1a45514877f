const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Returns a format for the local clock of a time zone, or `null` if the zone is not known. */
function clockFormat(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  let format: Intl.DateTimeFormat | null;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    format = null;
  }
  formats.set(zone, format);
  return format;
}

/** Returns whether a text is an IANA time zone name. */
export const isZone = (zone: string): boolean => /^[A-Za-z]/.test(zone) && clockFormat(zone) !== null;

/** Like `Date.UTC`, for every year from 0 on: the built-in function reads years below 100 as 19xx. */
export function utcMs(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const time = new Date(0);
  time.setUTCFullYear(year, month - 1, day);
  time.setUTCHours(hour, minute, second, 0);
  return time.getTime();
}

function offsetNow(ms: number, zone: string): number {
  const format = clockFormat(zone);
  if (!format) throw new RangeError(`unknown time zone ${zone}`);
  const part: Record<string, string> = {};
  for (const { type, value } of format.formatToParts(ms)) part[type] = value;
  const year = part['era'] === 'BC' ? 1 - Number(part['year']) : Number(part['year']);
  const local = utcMs(
    year,
    Number(part['month']),
    Number(part['day']),
    Number(part['hour']),
    Number(part['minute']),
    Number(part['second']),
  );
  return local - Math.floor(ms / 1000) * 1000;
}

/** Offsets by zone and UTC day; `null` for a day on which the offset changes. No zone changes its offset twice within one day. */
const offsets = new Map<string, Map<number, number | null>>();
const maxDaysPerZone = 40_000;

/** Returns local time minus UTC at a point in time, in milliseconds. `zone` is an IANA name. */
export function zoneOffsetMs(ms: number, zone: string): number {
  if (zone === 'UTC') return 0;
  let days = offsets.get(zone);
  if (!days) offsets.set(zone, (days = new Map<number, number | null>()));
  const day = Math.floor(ms / dayMs);
  let offset = days.get(day);
  if (offset === undefined) {
    const first = offsetNow(day * dayMs, zone);
    offset = first === offsetNow((day + 1) * dayMs, zone) ? first : null;
    if (days.size >= maxDaysPerZone) days.clear();
    days.set(day, offset);
  }
  return offset ?? offsetNow(ms, zone);
}

/** Returns the local clock at a point in time, as a Date whose UTC fields contain the local values. */
export const localClock = (ms: number, zone: string): Date => new Date(ms + zoneOffsetMs(ms, zone));

/**
 * Returns the timestamp at which the local clock of a zone shows `localMs` (local time as if it were UTC). Of a time that occurs twice, the
 * earlier one is returned; a skipped time is moved forward by the gap.
 */
export function instantOf(localMs: number, zone: string): number {
  const before = zoneOffsetMs(localMs - dayMs, zone);
  const after = zoneOffsetMs(localMs + dayMs, zone);
  const candidates = [localMs - before, localMs - after].sort((a, b) => a - b);
  const exact = candidates.find((instant) => instant + zoneOffsetMs(instant, zone) === localMs);
  return exact ?? localMs - before;
}

/** Returns the first instant of a local day, given as its midnight as if in UTC. */
export function startOfLocalDay(midnightMs: number, zone: string): number {
  const instant = instantOf(midnightMs, zone);
  if (instant + zoneOffsetMs(instant, zone) === midnightMs) return instant;
  // If midnight is skipped, the day begins when the clock jumps past it.
  let low = instant - dayMs;
  let high = instant;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle + zoneOffsetMs(middle, zone) >= midnightMs) high = middle;
    else low = middle;
  }
  return high;
}

const lastDayOfMonth = (year: number, month: number): number =>
  new Date(utcMs(year, month + 1, 1) - dayMs).getUTCDate();

/** Returns the same local clock time `months` later (or earlier). The day is limited to the last day of that month. */
export function addMonths(ms: number, months: number, zone: string): number {
  const local = localClock(ms, zone);
  const total = local.getUTCFullYear() * 12 + local.getUTCMonth() + months;
  const year = Math.floor(total / 12);
  const month = total - year * 12 + 1;
  const day = Math.min(local.getUTCDate(), lastDayOfMonth(year, month));
  const timeOfDay = ((local.getTime() % dayMs) + dayMs) % dayMs;
  return instantOf(utcMs(year, month, day) + timeOfDay, zone);
}
