import { dateText, parseDate } from '@tamis/stdx';

import type { EntryBirth } from '../entry.js';

/** Years added on each side of an approximate year. A range that is too wide does not lower a score by mistake. */
const circaYears = 2;
/** Maximum length of a written birth date, in characters. */
const longestBirth = 60;

const months: ReadonlyMap<string, number> = new Map(
  ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'].map((name, at) => [
    name,
    at + 1,
  ]),
);

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** Returns the possible days of a year, month or day, as far as known, or `null` if there is no such day. */
export function partialDate(year: number, month: number | null = null, day: number | null = null): EntryBirth | null {
  if (!Number.isInteger(year) || year < 1_000 || year > 2_999) return null;
  if (month === null || month === 0) return { from: `${pad(year, 4)}-01-01`, to: `${pad(year, 4)}-12-31` };
  const first = `${pad(year, 4)}-${pad(month, 2)}-01`;
  const start = parseDate(first);
  if (start === null) return null;
  if (day === null || day === 0) {
    const next = parseDate(month === 12 ? `${pad(year + 1, 4)}-01-01` : `${pad(year, 4)}-${pad(month + 1, 2)}-01`);
    return { from: first, to: dateText((next ?? start) - 86_400_000) };
  }
  const exact = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
  return parseDate(exact) === null ? null : { from: exact, to: exact };
}

/** Returns the range from the earlier first day to the later last day of both ranges. */
export function joinedRange(one: EntryBirth | null, other: EntryBirth | null): EntryBirth | null {
  if (one === null || other === null) return one ?? other;
  return { from: one.from < other.from ? one.from : other.from, to: one.to > other.to ? one.to : other.to };
}

export function widened(range: EntryBirth | null): EntryBirth | null {
  if (range === null) return null;
  const from = partialDate(Number(range.from.slice(0, 4)) - circaYears);
  return joinedRange(from, partialDate(Number(range.to.slice(0, 4)) + circaYears));
}

/**
 * Parses a birth as lists write it: `1970`, `1970-05`, `1970-05-31`, `31/05/1970`, `00/00/1970`, `dd/mm/1970`, `31 May 1970`, `May 1970`,
 * `circa 1970`, `1970 to 1972`, `Between 1970 and 1972`. Returns `null` if it is not readable.
 */
export function birthRange(text: string): EntryBirth | null {
  if (text.length > longestBirth) return null;
  const plain = text.trim().toLowerCase();
  const between = /^(?:between )?(.+?)(?: to | and |\s*(?:–|\s-\s|(?<=^\d{4})-(?=\d{4}$))\s*)(.+)$/.exec(plain);
  if (between) {
    const [one, other] = [birthRange(between[1] ?? ''), birthRange(between[2] ?? '')];
    return one === null || other === null ? null : joinedRange(one, other);
  }
  const circa = /^(?:circa|approximately|approx[.]?|about|c[.]?|ca[.]?)\s+(.+)$/.exec(plain);
  if (circa) return widened(birthRange(circa[1] ?? ''));
  return isoRange(plain) ?? slashRange(plain) ?? wordRange(plain);
}

function isoRange(text: string): EntryBirth | null {
  const found = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?(?:t.*)?$/.exec(text);
  return found && partialDate(Number(found[1]), numberOf(found[2]), numberOf(found[3]));
}

/** Parses a date with the day first. Letters and zeros stand for unknown parts. */
function slashRange(text: string): EntryBirth | null {
  const found = /^(\d{1,2}|d{1,2})[/.](\d{1,2}|m{1,2})[/.](\d{4})$/.exec(text);
  return found && partialDate(Number(found[3]), numberOf(found[2]), numberOf(found[1]));
}

function wordRange(text: string): EntryBirth | null {
  const found = /^(?:(\d{1,2}) )?([a-z]{3})[a-z]*[.]? (\d{4})$/.exec(text);
  const month = months.get(found?.[2] ?? '');
  return found && month !== undefined ? partialDate(Number(found[3]), month, numberOf(found[1])) : null;
}

const numberOf = (digits: string | undefined): number | null =>
  digits === undefined || !/^\d+$/.test(digits) ? null : Number(digits);

/** Returns the single day that a text names, or `null` if it names none or several. */
export function exactDay(text: string): string | null {
  const range = birthRange(text);
  return range !== null && range.from === range.to ? range.from : null;
}
