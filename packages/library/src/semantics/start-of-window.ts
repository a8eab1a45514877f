import type { Environment, Type } from '@tamis/lang';
import { addMonths, asDecimal, type Numeric } from '@tamis/stdx';

/** The maximum distance in milliseconds from 1970 that a time can represent. */
export const maxTimeMs = 8.64e15;

/** Returns `now` minus a duration; `null` if the result is not a valid time, because a computed length can be of any size. */
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
