import { versionOf } from './data-files.js';
import type { Lookup } from './lookup.js';

const dayMs = 86_400_000;
const halfDayMs = 43_200_000;

/** A holiday as a calendar describes it: its local start, then its start and end as timestamps. */
interface Holiday {
  readonly date: string;
  readonly start: Date;
  readonly end: Date;
  readonly type: string;
}

/** Includes days on which banks are closed, because business days concern payments. */
const types: ReadonlySet<string> = new Set(['public', 'bank']);

/** Returns the days whose noon falls within a holiday, as `2026-09-07`. */
function daysOf({ date, start, end }: Holiday): readonly string[] {
  const begins = Date.parse(`${date.slice(0, 10)}T${date.slice(11, 19)}Z`);
  const ends = begins + (end.getTime() - start.getTime());
  const days: string[] = [];
  for (let noon = Math.floor(begins / dayMs) * dayMs + halfDayMs; noon < ends; noon += dayMs)
    if (noon >= begins) days.push(new Date(noon).toISOString().slice(0, 10));
  return days;
}

/**
 * Returns a lookup of whether a day such as `2026-09-07` is a nationwide holiday of a country. The holidays of a year are computed on first
 * use.
 */
export async function loadCalendars(): Promise<Lookup> {
  const { default: Holidays } = await import('date-holidays');
  const version = await versionOf('date-holidays');
  const countries = new Set(Object.keys(new Holidays().getCountries()));
  const years = new Map<string, ReadonlySet<string>>();
  const holidaysOf = (country: string, year: number): ReadonlySet<string> => {
    const key = `${country} ${year}`;
    const known = years.get(key);
    if (known) return known;
    // A holiday that begins in December may end in January.
    const calendar = new Holidays(country);
    const holidays = [year - 1, year].flatMap((each) => calendar.getHolidays(each));
    const days = new Set(holidays.filter(({ type }) => types.has(type)).flatMap(daysOf));
    if (years.size >= 1_000) years.clear();
    years.set(key, days);
    return days;
  };
  return (day, country) => {
    const year = Number(day.slice(0, 4));
    // Outside these years, the calendars of the package are not known to be right.
    if (!countries.has(country) || !(year >= 1970 && year <= 2075)) return { cause: 'no_calendar', version };
    return { value: holidaysOf(country, year).has(day), version };
  };
}
