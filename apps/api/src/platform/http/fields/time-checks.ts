import { ValidateBy } from 'class-validator';

/** PostgreSQL accepts no larger offsets, and no time zone has one. */
const instant = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-5]):?[0-5]\d)$/;

/** PostgreSQL has no year 0, and responses write years with four digits. */
const hasYear = (date: Date): boolean => date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999;

/** Returns whether the text is a calendar date, `YYYY-MM-DD`, from year 1 on. */
export function isCalendarDate(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return hasYear(date) && date.toISOString().startsWith(text);
}

/** Returns whether the text is a timestamp in the years 1 to 9999 (UTC): ISO 8601 with a valid date, a time, and an offset or `Z`. */
export function isInstant(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const date = instant.exec(text)?.[1];
  return date !== undefined && isCalendarDate(date) && hasYear(new Date(text));
}

export const IsInstant = (): PropertyDecorator =>
  ValidateBy({
    name: 'isInstant',
    validator: {
      validate: isInstant,
      defaultMessage: () => '$property must be an ISO 8601 time with a time zone offset, such as 2026-03-01T10:02:00Z',
    },
  });

export const IsDate10 = (): PropertyDecorator =>
  ValidateBy({
    name: 'isDate',
    validator: { validate: isCalendarDate, defaultMessage: () => '$property must be a date of the form YYYY-MM-DD' },
  });

export const IsTimeZone = (): PropertyDecorator =>
  ValidateBy({
    name: 'isTimeZone',
    validator: {
      validate: isTimeZone,
      defaultMessage: () => '$property must be an IANA time zone, such as America/Sao_Paulo',
    },
  });

/** Three-letter names that have the same meaning everywhere. */
const shortZones = new Set(['UTC', 'GMT', 'UCT', 'EST', 'MST', 'HST', 'PRC', 'ROC', 'ROK']);

/**
 * `ART` means Cairo in ICU and Argentina in PostgreSQL. PostgreSQL has no daylight saving time for `CET`, and does not know former time
 * zones.
 */
const isReadOtherwise = (name: string): boolean =>
  (/^[A-Z]{3}$/i.test(name) && !shortZones.has(name.toUpperCase())) ||
  /^(SystemV\/.*|US\/Pacific-New|Canada\/East-Saskatchewan)$/i.test(name);

function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string' || isReadOtherwise(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
