const tokens: Readonly<Record<string, string>> = {
  yyyy: '(?<year>\\d{4})',
  MM: '(?<month>\\d{2})',
  dd: '(?<day>\\d{2})',
  HH: '(?<hour>\\d{2})',
  mm: '(?<minute>\\d{2})',
  ss: '(?<second>\\d{2})',
  SSS: '(?<ms>\\d{3})',
};

const defaultFormats = ['yyyy-MM-dd', 'yyyy-MM-dd HH:mm', 'yyyy-MM-dd HH:mm:ss', 'yyyy-MM-ddTHH:mm:ss'];

const formatPattern = (format: string): RegExp =>
  new RegExp(
    `^${format.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/yyyy|MM|dd|HH|mm|SSS|ss/g, (token) => tokens[token]!)}$`,
  );

/** Whether a text is a time format: it may use `yyyy`, `MM`, `dd`, `HH`, `mm`, `ss` and `SSS`, each once. The first three are required. */
export const isTimeFormat = (format: string): boolean =>
  ['yyyy', 'MM', 'dd', 'HH', 'mm', 'ss', 'SSS'].every((token) => {
    const found = format.split(token).length - 1;
    return found === 1 || (found === 0 && !['yyyy', 'MM', 'dd'].includes(token));
  });

/**
 * Converts a time in a table to ISO 8601. Without a format, it must be a date, or a date and a time, with the year first. Without an
 * offset, UTC is assumed. Returns `null` if the text does not match, or the date does not exist.
 */
export function toIsoTime(text: string, format?: string): string | null {
  for (const each of format === undefined ? defaultFormats : [format]) {
    const parts = formatPattern(each).exec(text)?.groups;
    if (!parts) continue;
    const { year, month, day, hour = '00', minute = '00', second = '00', ms = '000' } = parts;
    const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`;
    const time = new Date(iso);
    return !Number.isNaN(time.getTime()) && time.toISOString() === iso ? iso : null;
  }
  return null;
}
