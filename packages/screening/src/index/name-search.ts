import { isTelling, type ReadName } from '../score/read-name.js';
import { initialOf, relateWords } from '../score/relate-words.js';
import { costOfLegalForms, NameScorer } from '../score/score-names.js';
import { maxWords, WordGrid } from '../score/word-grid.js';
import { Buckets } from './buckets.js';
import { tellingBit } from './index-builder.js';
import { headOf, legalFormsOfHead, tellingOfHead, wordsAt, wordsOfHead } from './reading-records.js';
import { type LookedUpWord, lookedUpRows, NameBounds, type ReadingRange } from './name-bounds.js';
import { Candidates } from './candidates.js';
import { initialHash } from './name-lookups.js';
import { type RelatedWords, RelatedWordSearch } from './related-words.js';
import { eachShared, type ReadingSet } from './reading-set.js';
import { numbersOfPosting } from './readings-builder.js';
import { WordMarks } from './word-marks.js';
import type { WatchlistIndex } from './watchlist-index.js';
import { WholeNameSearch } from './whole-name-search.js';

export interface NameQuery {
  /** In ten-thousandths. Names below it are not matches. */
  readonly threshold: number;
  /** Whether initials may stand for a name. */
  readonly acronyms: boolean;
}

/** Set of the rows that have not been looked up yet, and the readings that they may find. Large rows come last. */
interface LeftRows {
  readonly left: number;
  readonly firstLarge: number;
  readonly range: ReadingRange;
}

/** Receives a reading, its score, and its score if initials may stand for it. */
export type ReadingVisitor = (reading: number, score: number, scoreOfAcronym: number) => void;

/** Rows that occur in more than one of this many readings are checked with sets of readings, the others one reading at a time. */
const largeShare = 128;
const bitsOfANumber = 32;

/**
 * Finds the readings of an index whose score against one name reaches a threshold. Words are looked up from the rarest on, until the
 * remaining ones could not reach the threshold by themselves, so a frequent word is only checked together with others. Nothing is cut off:
 * readings that are not examined cannot have a sufficient score.
 */
export class NameSearch {
  readonly #related: RelatedWordSearch;
  readonly #wholes: WholeNameSearch;
  readonly #initials: Buckets;
  readonly #bounds: NameBounds;
  readonly #grid = new WordGrid();
  readonly #scorer = new NameScorer();
  readonly #marks: WordMarks;
  readonly #candidates: Candidates;
  readonly #isTelling = new Uint8Array(maxWords);
  /** Bit of each row in a set. 0 for a row that is not looked up. */
  readonly #bitOf = new Int32Array(maxWords);
  /** By bit, the letters that all words similar to a row share. */
  readonly #lettersOf = new Int32Array(maxWords);
  /** Number of the search in which a reading was last found or compared as a whole. */
  readonly #seen: Uint32Array;
  #round = 0;

  constructor(readonly index: WatchlistIndex) {
    this.#related = new RelatedWordSearch(index);
    this.#wholes = new WholeNameSearch(index);
    this.#initials = new Buckets(index.sections, 'initial');
    this.#bounds = new NameBounds(index.sections.readingSize);
    this.#marks = new WordMarks(index.dictionary);
    this.#candidates = new Candidates(index.sections.readingRecords);
    this.#seen = new Uint32Array(index.readings);
  }

