import { addMonths, localClock, startOfLocalDay, utcMs } from '@tamis/stdx';
import type { CalendarUnit, FrameWindow } from '../check/aggregate-frame.js';

/** The period that an aggregate reads; `start` of `since` is its value in milliseconds, which for a date is its first instant. */
export type TimeWindow = Exclude<FrameWindow, { kind: 'since' }> | { readonly kind: 'since'; readonly start: number };

/** Milliseconds since 1970 UTC. A window whose start is after its end contains nothing. */
export interface WindowBounds {
  /** `null` if there is no start. */
  readonly from: number | null;
  readonly fromInclusive: boolean;
  readonly to: number;
  readonly toInclusive: boolean;
}

const dayMs = 86_400_000;
const mondayIs = 1;

type LocalDay = readonly [year: number, month: number, day: number];

/** Returns the first day of the unit that contains a local day. Months are counted from 1, and months and days may exceed their range. */
function firstDay(unit: CalendarUnit, local: Date): LocalDay {
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()];
  switch (unit) {
    case 'day':
      return [year, month, day];
    case 'week':
      return [year, month, day - ((local.getUTCDay() + 7 - mondayIs) % 7)];
    case 'month':
      return [year, month, 1];
    case 'quarter':
      return [year, month - ((month - 1) % 3), 1];
    case 'year':
      return [year, 1, 1];
  }
}

function shiftDay(unit: CalendarUnit, [year, month, day]: LocalDay, by: number): LocalDay {
  switch (unit) {
    case 'day':
      return [year, month, day + by];
    case 'week':
      return [year, month, day + 7 * by];
    case 'month':
      return [year, month + by, day];
    case 'quarter':
      return [year, month + 3 * by, day];
    case 'year':
      return [year + by, month, day];
  }
}

/**
 * Returns the first instant of the unit that contains `ms`, or of the one `unitsLater` units later. If daylight saving time skips midnight,
 * a day begins at its first instant; if midnight occurs twice, at the earlier one.
 */
export function startOfUnit(unit: CalendarUnit, ms: number, zone: string, unitsLater = 0): number {
  const [year, month, day] = shiftDay(unit, firstDay(unit, localClock(ms, zone)), unitsLater);
  return startOfLocalDay(utcMs(year, month, 1) + (day - 1) * dayMs, zone);
}

/** Returns the bounds of a window at logical time `now`, in the organization's time zone (language manual 1.8, 3.5). */
export function windowBounds(window: TimeWindow, now: number, zone: string): WindowBounds {
  switch (window.kind) {
    case 'last': {
      const { spanMs, spanMonths } = window;
      const from = spanMonths > 0 ? addMonths(now, -spanMonths, zone) : now - spanMs;
      return { from, fromInclusive: false, to: now, toInclusive: true };
    }
    case 'current':
      return { from: startOfUnit(window.unit, now, zone), fromInclusive: true, to: now, toInclusive: true };
    case 'previous':
      return {
        from: startOfUnit(window.unit, now, zone, -1),
        fromInclusive: true,
        to: startOfUnit(window.unit, now, zone),
        toInclusive: false,
      };
    case 'since':
      return { from: window.start, fromInclusive: true, to: now, toInclusive: true };
    case 'allTime':
      return { from: null, fromInclusive: true, to: now, toInclusive: true };
  }
}

/** Whether an instant is within the window. */
export function isInWindow(ms: number, { from, fromInclusive, to, toInclusive }: WindowBounds): boolean {
  const afterStart = from === null || ms > from || (fromInclusive && ms === from);
  return afterStart && (ms < to || (toInclusive && ms === to));
}
