import { isTelling, type ReadName, wholeWeight } from '../score/read-name.js';
import { particleWeight, scoreOfPairs, strongPair, whole } from '../score/word-grid.js';
import { severalTelling } from './readings-builder.js';
import type { RelatedWords } from './related-words.js';

/** A word of the name with all similar words of the index. */
export interface LookedUpWord {
  readonly row: number;
  readonly related: RelatedWords;
}

/** Readings by number. Light ones come before heavy ones. */
export interface ReadingRange {
  readonly from: number;
  readonly to: number;
  /** The first size. Then, by size: the end of its readings, how large they are, and whether they may be found. */
  readonly first: number;
  readonly ends: Uint32Array;
  readonly sizes: Uint16Array;
  readonly mayHave: Uint8Array;
}

/** Results for sets of up to this many rows are cached per size of reading. Larger sets are computed each time. */
const keptRows = 8;
const sizes = 2 * severalTelling;
const [unknown, impossible, possible] = [0, 1, 2];

/**
 * Upper bounds for the score of readings with words similar to some of the name's, before any word is compared. Rows are the distinguishing
 * words that are looked up, each a bit of a set. All other words of the name are assumed to have a counterpart.
 */
export class NameBounds {
  #rows: readonly LookedUpWord[] = [];
  readonly #weights: number[] = [];
  readonly #pairs: number[] = [];
  /** Totals of the words that are not rows. */
  readonly #base = { ours: 0, theirs: 0, strong: 0, counted: 0 };
  #ours = 0;
  #needsTwo = false;
  #threshold = 0;
  /** The sizes of readings in order, the end of the readings of each, and which of them may reach the threshold. */
  readonly #sizes: Uint16Array;
  readonly #ends: Uint32Array;
  readonly #mayHave: Uint8Array;
  readonly #known = new Uint8Array(sizes << keptRows);

  constructor(readingSize: Uint16Array) {
    const ends: number[] = [];
    for (let next = 1; next <= readingSize.length; next += 1)
      if (readingSize[next] !== readingSize[next - 1]) ends.push(next);
    this.#ends = Uint32Array.from(ends);
    this.#sizes = Uint16Array.from(ends, (end) => readingSize[end - 1]!);
    this.#mayHave = new Uint8Array(ends.length);
  }

  read(name: ReadName, words: readonly LookedUpWord[], rows: readonly LookedUpWord[], threshold: number): void {
    this.#rows = rows;
    this.#threshold = threshold;
    this.#needsTwo = name.telling > 1;
    this.#ours = name.weights.reduce((sum, weight) => sum + weight, 0);
    this.#weights.length = this.#pairs.length = 0;
    for (const { row, related } of rows) {
      this.#weights.push(name.weights[row]!);
      this.#pairs.push(related.heaviest);
    }
    Object.assign(this.#base, { ours: 0, theirs: 0, strong: 0, counted: 0 });
    for (const word of words) if (!rows.includes(word)) this.#addBase(name, word);
    if (rows.length <= keptRows) this.#known.fill(unknown, 0, sizes << rows.length);
  }

  #addBase(name: ReadName, { row, related }: LookedUpWord): void {
    const isInitial = name.words[row]!.length === 1;
    if (related.words.length === 0 && !isInitial) return;
    const [ours, theirs] = [name.weights[row]!, isInitial ? wholeWeight : related.heaviest];
    this.#base.ours += ours;
    this.#base.theirs += theirs;
    if (ours + theirs > strongPair) this.#base.strong += 1;
    if (Math.min(ours, theirs) > particleWeight) this.#base.counted += 1;
  }

  /** Whether a reading of a size may reach the threshold if it has nothing similar to the rows outside of the set. */
  isPossible(set: number, size: number): boolean {
    if (this.#rows.length > keptRows) return this.#mayReach(set, size & ~severalTelling, size >= severalTelling);
    const at = set * sizes + size;
    const known = this.#known[at]!;
    if (known !== unknown) return known === possible;
    const found = this.#mayReach(set, size & ~severalTelling, size >= severalTelling);
    this.#known[at] = found ? possible : impossible;
    return found;
  }

  /** Returns the range of readings that may reach the threshold with these rows, or `null` if there are none. Valid until the next call. */
  rangeOf(set: number): ReadingRange | null {
    if (!this.isAnyPossible(set)) return null;
    let [first, last] = [-1, -1];
    for (let at = 0; at < this.#sizes.length; at += 1) {
      const may = this.isPossible(set, this.#sizes[at]!);
      this.#mayHave[at] = may ? 1 : 0;
      if (may && first < 0) first = at;
      if (may) last = at;
    }
    if (first < 0) return null;
    return {
      from: first === 0 ? 0 : this.#ends[first - 1]!,
      to: this.#ends[last]!,
      first,
      ends: this.#ends,
      sizes: this.#sizes,
      mayHave: this.#mayHave,
    };
  }

  /** Whether any reading may reach the threshold with these rows. */
  isAnyPossible(set: number): boolean {
    return this.#mayReach(set, null, false);
  }

  /** Returns the minimum number of rows of a set that a reading needs. */
  fewest(set: number): number {
    if (this.#rows.length > keptRows) return 1;
    let fewest = keptRows;
    for (let part = set; part > 0; part = (part - 1) & set) {
      const count = bitsOf(part);
      if (count < fewest && this.isAnyPossible(part)) fewest = count;
    }
    return fewest;
  }

  #mayReach(set: number, weight: number | null, several: boolean): boolean {
    let { ours, theirs, strong, counted } = this.#base;
    for (let rest = set; rest !== 0; rest &= rest - 1) {
      const row = 31 - Math.clz32(rest & -rest);
      const [our, their] = [this.#weights[row]!, this.#pairs[row]!];
      ours += our;
      theirs += their;
      if (our + their > strongPair) strong += 1;
      counted += 1;
    }
    if (several && this.#needsTwo && counted < 2) return false;
    const matched = weight === null ? theirs : Math.min(theirs, weight);
    const left = weight === null ? 0 : weight - matched;
    return scoreOfPairs(whole, ours + matched, strong, this.#ours - ours, left) >= this.#threshold;
  }
}

function bitsOf(set: number): number {
  let bits = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) bits += 1;
  return bits;
}

/**
 * Returns the words that are looked up, rarest first: distinguishing words if there are any, and only those with similar words in the
 * index.
 */
export const lookedUpRows = (name: ReadName, words: readonly LookedUpWord[]): readonly LookedUpWord[] =>
  words
    .filter(({ row, related }) => related.words.length > 0 && (name.telling === 0 || isTelling(name.words[row]!)))
    .toSorted((a, b) => a.related.postings - b.related.postings);
