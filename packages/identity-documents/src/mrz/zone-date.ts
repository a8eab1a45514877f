const partOfDate = /^(?:\d{6}|\d{4}<<|\d{2}<<<<|<{6})$/u;
const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a text is a date as printed in zones, `YYMMDD`, with fillers for an unknown day, month or year. */
export function isPartOfDate(text: string): boolean {
  if (!partOfDate.test(text)) return false;
  const month = text.slice(2, 4);
  if (month === '<<') return true;
  const days = daysOfMonth[Number(month) - 1];
  if (days === undefined) return false;
  const day = text.slice(4, 6);
  return day === '<<' || (Number(day) >= 1 && Number(day) <= days);
}

/** Maximum number of years until a document expires: longer than any validity, shorter than a life. */
const mostYearsAhead = 50;

/**
 * Returns a printed date as `YYYY-MM-DD`, or `null` if a part is unknown or the day does not exist. Dates of birth and issue are never
 * after today.
 */
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

/** Whether a text is an existing calendar day, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
