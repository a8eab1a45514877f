import { Decimal34, numericText, type Numeric } from '@tamis/stdx';

/** Fraction digits of the units that exact totals are kept in: amounts have 18, and 0.1 + 0.2 as a double has 17. */
const fractionDigits = 20;
const unitsInOne = 10n ** BigInt(fractionDigits);
/** Beyond, whole digits make totals slow rather than wrong. */
const mostText = 64;

/** The number in units of 10^-20, exactly; null when it has more digits than totals are kept for. */
export function exactUnits(value: Numeric): bigint | null {
  if (Number.isSafeInteger(value)) return BigInt(value as number) * unitsInOne;
  const text = numericText(value);
  if (text.length > mostText) return null;
  const point = text.indexOf('.');
  if (point < 0) return BigInt(text) * unitsInOne;
  const fraction = text.slice(point + 1);
  if (fraction.length > fractionDigits) return null;
  return BigInt(text.slice(0, point) + fraction.padEnd(fractionDigits, '0'));
}

/** Units as the decimal they stand for; of squares with `power` 2. Not rounded. */
export const fromUnits = (units: bigint, power: 1 | 2): Exclude<Numeric, number> =>
  new Decimal34(`${String(units)}e-${String(power * fractionDigits)}`);
