import { unknown, Unknown, type FoldShortcut, type RateTable, type Type, type Value } from '@tamis/lang';
import { money, numericFromParts, numericParts, type Money, type Numeric } from '@tamis/stdx';
import type { StoredRecord } from '../facts/fact-source.js';
import { pathReader } from '../facts/path-reader.js';
import type { SelectionContext, RecordSelector, RecordSelection, WindowRow } from '../facts/aggregate-request.js';
import { GrowableUint8Array, GrowableFloat64Array, GrowableInt32Array } from './growable-arrays.js';

/** Result of reading a record; a failed one keeps its reasons. */
export const selectionCode = {
  /** The filter is false. */
  out: 0,
  /** The record counts, and its value is stored separately if one is read. */
  counts: 1,
  /** The filter or the value is unknown, without a failure. */
  unfiltered: 2,
  valueless: 3,
  filterFailed: 4,
  valueFailed: 5,
} as const;

export type SelectionCode = (typeof selectionCode)[keyof typeof selectionCode];

function codeOf({ matches, value }: RecordSelection): SelectionCode {
  if (matches instanceof Unknown) return matches.failed ? selectionCode.filterFailed : selectionCode.unfiltered;
  if (matches !== true) return selectionCode.out;
  if (value instanceof Unknown) return value.failed ? selectionCode.valueFailed : selectionCode.valueless;
  return selectionCode.counts;
}

/** Records as rows of a window. Each row is created once for all columns that read the same fields. */
export class RowCache {
  private readonly readers: readonly ((record: unknown) => unknown)[];
  private record: StoredRecord | null = null;
  private row: WindowRow = [];

  constructor(columns: RecordSelector['columns']) {
    this.readers = columns.map(pathReader);
  }

  /** For the record requested last, a row with the same time is the same. */
  rowFor(record: StoredRecord, time: number): WindowRow {
    if (record === this.record && this.row[0] === time) return this.row;
    const { readers } = this;
    const row: unknown[] = [time];
    for (const read of readers) row.push(read(record) ?? null);
    this.record = record;
    this.row = row;
    return row;
  }
}

type ToNumeric = Extract<FoldShortcut, { kind: 'totals' }>['number'];
type ToKey = Extract<FoldShortcut, { kind: 'distinct' }>['key'];

/** Returns a function that creates a value of a type from its number, or `null` if such a value consists of more. */
function valueFactory(type: Type | null): ((number: Numeric) => Value) | null {
  if (type?.kind === 'number') return (number) => number;
  const { currency } = type?.kind === 'money' ? type : { currency: undefined };
  return currency === undefined ? null : (number) => money(number, currency);
}

/** Numbers of the values, in parts that add up exactly; NaN if a value has no number with so few digits. */
class UnitColumn {
  readonly wholes = new GrowableFloat64Array();
  readonly fractions = new GrowableFloat64Array();
  /** `null` if values are stored in addition to their numbers. */
  private readonly make: ((number: Numeric) => Value) | null;

  constructor(
    private readonly number: ToNumeric,
    private readonly type: Type | null,
  ) {
    this.make = valueFactory(type);
  }

  /** Stores the number of a value. Returns whether it represents the value; if not, the value has to be stored as well. */
  set(slot: number, value: Value | null): boolean {
    const number = value === null ? null : this.number(value, this.type);
    const units = number === null ? null : numericParts(number);
    this.wholes.set(slot, units === null ? Number.NaN : units.whole);
    this.fractions.set(slot, units === null ? 0 : units.fraction);
    if (units === null || this.make === null) return false;
    return this.type?.kind !== 'money' || (value as Money).currency === this.type.currency;
  }

  /** Returns `null` if the number of the slot does not represent its value. */
  valueAt(slot: number): Value | null {
    const whole = this.wholes.at(slot);
    return this.make === null || Number.isNaN(whole)
      ? null
      : this.make(numericFromParts(whole, this.fractions.at(slot)));
  }

  /** Whether numbers represent values, in the same order. */
  get standForValues(): boolean {
    return this.make !== null;
  }
}

/** Codes of the values: equal values have equal codes; -1 stands for values that cannot be compared. */
class CodeColumn {
  readonly codes = new GrowableInt32Array();
  private readonly known = new Map<string, number>();

  constructor(
    private readonly key: ToKey,
    private readonly type: Type | null,
  ) {}

