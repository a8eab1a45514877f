import type { Decimal34 } from '@tamis/stdx';

type Decimal = InstanceType<typeof Decimal34>;

/** The numbers between two bounds; `null` means no bound on that side. */
export interface NumberRange {
  readonly low: Decimal | null;
  readonly high: Decimal | null;
  readonly isLowOpen: boolean;
  readonly isHighOpen: boolean;
}

/** A value for which a cell is true: a text, true, false or null as it is written, or the numbers of a range. */
export type CellValue = string | NumberRange;

/** The values for which a cell is true; `null` if they are all values, or cannot be listed. */
export type CellValues = readonly CellValue[] | null;

export const exactly = (value: Decimal): NumberRange => ({
  low: value,
  high: value,
  isLowOpen: false,
  isHighOpen: false,
});

/** Whether all of one range is before all of another one. */
const isBefore = (a: NumberRange, b: NumberRange): boolean => {
  if (a.high === null || b.low === null) return false;
  return a.high.lt(b.low) || (a.high.eq(b.low) && (a.isHighOpen || b.isLowOpen));
};

const differ = (a: CellValue, b: CellValue): boolean => {
  if (typeof a === 'string' || typeof b === 'string') return a !== b;
  return isBefore(a, b) || isBefore(b, a);
};

/** Whether no value satisfies both cells of one column. */
export const areDisjoint = (a: CellValues, b: CellValues): boolean =>
  a !== null && b !== null && a.every((each) => b.every((other) => differ(each, other)));
