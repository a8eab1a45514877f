import { mergeUnknown, type FoldShortcut, type Outcome, type Type, type Unknown, type Value } from '@tamis/lang';
import { asDecimal, Decimal34, numericFromParts, numericParts, type Numeric } from '@tamis/stdx';
import { sight, type LookColumn } from './record-columns.js';
import { foldTally, type WindowFold } from './tally.js';

/** The records an aggregate looks at: slots, newest first, and what it saw of the subject, the newest of all. */
export interface FewRecords {
  readonly slots: Int32Array;
  readonly count: number;
  readonly column: LookColumn;
  /** Null: the subject is none of them. Its value as in the column. */
  readonly own: { readonly code: number; readonly value: Value | Unknown | null } | null;
}

/** Exact totals; the sum of squares is found when it is asked for. */
class FewTotals {
  constructor(
    readonly count: number,
    readonly sum: Numeric,
    private readonly numbers: () => readonly Numeric[],
  ) {}

  get squares(): Exclude<Numeric, number> {
    return this.numbers().reduce<Exclude<Numeric, number>>(
      (sum, number) => sum.plus(new Exact(asDecimal(number)).pow(2)),
      new Exact(0),
    );
  }
}

/** Squares of so few digits as split units have are exact in it. */
const Exact = Decimal34.clone({ precision: 200 });

function countedValues({ slots, count, column, own }: FewRecords): Value[] {
  const values: Value[] = [];
  for (let index = count - 1; index >= 0; index--) {
    const slot = slots[index] as number;
    const value = column.sights.at(slot) === sight.counts ? (column.values[slot] as Value | null) : null;
    if (value !== null) values.push(value);
  }
  if (own?.code === sight.counts && own.value !== null) values.push(own.value as Value);
  return values;
}

function totalsOf(
  { number }: Extract<FoldShortcut, { kind: 'totals' }>,
  few: FewRecords,
  type: Type | null,
): FewTotals | null {
  const { slots, count, column, own } = few;
  const { units, sights } = column;
  if (units === null) return null;
  let [wholes, fractions, counted] = [0, 0, 0];
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    if (sights.at(slot) !== sight.counts) continue;
    wholes += units.wholes.at(slot);
    fractions += units.fractions.at(slot);
    counted += 1;
  }
  if (own?.code === sight.counts) {
    const ownNumber = number(own.value as Value, type);
    const split = ownNumber === null ? null : numericParts(ownNumber);
    if (split === null) return null;
    wholes += split.whole;
    fractions += split.fraction;
    counted += 1;
  }
  if (Number.isNaN(wholes)) return null;
  const numbers = (): readonly Numeric[] => countedValues(few).map((value) => number(value, type) as Numeric);
  return new FewTotals(counted, numericFromParts(wholes, fractions), numbers);
}

function differentOf({ slots, count, column, own }: FewRecords): number | null {
  const { codes, sights } = column;
  if (codes === null) return null;
  const found: number[] = [];
  const take = (code: number): void => {
    if (!found.includes(code)) found.push(code);
  };
  for (let index = 0; index < count; index++) {
    const slot = slots[index] as number;
    if (sights.at(slot) === sight.counts) take(codes.codes.at(slot));
  }
  if (own?.code === sight.counts) take(codes.of(own.value as Value | null));
  return found.includes(-1) ? null : found.length;
}

/** The least or greatest, of equal ones the newest; null where one has no place in the order, or there is none. */
function extremeOf(
  { compare, fits, rank }: Extract<FoldShortcut, { kind: 'rank' }>,
  few: FewRecords,
  type: Type | null,
): Value | null {
  if (typeof rank !== 'string') return null;
  let best: Value | null = null;
  for (const value of countedValues(few)) {
    if (!fits(value, type)) return null;
    const order = best === null ? 0 : compare(best, value);
    if (order === 0 || order < 0 === (rank === 'last')) best = value;
  }
  return best;
}

function endOf(end: 'newest' | 'oldest', few: FewRecords): Value | null {
  return countedValues(few).at(end === 'newest' ? -1 : 0) ?? null;
}

/** From what is kept beside the values; null when all values are needed. */
function shortcut(from: FoldShortcut, few: FewRecords, type: Type | null): Outcome | null {
  switch (from.kind) {
    case 'counts':
      return null;
    case 'totals': {
      const totals = totalsOf(from, few, type);
      return totals && from.result(totals, type);
    }
    case 'distinct': {
      const found = differentOf(few);
      return found === null || found > from.most ? null : found;
    }
    case 'rank':
      return extremeOf(from, few, type);
    case 'end':
      return endOf(from.end, few);
  }
}

/** What an aggregate is of few records, each looked at once in its life. */
export function foldFew(request: WindowFold, few: FewRecords, plainly = false): Outcome {
  const { fold, valueType, settledByOne } = request;
  const { slots, count, column, own } = few;
  const failures: Unknown[] = [];
  let [counted, known] = [0, 0];
  const take = (code: number, value: Value | Unknown | null): void => {
    if (code === sight.counts) counted += 1;
    if (code !== sight.unfiltered && code !== sight.filterFailed) known += 1;
    if (code >= sight.filterFailed) failures.push(value as Unknown);
  };
  for (let index = count - 1; index >= 0; index--) {
    const slot = slots[index] as number;
    const code = column.sights.at(slot);
    take(code, code >= sight.filterFailed ? (column.values[slot] as Unknown) : null);
  }
  if (own) take(own.code, own.value);
  if (failures.length > 0 && !(settledByOne && counted > 0)) return mergeUnknown(failures);
  if (fold.from?.kind === 'counts') return fold.fold([], valueType, counted, known);
  const short = fold.from && !plainly ? shortcut(fold.from, few, valueType) : null;
  return short ?? foldTally(request, { count: counted, known, values: countedValues(few), failures: [] });
}