  set(slot: number, value: Value | null): void {
    this.codes.set(slot, this.codeFor(value));
  }

  codeFor(value: Value | null): number {
    const key = value === null ? null : this.key(value, this.type);
    if (key === null) return -1;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, this.known.size);
    return this.known.size - 1;
  }
}

/** The results of one filter and value for every record of a source, by slot. */
export class SelectionColumn {
  readonly selectionCodes = new GrowableUint8Array();
  /** Whether any record has failed. */
  mayFail = false;
  units: UnitColumn | null = null;
  codes: CodeColumn | null = null;
  /** For records that count, the value if no number represents it; for failed ones, the failure. */
  private readonly values: (Value | Unknown | null)[] = [];
  /** The same, for a column in which hardly any record has a value. */
  private readonly sparseValues = new Map<number, Value | Unknown>();

  /** Shared by all records, since the result for a record must not depend on the evaluation. */
  private readonly looking: { -readonly [K in keyof SelectionContext]: SelectionContext[K] };

  constructor(
    readonly selector: RecordSelector,
    rates: RateTable | null,
    /** Type of the values; `null` if none are read. */
    private readonly valueType: Type | null,
    private readonly rows: RowCache,
  ) {
    this.looking = { now: 0, rates, context: {} };
  }

  /** From here on, the column keeps the numbers for totals. Must be called before the first record is added. */
  keepUnits(number: ToNumeric): void {
    this.units ??= new UnitColumn(number, this.valueType);
  }

  keepCodes(key: ToKey): void {
    this.codes ??= new CodeColumn(key, this.valueType);
  }

  select(record: StoredRecord, time: number): RecordSelection {
    this.looking.now = time;
    const seen = this.selector.select(this.rows.rowFor(record, time), this.looking);
    if (!seen.cacheable) throw new Error('what an aggregate sees of a record hangs on the run');
    return seen;
  }

  set(slot: number, seen: RecordSelection): void {
    const { code, value } = this.toEntry(seen);
    const counted = code === selectionCode.counts ? (value as Value | null) : null;
    const hasNumber = this.units?.set(slot, counted) ?? false;
    this.storeValue(slot, hasNumber ? null : value);
    this.selectionCodes.set(slot, code);
    this.codes?.set(slot, counted);
    if (code >= selectionCode.filterFailed) this.mayFail = true;
  }

  /** Returns the value of a record that counts, or the failure of a failed one. */
  valueAt(slot: number): Value | Unknown | null {
    const kept = this.values[slot] ?? (this.sparseValues.size === 0 ? null : this.sparseValues.get(slot));
    return kept ?? this.units?.valueAt(slot) ?? null;
  }

  /** Returns the column entry for a result. */
  toEntry(seen: RecordSelection): { readonly code: SelectionCode; readonly value: Value | Unknown | null } {
    const code = codeOf(seen);
    if (code === selectionCode.counts) return { code, value: seen.value };
    return { code, value: code >= selectionCode.filterFailed ? failureOf(seen) : null };
  }

  private storeValue(slot: number, value: Value | Unknown | null): void {
    const { sparseValues: few } = this;
    if (this.valueType !== null && this.units?.standForValues !== true) this.values[slot] = value;
    else if (value !== null) few.set(slot, value);
    else if (few.size > 0) few.delete(slot);
  }

  /** Returns the result for a stored record. */
  selectionAt(slot: number): RecordSelection {
    const code = this.selectionCodes.at(slot);
    const value = this.valueAt(slot);
    const lasting = true;
    switch (code) {
      case selectionCode.counts:
      case selectionCode.valueFailed:
        return { matches: true, value, cacheable: lasting };
      case selectionCode.out:
        return { matches: false, value: null, cacheable: lasting };
      case selectionCode.valueless:
        return { matches: true, value: absent, cacheable: lasting };
      case selectionCode.filterFailed:
        return { matches: value as Unknown, value: null, cacheable: lasting };
      default:
        return { matches: absent, value: null, cacheable: lasting };
    }
  }
}

/** Stands for anything that a record lacks: aggregates do not report why. */
const absent = unknown({ cause: 'missing' });

const failureOf = ({ matches, value }: Pick<RecordSelection, 'matches' | 'value'>): Unknown =>
  (matches instanceof Unknown ? matches : value) as Unknown;
