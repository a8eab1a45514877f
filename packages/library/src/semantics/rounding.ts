import { asDecimal, Decimal34, toNumeric, type Numeric } from '@tamis/stdx';

/** Rounds half-even to a number of fraction digits. */
export const roundTo = (value: Numeric, digits: number): Numeric =>
  toNumeric(asDecimal(value).toDecimalPlaces(digits, Decimal34.ROUND_HALF_EVEN));