  search(name: ReadName, query: NameQuery, visit: ReadingVisitor): void {
    this.#round += 1;
    const words = name.words.map((word, row) => ({ row, related: this.#related.find(word) }));
    for (const { row, related } of words) {
      this.#marks.mark(row, related);
      this.#isTelling[row] = isTelling(name.words[row]!) ? 1 : 0;
    }
    this.#visitWholes(name, query, visit);
    this.#candidates.count = 0;
    this.#searchWords(name, words, query.threshold);
    this.#compareCandidates(name, query.threshold, visit);
    this.#marks.clear(words.map(({ related }) => related));
  }

  /** Readings that are similar as a whole are compared completely, and not again by their words. */
  #visitWholes(name: ReadName, query: NameQuery, visit: ReadingVisitor): void {
    const hasInitials = name.words.some((word) => word.length === 1);
    const isRelated = (reading: number): boolean => hasInitials || this.#isRelated(reading);
    for (const reading of this.#wholes.find(name, { ...query, isRelated })) {
      this.#seen[reading] = this.#round;
      const other = this.#read(reading);
      const score = this.#scorer.score(name, other, false);
      const scoreOfAcronym = query.acronyms ? this.#scorer.score(name, other, true) : score;
      if (Math.max(score, scoreOfAcronym) >= query.threshold) visit(reading, score, scoreOfAcronym);
    }
  }

  #read(reading: number): ReadName {
    const { readingRecords, wordWeight } = this.index.sections;
    const head = headOf(readingRecords, reading);
    return {
      words: this.index.words(reading),
      weights: Array.from(this.index.wordNumbers(reading), (word) => wordWeight[word]! & ~tellingBit),
      telling: tellingOfHead(head),
      legalForms: legalFormsOfHead(head),
      isForeign: false,
    };
  }

  /** Few readings are found here, and even fewer of them twice: comparing those twice costs less than checking all for duplicates. */
  #compareCandidates(name: ReadName, threshold: number, visit: ReadingVisitor): void {
    const { count, head: heads, reading: readings, rows, size } = this.#candidates;
    this.#candidates.readHeads();
    for (let at = 0; at < count; at += 1) {
      const [reading, head] = [readings[at]!, heads[at]!];
      if (rows[at] !== 0 && !this.#bounds.isPossible(rows[at]! & this.#rowsOf(reading, head), size[at]!)) continue;
      const score = this.#score(name, reading, head);
      if (score < threshold || this.#seen[reading] === this.#round) continue;
      this.#seen[reading] = this.#round;
      visit(reading, score, score);
    }
  }

  #searchWords(name: ReadName, words: readonly LookedUpWord[], threshold: number): void {
    const rows = lookedUpRows(name, words);
    const all = (1 << rows.length) - 1;
    this.#bounds.read(name, words, rows, threshold);
    if (!this.#bounds.isAnyPossible(all)) return;
    this.#bitOf.fill(0);
    for (const [bit, { row, related }] of rows.entries()) {
      this.#bitOf[row] = 1 << bit;
      this.#lettersOf[bit] = related.letters;
    }
    if (name.telling > 0) this.#lookUpInitials(name, rows);
    const large = rows.findIndex(({ related }) => related.postings * largeShare > this.index.readings);
    const firstLarge = large < 0 ? rows.length : large;
    const sets: ReadingSet[] = [];
    for (let first = 0; first < rows.length; first += 1) {
      // Readings with one of the earlier rows have already been examined.
      const left = all & ~((1 << first) - 1);
      const range = this.#bounds.rangeOf(left);
      if (range === null) return;
      if (sets.length === 0) sets.push(...this.#setsOf(name, rows.slice(firstLarge)));
      if (first >= firstLarge) return this.#lookUpTogether(sets, { range, firstLarge, left });
      this.#lookUp(rows[first]!.related, { range, sets, firstLarge, left, bit: 1 << first });
    }
  }

  /** Checks one reading after the other. The information in its letters and sets is used before its words are read. */
  #lookUp(
    { words, relations }: RelatedWords,
    { range, sets, firstLarge, left, bit }: LeftRows & { readonly sets: readonly ReadingSet[]; readonly bit: number },
  ): void {
    const { postingAt, postings } = this.index.sections;
    const { ends, mayHave, sizes } = range;
    const bounds = this.#bounds;
    const small = left & ((1 << firstLarge) - 1);
    for (let of = 0; of < words.length; of += 1) {
      if (relations[of] === initialOf) continue;
      const end = numbersOfPosting * postingAt[words[of]! + 1]!;
      let run = range.first;
      for (let at = numbersOfPosting * postingAt[words[of]!]!; at < end; at += numbersOfPosting) {
        const reading = postings[at]!;
        if (reading < range.from) continue;
        if (reading >= range.to) break;
        while (reading >= ends[run]!) run += 1;
        if (mayHave[run] === 0) continue;
        const size = sizes[run]!;
        let set = bit | this.#rowsWithin(postings[at + 1]!, left & ~bit);
        if (!bounds.isPossible(set, size)) continue;
        for (let each = 0; each < sets.length; each += 1)
          if (!sets[each]!.has(reading)) set &= ~(1 << (firstLarge + each));
        if (!bounds.isPossible(set, size)) continue;
        // Only its words show whether it has the other small rows. They are read for all candidates together.
        this.#candidates.add(reading, size, small === bit ? 0 : set);
      }
    }
  }

  /** Returns the readings of each row. A word that is similar to two of them is assigned to the row that may score more. */
  #setsOf(name: ReadName, rows: readonly LookedUpWord[]): readonly ReadingSet[] {
    return rows.map((own, at) => {
      const first = rows.find((other, of) => {
        const [heavier, wider] = [
          name.weights[other.row]! - name.weights[own.row]!,
          other.related.heaviest - own.related.heaviest,
        ];
        const isBefore = heavier >= 0 && wider >= 0 && (heavier + wider > 0 || of < at);
        return isBefore && this.#marks.areSharedBy(other.related, own.row);
      });
      if (first === undefined) return this.#related.readingsWith(own.related);
      return this.#related.readingsBeside(own.related, first.related);
    });
  }

  /** Examines only readings that have as many of the words as they need, because those of one frequent word are too many. */
  #lookUpTogether(sets: readonly ReadingSet[], { range, firstLarge, left }: LeftRows): void {
    const bounds = this.#bounds;
    const { ends, from, mayHave, sizes, to } = range;
    const fewest = Math.min(3, bounds.fewest(left));
    let run = range.first;
    eachShared(sets, { from, to, fewest }, (reading) => {
      if (reading < from || reading >= to) return;
      while (reading >= ends[run]!) run += 1;
      if (mayHave[run] === 0) return;
      let set = 0;
      for (let each = 0; each < sets.length; each += 1) if (sets[each]!.has(reading)) set |= 1 << (firstLarge + each);
      if (bounds.isPossible(set, sizes[run]!)) this.#candidates.add(reading, sizes[run]!, 0);
    });
  }

