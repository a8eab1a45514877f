import type { Exact } from '../data/exact-json.js';

/** The formats of values for a reader, in the timezone of an organization. */
export interface Formats {
  money(amount: Exact, currency: string): string;
  number(value: number): string;
  share(value: number): string;
  /** Formats date and time with the short name of the timezone. */
  time(iso: string): string;
  /** The same in UTC. */
  utc(iso: string): string;
  since(iso: string, nowMs: number): string;
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_557_600_000],
  ['month', 2_629_800_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** Returns the number of decimal places in the amount, so that none is added or lost. */
const decimalsOf = (amount: Exact): number => (String(amount).split('.')[1] ?? '').length;

export function formatsOf(locale: string, timeZone: string): Formats {
  const number = new Intl.NumberFormat(locale);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const parts = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  } as const;
  const time = new Intl.DateTimeFormat(locale, { timeZone, ...parts });
  const utc = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...parts });
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  // Creating a format takes longer than using it, and lists have thousands of amounts.
  const known = new Map<string, Intl.NumberFormat>();
  const moneyFormat = (currency: string, decimals: number): Intl.NumberFormat => {
    const key = `${currency} ${decimals}`;
    const found = known.get(key);
    if (found) return found;
    const usual = new Intl.NumberFormat(locale, { style: 'currency', currency });
    const most = Math.max(usual.resolvedOptions().maximumFractionDigits ?? 2, decimals);
    const made = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: most });
    known.set(key, made);
    return made;
  };
  return {
    money: (amount, currency) => {
      try {
        return moneyFormat(currency, decimalsOf(amount)).format(amount as Intl.StringNumericLiteral);
      } catch {
        // An own currency of the organization, such as `PTS1`.
        return `${String(amount)} ${currency}`;
      }
    },
    number: (value) => number.format(value),
    // A very small share must not be shown as zero.
    share: (value) => (value > 0 && value < 0.0005 ? `< ${share.format(0.001)}` : share.format(value)),
    time: (iso) => time.format(new Date(iso)),
    utc: (iso) => utc.format(new Date(iso)),
    since: (iso, nowMs) => {
      const passed = Date.parse(iso) - nowMs;
      const [unit, length] = units.find(([, ms]) => Math.abs(passed) >= ms) ?? ['second', 1_000];
      return ago.format(Math.round(passed / length), unit);
    },
  };
}

/**
 * Returns a number as the API expects it, from one that is written as in a locale: 1.000,50 or 1,000.50. What is not written so is returned
 * as it is.
 */
export function typedNumber(typed: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale, { useGrouping: 'always' }).formatToParts(1_000.5);
  const signOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  const [group, decimal] = [signOf('group').trim(), signOf('decimal')];
  const [whole = '', ...fraction] = typed.replace(/[\s'’]/g, '').split(decimal);
  const grouped = whole.split(group === '' ? ' ' : group);
  // A sign elsewhere than before three digits is not meant for grouping.
  const isGrouped = grouped.length > 1 && grouped.slice(1).every((each) => /^\d{3}$/.test(each));
  return [isGrouped ? grouped.join('') : whole, ...fraction].join('.');
}
