import type { Environment, Type } from '@tamis/lang';
import { addMonths, asDecimal, type Numeric } from '@tamis/stdx';

/** Milliseconds either side of 1970 that a time can stand for. */
export const maxTimeMs = 8.64e15;

/** `now` less a duration; null when that is no time, as a length that was computed may be of any size. */
export function startOfWindow(
  duration: Numeric,
  type: Type | undefined,
  { now, timezone }: Environment,
): number | null {
  const length = asDecimal(duration);
  const isCalendar = type?.kind === 'duration' && type.calendar === true;
  if (isCalendar && !length.isInteger()) return null;
  // Twelve months are less than 3.2e10 ms.
  if (length.abs().gt(isCalendar ? maxTimeMs / 3e9 : maxTimeMs)) return null;
  const start = isCalendar ? addMonths(now, -length.toNumber(), timezone) : now - length.toNumber();
  return Math.abs(start) <= maxTimeMs ? start : null;
}