  /** Whether a word of a reading is similar to one of the name. */
  #isRelated(reading: number): boolean {
    return this.index.wordNumbers(reading).some((word) => this.#marks.first[word] !== 0);
  }

  /** Returns the rows whose words a reading may have according to its letters alone. */
  #rowsWithin(letters: number, rows: number): number {
    let within = 0;
    for (let rest = rows; rest !== 0; rest &= rest - 1) {
      const bit = rest & -rest;
      const needed = this.#lettersOf[bitsOfANumber - 1 - Math.clz32(bit)]!;
      if ((letters & needed) === needed) within |= bit;
    }
    return within;
  }

  /** Returns the rows for which a reading has a similar word. */
  #rowsOf(reading: number, head: number): number {
    const { readingRecords: records } = this.index.sections;
    const { first, next, row } = this.#marks;
    const start = wordsAt(records, reading, head);
    let rows = 0;
    for (let at = start; at < start + wordsOfHead(head); at += 1)
      for (let found = first[records[at]!]!; found !== 0; found = next[found]!) rows |= this.#bitOf[row[found]!]!;
    return rows;
  }

  /** Looks up readings with a word similar to one of these, and the initial of another. */
  #lookUpInitials(name: ReadName, rows: readonly LookedUpWord[]): void {
    for (const { row, related } of rows) {
      const others = rows.filter((other) => other.row !== row).map((other) => name.words[other.row]!.charAt(0));
      const letters = [...new Set(others)].filter((letter) => this.index.wordNumber(letter) >= 0);
      if (letters.length === 0) continue;
      for (const [at, word] of related.words.entries()) {
        if (related.relations[at] === initialOf) continue;
        for (const letter of letters)
          this.#initials.each(initialHash(word, letter), (reading) => this.#candidates.add(reading, 0, 0));
      }
    }
  }

  /** Like `NameScorer`, using the word relations that were found before. */
  #score(name: ReadName, reading: number, head: number): number {
    const grid = this.#grid;
    if (this.#fillGrid(name, reading, head) === 0) return 0;
    const score = grid.score();
    if (!grid.isWorthScoring(name.telling, tellingOfHead(head))) return 0;
    return score - costOfLegalForms(score, name.legalForms, legalFormsOfHead(head));
  }

  /** Returns the number of relations. */
  #fillGrid(name: ReadName, reading: number, head: number): number {
    const { readingRecords, wordWeight } = this.index.sections;
    const { first, next, relation, row } = this.#marks;
    const grid = this.#grid;
    const start = wordsAt(readingRecords, reading, head);
    const columns = wordsOfHead(head);
    grid.clear(name.words.length, columns);
    let related = 0;
    for (let column = 0; column < columns; column += 1) {
      const word = readingRecords[start + column]!;
      grid.columnWeights[column] = wordWeight[word]! & ~tellingBit;
      grid.columnTelling[column] = wordWeight[word]! >>> 7;
      for (let at = first[word]!; at !== 0; at = next[at]!) {
        grid.relations[row[at]! * columns + column] = relation[at]!;
        related += 1;
      }
    }
    for (let at = 0; at < name.words.length; at += 1) {
      grid.rowWeights[at] = name.weights[at]!;
      grid.rowTelling[at] = this.#isTelling[at]!;
      if (name.words[at]!.length === 1) this.#relateInitial(name.words[at]!, at, start);
    }
    return related;
  }

  /** An initial is similar to too many words to be looked up. */
  #relateInitial(initial: string, row: number, start: number): void {
    const { readingRecords, wordAt, wordText } = this.index.sections;
    const { columns, relations } = this.#grid;
    for (let column = 0; column < columns; column += 1) {
      const word = readingRecords[start + column]!;
      if (wordText[wordAt[word]!] === initial.charCodeAt(0))
        relations[row * columns + column] = relateWords(initial, this.index.word(word));
    }
  }
}
