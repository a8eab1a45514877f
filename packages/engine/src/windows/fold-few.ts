import { mergeUnknown, type FoldShortcut, type Outcome, type Type, type Unknown, type Value } from '@tamis/lang';
import { asDecimal, Decimal34, numericFromParts, numericParts, type Numeric } from '@tamis/stdx';
import { selectionCode, type SelectionColumn } from './record-columns.js';
import { foldTally } from './tally.js';
import type { WindowFold } from '../facts/aggregate-request.js';

/** The records an aggregate reads: slots, newest first, and the result for the subject, which is the newest of all. */
export interface FewRecords {
  readonly slots: Int32Array;
  /** Index of the first slot, and the index after the last. */
  readonly first: number;
  readonly end: number;
  readonly column: SelectionColumn;
  /** `null` if the subject is not one of them. Its value has the same form as in the column. */
  readonly own: { readonly code: number; readonly value: Value | Unknown | null } | null;
}

/** Exact totals. The sum of squares is computed on demand. */
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

/** Precise enough for exact squares of numbers with as few digits as split units have. */
const Exact = Decimal34.clone({ precision: 200 });

const ownValue = ({ own }: FewRecords): readonly Value[] =>
  own?.code === selectionCode.counts && own.value !== null ? [own.value as Value] : [];

function countedValues(few: FewRecords): Value[] {
  const { slots, first, end, column } = few;
  const values: Value[] = [];
  for (let index = end - 1; index >= first; index--) {
    const slot = slots[index] as number;
    const value =
      column.selectionCodes.at(slot) === selectionCode.counts ? (column.valueAt(slot) as Value | null) : null;
    if (value !== null) values.push(value);
  }
  values.push(...ownValue(few));
  return values;
}

function totalsOf(
  { number }: Extract<FoldShortcut, { kind: 'totals' }>,
  few: FewRecords,
  type: Type | null,
): FewTotals | null {
  const { slots, first, end, column, own } = few;
  const { units, selectionCodes: sights } = column;
  if (units === null) return null;
  let [wholes, fractions, counted] = [0, 0, 0];
  for (let index = first; index < end; index++) {
    const slot = slots[index] as number;
    if (sights.at(slot) !== selectionCode.counts) continue;
    wholes += units.wholes.at(slot);
    fractions += units.fractions.at(slot);
    counted += 1;
  }
  if (own?.code === selectionCode.counts) {
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

function countDistinct({ slots, first, end, column, own }: FewRecords): number | null {
  const { codes, selectionCodes: sights } = column;
  if (codes === null) return null;
  const found: number[] = [];
  const take = (code: number): void => {
    if (!found.includes(code)) found.push(code);
  };
  for (let index = first; index < end; index++) {
    const slot = slots[index] as number;
    if (sights.at(slot) === selectionCode.counts) take(codes.codes.at(slot));
  }
  if (own?.code === selectionCode.counts) take(codes.codeFor(own.value as Value | null));
  return found.includes(-1) ? null : found.length;
}

type Rank = Extract<FoldShortcut, { kind: 'rank' }>;

/** Returns the minimum or maximum, the newest of equal ones; `null` if a value cannot be ordered, or there is none. */
function extremeOf({ compare, fits, rank }: Rank, few: FewRecords, type: Type | null): Value | null {
  if (typeof rank !== 'string') return null;
  const stored = few.column.units?.standForValues === true ? extremeSlot(few, rank) : noOrder;
  const values =
    stored === noOrder ? countedValues(few) : [...(stored < 0 ? [] : [few.column.valueAt(stored)]), ...ownValue(few)];
  let best: Value | null = null;
  for (const value of values as readonly Value[]) {
    if (!fits(value, type)) return null;
    const order = best === null ? 0 : compare(best, value);
    if (order === 0 || order < 0 === (rank === 'last')) best = value;
  }
  return best;
}

const noOrder = -2;

/** Returns the slot with the minimum or maximum number of a stored value, the newest of equal ones; -1 if no record counts. */
function extremeSlot({ slots, first, end, column }: FewRecords, rank: 'first' | 'last'): number {
  const { selectionCodes: sights, units } = column;
  const { wholes, fractions } = units as NonNullable<typeof units>;
  let best = -1;
  let [bestWhole, bestFraction] = [0, 0];
  for (let index = first; index < end; index++) {
    const slot = slots[index] as number;
    if (sights.at(slot) !== selectionCode.counts) continue;
    const whole = wholes.at(slot);
    if (Number.isNaN(whole)) return noOrder;
    const fraction = fractions.at(slot);
    const isGreater = whole > bestWhole || (whole === bestWhole && fraction > bestFraction);
    const isEqual = whole === bestWhole && fraction === bestFraction;
    if (best >= 0 && (isEqual || isGreater !== (rank === 'last'))) continue;
    best = slot;
    bestWhole = whole;
    bestFraction = fraction;
  }
  return best;
}

function valueAtEnd(end: 'newest' | 'oldest', few: FewRecords): Value | null {
  return countedValues(few).at(end === 'newest' ? -1 : 0) ?? null;
}

/** Computes the result from data kept alongside the values; returns `null` if all values are required. */
function shortcut(from: Exclude<FoldShortcut, { kind: 'counts' }>, few: FewRecords, type: Type | null): Outcome | null {
  switch (from.kind) {
    case 'totals': {
      const totals = totalsOf(from, few, type);
      return totals && from.result(totals, type);
    }
    case 'distinct': {
      const found = countDistinct(few);
      return found === null || found > from.most ? null : found;
    }
    case 'rank':
      return extremeOf(from, few, type);
    case 'end':
      return valueAtEnd(from.end, few);
  }
}

/** Counts records that match, and have a value if one is read, and records whose filter result is known. */
function countsOf({
  slots,
  first,
  end,
  column: { selectionCodes: sights },
  own,
}: FewRecords): readonly [counted: number, known: number] {
  let [counted, known] = [0, 0];
  for (let index = first; index < end; index++) {
    const code = sights.at(slots[index] as number);
    if (code === selectionCode.counts) counted += 1;
    if (code !== selectionCode.unfiltered && code !== selectionCode.filterFailed) known += 1;
  }
  if (own?.code === selectionCode.counts) counted += 1;
  if (own && own.code !== selectionCode.unfiltered && own.code !== selectionCode.filterFailed) known += 1;
  return [counted, known];
}

function failuresOf({ slots, first, end, column, own }: FewRecords): readonly Unknown[] {
  const failures: Unknown[] = [];
  for (let index = column.mayFail ? end - 1 : -1; index >= first; index--) {
    const slot = slots[index] as number;
    if (column.selectionCodes.at(slot) >= selectionCode.filterFailed) failures.push(column.valueAt(slot) as Unknown);
  }
  if (own && own.code >= selectionCode.filterFailed) failures.push(own.value as Unknown);
  return failures;
}

/** Folds an aggregate over a few records, each of which is read only once in its lifetime. */
export function foldFew(request: WindowFold, few: FewRecords, plainly = false): Outcome {
  const { fold, valueType, settledByOne } = request;
  const { from } = fold;
  const failures = failuresOf(few);
  if (failures.length > 0 && !(settledByOne && countsOf(few)[0] > 0)) return mergeUnknown(failures);
  if (from && from.kind !== 'counts' && !plainly) {
    const short = shortcut(from, few, valueType);
    if (short !== null) return short;
  }
  const [counted, known] = countsOf(few);
  const values = from?.kind === 'counts' ? [] : countedValues(few);
  return foldTally(request, { count: counted, known, values, failures: [] });
}
