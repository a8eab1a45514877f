const partOfDate = /^(?:\d{6}|\d{4}<<|\d{2}<<<<|<{6})$/u;
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Is a text a date as zones print it, `YYMMDD`, with fillers for a day, month or year that nobody knows? */
export function isPartOfDate(text: string): boolean {
  if (!partOfDate.test(text)) return false;
  const month = text.slice(2, 4);
  if (month === '<<') return true;
  const days = daysOfMonth[Number(month) - 1];
  if (days === undefined) return false;
  const day = text.slice(4, 6);
  return day === '<<' || (Number(day) >= 1 && Number(day) <= days);
}

/** How far ahead a document may end: longer than any is issued for, shorter than a life. */
const mostYearsAhead = 50;

/** A printed date as `YYYY-MM-DD`; null where a part is unknown or no such day exists. Nobody is born after today. */
export function wholeDate(text: string, kind: 'birth' | 'issue' | 'expiry', today: string): string | null {
  if (!/^\d{6}$/u.test(text)) return null;
  const thisYear = Number(today.slice(0, 4));
  const century = thisYear - (thisYear % 100);
  const rest = `-${text.slice(2, 4)}-${text.slice(4, 6)}`;
  let year = century + Number(text.slice(0, 2));
  if (kind === 'expiry') {
    if (year > thisYear + mostYearsAhead) year -= 100;
    else if (year <= thisYear + mostYearsAhead - 100) year += 100;
  } else if (`${year}${rest}` > today) year -= 100;
  const whole = `${year}${rest}`;
  return isDate(whole) ? whole : null;
}

/** Is a text a day of the calendar, as `YYYY-MM-DD`? */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
