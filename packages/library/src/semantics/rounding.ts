import { asDecimal, Decimal34, toNumeric, type Numeric } from '@tamis/stdx';

/** Half-even at so many fraction digits. */
export const roundTo = (value: Numeric, digits: number): Numeric =>
  toNumeric(asDecimal(value).toDecimalPlaces(digits, Decimal34.ROUND_HALF_EVEN));
