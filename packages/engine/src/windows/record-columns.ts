import { unknown, Unknown, type FoldShortcut, type RateTable, type Type, type Value } from '@tamis/lang';
import { numericParts } from '@tamis/stdx';
import type { StoredRecord } from '../facts/fact-source.js';
import { stepsReader } from '../compile/read-steps.js';
import type { RecordLook, Seen } from './aggregate-request.js';
import { Bytes, Doubles, Integers } from './grown-arrays.js';

/** What a look saw of a record; a failed one keeps its reasons. */
export const sight = {
  /** The filter is false. */
  out: 0,
  /** It counts, and its value stands beside it where one is read. */
  counts: 1,
  /** The filter is unknown, the value is: nothing failed. */
  unfiltered: 2,
  valueless: 3,
  filterFailed: 4,
  valueFailed: 5,
} as const;

export type SightCode = (typeof sight)[keyof typeof sight];

function codeOf({ matches, value }: Seen): SightCode {
  if (matches instanceof Unknown) return matches.failed ? sight.filterFailed : sight.unfiltered;
  if (matches !== true) return sight.out;
  if (value instanceof Unknown) return value.failed ? sight.valueFailed : sight.valueless;
  return sight.counts;
}

type NumberBehind = Extract<FoldShortcut, { kind: 'totals' }>['number'];
type KeyBehind = Extract<FoldShortcut, { kind: 'distinct' }>['key'];

/** Numbers behind the values of a look, as parts that add up exactly; not a number where there is none of so few digits. */
class UnitColumn {
  readonly wholes = new Doubles();
  readonly fractions = new Doubles();

  constructor(
    private readonly number: NumberBehind,
    private readonly type: Type | null,
  ) {}

  set(slot: number, value: Value | null): void {
    const number = value === null ? null : this.number(value, this.type);
    const units = number === null ? null : numericParts(number);
    this.wholes.set(slot, units === null ? Number.NaN : units.whole);
    this.fractions.set(slot, units === null ? 0 : units.fraction);
  }
}

/** Numbers that stand for the values of a look: equal ones have equal numbers, -1 those that cannot be told apart. */
class CodeColumn {
  readonly codes = new Integers();
  private readonly known = new Map<string, number>();

  constructor(
    private readonly key: KeyBehind,
    private readonly type: Type | null,
  ) {}

  set(slot: number, value: Value | null): void {
    this.codes.set(slot, this.of(value));
  }

  of(value: Value | null): number {
    const key = value === null ? null : this.key(value, this.type);
    if (key === null) return -1;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    this.known.set(key, this.known.size);
    return this.known.size - 1;
  }
}

/** What one filter and value come to for every record of a source, by slot. */
export class LookColumn {
  readonly sights = new Bytes();
  /** Of records that count; of failed ones what failed. */
  readonly values: (Value | Unknown | null)[] = [];
  units: UnitColumn | null = null;
  codes: CodeColumn | null = null;
  private readonly readers: readonly ((record: unknown) => unknown)[];

  constructor(
    readonly look: RecordLook,
    private readonly rates: RateTable | null,
  ) {
    this.readers = look.columns.map(stepsReader);
  }

  /** From here on the column holds what totals, or numbers of different values, are made of; no record is there yet. */
  keepUnits(number: NumberBehind, type: Type | null): void {
    this.units ??= new UnitColumn(number, type);
  }

  keepCodes(key: KeyBehind, type: Type | null): void {
    this.codes ??= new CodeColumn(key, type);
  }

  see(record: StoredRecord, time: number): Seen {
    const row = [time, ...this.readers.map((read) => read(record) ?? null)];
    const seen = this.look.see(row, { now: time, rates: this.rates, context: {} });
    if (!seen.lasting) throw new Error('what an aggregate sees of a record hangs on the run');
    return seen;
  }

  set(slot: number, seen: Seen): void {
    const { code, value } = this.asSight(seen);
    this.sights.set(slot, code);
    this.values[slot] = value;
    const counted = code === sight.counts ? (value as Value | null) : null;
    this.units?.set(slot, counted);
    this.codes?.set(slot, counted);
  }

  /** What stands in the column for it. */
  asSight(seen: Seen): { readonly code: SightCode; readonly value: Value | Unknown | null } {
    const code = codeOf(seen);
    if (code === sight.counts) return { code, value: seen.value };
    return { code, value: code >= sight.filterFailed ? failureOf(seen) : null };
  }

  /** What was seen of a record that is there. */
  seen(slot: number): Seen {
    const code = this.sights.at(slot);
    const value = this.values[slot] ?? null;
    const lasting = true;
    switch (code) {
      case sight.counts:
      case sight.valueFailed:
        return { matches: true, value, lasting };
      case sight.out:
        return { matches: false, value: null, lasting };
      case sight.valueless:
        return { matches: true, value: absent, lasting };
      case sight.filterFailed:
        return { matches: value as Unknown, value: null, lasting };
      default:
        return { matches: absent, value: null, lasting };
    }
  }
}

/** Stands for whatever a record lacks: why it does is nothing an aggregate tells. */
const absent = unknown({ cause: 'missing' });

const failureOf = ({ matches, value }: Pick<Seen, 'matches' | 'value'>): Unknown =>
  (matches instanceof Unknown ? matches : value) as Unknown;
