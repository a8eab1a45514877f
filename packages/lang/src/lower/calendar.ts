const dayParts = /^(\d{4})-(\d{2})-(\d{2})$/;
const timeParts = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?(?:Z|[+-](\d{2}):(\d{2}))$/;

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** Returns whether `YYYY-MM-DD` is a day of the Gregorian calendar. */
export function isCalendarDay(text: string): boolean {
  const [, year, month, day] = (dayParts.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

const isWithin = (part: number | undefined, max: number): boolean => part !== undefined && part <= max;

/** Returns whether an RFC 3339 text is a valid timestamp. Leap seconds are not supported. */
export function isInstant(text: string): boolean {
  const [day = '', time = ''] = text.split('T');
  const match = timeParts.exec(time);
  if (!match || !isCalendarDay(day)) return false;
  // Absent optional groups are read as 0.
  const [hour, minute, second, offsetHour, offsetMinute] = [1, 2, 3, 4, 5].map((group) => Number(match[group] ?? 0));
  return (
    isWithin(hour, 23) &&
    isWithin(minute, 59) &&
    isWithin(second, 59) &&
    isWithin(offsetHour, 23) &&
    isWithin(offsetMinute, 59)
  );
}
