import {
  asDecimal,
  dateText,
  Decimal34,
  groupedDigits,
  localClock,
  minorDigits,
  type Money,
  type Numeric,
} from '@tamis/stdx';
import { defaultNumberFormat, Unknown, type GeoPoint, type NumberFormat, type Outcome, type Type } from '@tamis/lang';
import { maxListItemsShown } from '../limits.js';

/** The settings of the organization that determine how values are shown. */
export interface ValueStyle {
  readonly timezone: string;
  /** Absent for the default. */
  readonly numberFormat?: NumberFormat | undefined;
}

export const unknownText = '(not known)';

const maxFractionDigits = 6;
const units = [
  { suffix: 'd', ms: 86_400_000 },
  { suffix: 'h', ms: 3_600_000 },
  { suffix: 'm', ms: 60_000 },
  { suffix: 's', ms: 1000 },
] as const;

function withGroups(fixed: string, { numberFormat = defaultNumberFormat }: ValueStyle): string {
  const [, sign = '', whole = '', fraction] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(fixed) ?? [];
  // The format is an example: the second character groups, and the one before the last separates decimals.
  const shown = `${sign}${groupedDigits(whole, numberFormat.charAt(1))}`;
  return fraction === undefined ? shown : `${shown}${numberFormat.at(-2) ?? ''}${fraction}`;
}

/** Formats a number with grouped thousands, at most 6 decimals (half-even), and no trailing zeros. */
function numberText(value: Numeric, style: ValueStyle): string {
  return withGroups(asDecimal(value).toDecimalPlaces(maxFractionDigits, Decimal34.ROUND_HALF_EVEN).toFixed(), style);
}

function moneyText({ amount, currency }: Money, style: ValueStyle): string {
  return `${withGroups(asDecimal(amount).toFixed(minorDigits(currency), Decimal34.ROUND_HALF_EVEN), style)} ${currency}`;
}

/** Formats a duration with its two largest units: `3d 4h`. */
function durationText(value: Numeric): string {
  const ms = asDecimal(value).toNumber();
  let rest = Math.abs(ms);
  const parts: string[] = [];
  for (const { suffix, ms: size } of units) {
    const whole = Math.floor(rest / size);
    rest -= whole * size;
    if (whole > 0) parts.push(`${whole}${suffix}`);
  }
  return `${ms < 0 ? '-' : ''}${parts.slice(0, 2).join(' ') || '0s'}`;
}

function datetimeText(ms: number, timezone: string): string {
  const local = localClock(ms, timezone);
  return `${dateText(local.getTime())} ${local.toISOString().slice(-13, -8)}`;
}

function anyText(value: unknown, style: ValueStyle): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numberText(value, style);
  // A list without a declared type is shown like any other.
  if (Array.isArray(value))
    return value
      .filter((item) => item !== null)
      .slice(0, maxListItemsShown)
      .map((item) => anyText(item, style))
      .join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formats a value for messages (language manual 1.9), independently of the platform's locale data. */
export function formatValue(value: Outcome, type: Type, style: ValueStyle): string {
  if (value instanceof Unknown) return unknownText;
  switch (type.kind) {
    case 'number':
      return numberText(value as Numeric, style);
    case 'money':
      return moneyText(value as Money, style);
    case 'duration':
      return type.calendar === true ? `${numberText(value as Numeric, style)}mo` : durationText(value as Numeric);
    case 'distance':
      return `${numberText(asDecimal(value as Numeric).div(1000), style)} km`;
    case 'datetime':
      return datetimeText(value as number, style.timezone);
    case 'geo':
      return `${(value as GeoPoint).lat}, ${(value as GeoPoint).lng}`;
    case 'list':
      return (value as readonly Outcome[])
        .slice(0, maxListItemsShown)
        .map((item) => formatValue(item, type.element, style))
        .join(', ');
    case 'bool':
    case 'text':
    case 'enum':
    case 'country':
    case 'currency':
    case 'date':
    case 'ip':
    case 'entity':
    case 'object':
    case 'any':
    case 'listref':
      return anyText(value, style);
  }
}
