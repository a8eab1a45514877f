import { Unknown } from '@tamis/lang';
import { foldText } from '@tamis/library';
import type { IndexedField } from '../plan/plan-index.js';
import type { Frame, Term } from './frame.js';
import { setBit, wordsFor, type BitmapArena } from './bitmap-arena.js';

export interface RowTest {
  readonly term: Term;
  readonly negated: boolean;
  readonly rules: readonly number[];
  readonly bit: number;
}

/** Longer texts have no row of their own. */
const maxTextLength = 256;

/** Maximum number of texts of a field with their own rows. The oldest is evicted first. */
const maxTexts = 1_024;
const minTexts = 64;
const bytesForTexts = 1_048_576;

/** Returns how many texts of a field may have rows of this many words. */
const maxTextRows = (stride: number): number =>
  Math.max(minTexts, Math.min(maxTexts, Math.floor(bytesForTexts / (4 * stride))));

/**
 * Results of all tests on a field, as rows of masks: one for each class of values for which all tests have the same results. The row of a
 * class is computed by executing the tests when its first value occurs.
 *
 * A row holds, in this order: where its mask of unsure rules begins (0 or less: no rule is unsure), a mask of the rules that
 * are false, and of the tests that stand in alternatives those that are false and those that are unsure.
 */
export class FieldBitmaps {
  private readonly texts = new Map<string, number>();
  private readonly textOrder: string[] = [];
  private nextText = 0;
  private readonly freeRows: number[] = [];
  private readonly bounds: Float64Array;
  private readonly numbers: Int32Array;
  private readonly amounts: Int32Array;
  private readonly currency: string | null;
  private readonly wholeTexts: ReadonlySet<string> | null;
  private readonly textsKept: number;
  private readonly stride: number;
  private readonly bitWords: number;
  private readonly tests: readonly RowTest[];
  private readonly openRow: number;
  private absent = -1;
  private whenTrue = -1;
  private whenFalse = -1;
  private otherText = -1;

  constructor(
    { tests, bounds, currency, texts, bits }: IndexedField,
    compile: (node: IndexedField['tests'][number]['node']) => Term,
    private readonly ruleWords: number,
    private readonly rows: BitmapArena,
  ) {
    this.bounds = Float64Array.from(bounds).sort();
    this.numbers = new Int32Array(2 * bounds.size + 1).fill(-1);
    this.amounts = new Int32Array(currency === null ? 0 : this.numbers.length).fill(-1);
    this.currency = currency;
    this.wholeTexts = texts;
    this.bitWords = wordsFor(bits);
    this.stride = 1 + ruleWords + 2 * this.bitWords;
    this.textsKept = maxTextRows(this.stride);
    this.tests = tests.map(({ node, negated, rules, bit }) => ({ term: compile(node), negated, rules, bit }));
    this.openRow = rows.allocate(this.stride);
    for (const test of this.tests) this.mark(this.openRow, test, false, true);
  }

  /** Returns the word of a row that contains the false bit of a test in an alternative. The unsure bit is `bitWords` further. */
  wordOfBit(bit: number): number {
    return 1 + this.ruleWords + (bit >>> 5);
  }

  /** Returns the tests that belong to alternatives. */
  alternatives(): readonly RowTest[] {
    return this.tests.filter(({ bit }) => bit >= 0);
  }

  get wordsOfBits(): number {
    return this.bitWords;
  }

  /** Returns the row for a value, whether raw or computed. */
  rowOf(value: unknown, frame: Frame): number {
    if (typeof value === 'string') return this.texts.get(value) ?? this.addText(value, frame);
    if (typeof value === 'number') return this.rowInRanges(this.numbers, value, frame);
    if (value === true) return this.whenTrue < 0 ? (this.whenTrue = this.newRow(frame)) : this.whenTrue;
    if (value === false) return this.whenFalse < 0 ? (this.whenFalse = this.newRow(frame)) : this.whenFalse;
    if (value === undefined || value === null || (value instanceof Unknown && !value.failed))
      return this.absent < 0 ? (this.absent = this.newRow(frame)) : this.absent;
    return this.rowOfAmount(value, frame);
  }

  /** Returns the row for an amount in the currency of the field's tests. All other values have no class. */
  private rowOfAmount(value: object, frame: Frame): number {
    if (this.currency === null || !('currency' in value) || value.currency !== this.currency) return this.openRow;
    const { amount } = value as { readonly amount?: unknown };
    return typeof amount === 'number' ? this.rowInRanges(this.amounts, amount, frame) : this.openRow;
  }

  /** Classes with even numbers are between two bounds, those with odd numbers at a bound. */
  private rowInRanges(known: Int32Array, value: number, frame: Frame): number {
    if (!Number.isFinite(value)) return this.openRow;
    const { bounds } = this;
    let low = 0;
    // Binary search without branches, which could not be predicted.
    for (let left = bounds.length; left > 0;) {
      const half = (left + 1) >>> 1;
      low += half * Number((bounds[low + half - 1] as number) < value);
      left -= half;
    }
    const index = 2 * low + (bounds[low] === value ? 1 : 0);
    const row = known[index] as number;
    return row < 0 ? (known[index] = this.newRow(frame)) : row;
  }

  private addText(text: string, frame: Frame): number {
    if (text.length > maxTextLength) return this.openRow;
    if (this.textOrder.length === this.textsKept) this.evict(this.textOrder[this.nextText] as string);
    this.textOrder[this.nextText] = text;
    this.nextText = (this.nextText + 1) % this.textsKept;
    const row = this.rowOfNewText(text, frame);
    this.texts.set(text, row);
    return row;
  }

  private rowOfNewText(text: string, frame: Frame): number {
    if (this.wholeTexts?.has(foldText(text.normalize('NFC'))) === false)
      return this.otherText < 0 ? (this.otherText = this.newRow(frame)) : this.otherText;
    const row = this.freeRows.pop();
    if (row === undefined) return this.newRow(frame);
    this.fill(row, frame);
    return row;
  }

  /** Clears the row of a text and frees it for another. */
  private evict(text: string): void {
    const row = this.texts.get(text) as number;
    this.texts.delete(text);
    if (row === this.otherText) return;
    const { words } = this.rows;
    const unsureAt = Math.abs(words[row] as number);
    words.fill(0, row, row + this.stride);
    if (unsureAt > 0) words.fill(0, unsureAt, unsureAt + this.ruleWords);
    words[row] = -unsureAt;
    this.freeRows.push(row);
  }

  private newRow(frame: Frame): number {
    const row = this.rows.allocate(this.stride);
    this.fill(row, frame);
    return row;
  }

  private fill(row: number, frame: Frame): void {
    for (const test of this.tests) {
      const value = test.term(frame);
      if (value === test.negated) this.mark(row, test, true, false);
      else if (typeof value !== 'boolean') this.mark(row, test, false, true);
    }
  }

  private mark(row: number, { rules, bit }: RowTest, isFalse: boolean, isUnsure: boolean): void {
    const unsureAt = isUnsure ? this.unsureMaskOf(row) : 0;
    const { words } = this.rows;
    const ofRules = isFalse ? row + 1 : unsureAt;
    for (const rule of rules) setBit(words, ofRules, rule);
    if (bit >= 0) setBit(words, row + this.wordOfBit(0) + (isFalse ? 0 : this.bitWords), bit);
  }

  private unsureMaskOf(row: number): number {
    const known = this.rows.words[row] as number;
    const at = known === 0 ? this.rows.allocate(this.ruleWords) : Math.abs(known);
    this.rows.words[row] = at;
    return at;
  }
}
