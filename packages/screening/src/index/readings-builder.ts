import { isTelling, type ReadName } from '../score/read-name.js';
import { acronymsOf } from '../score/whole-names.js';
import { hashWord } from '../score/word-keys.js';
import { BucketsBuilder } from './buckets.js';
import { entryOfMark, numbersOfBearer } from './entry-facts.js';
import { groupBy, GrowingNumbers, withEnd } from './growing.js';
import { gluedHashes, initialHash, joinedPairs, joinHashes, lettersOf } from './name-lookups.js';
import type { Numbered } from './numbered.js';
import { packReadings } from './reading-records.js';

/** Flag in the size of a reading, in addition to the weight of all its words in tenths: whether several of them distinguish names. */
export const severalTelling = 0x100;

/** A reading that contains a word, and its letters. */
export const numbersOfPosting = 2;

/** The bearer of a name: an entry marked with the kind of the name, and the index of the name. */
export interface NameOfEntry {
  readonly markedEntry: number;
  readonly ordinal: number;
  /** Whether initials may stand for it. */
  readonly isAcronym: boolean;
}

/** Facts of all entries, by number (`packFacts`). */
export interface FactsOfEntries {
  readonly head: GrowingNumbers;
  readonly from: GrowingNumbers;
  readonly to: GrowingNumbers;
}

/** Names as they are parsed. Those with the same words and legal forms are one reading, regardless of the number of entries. */
export class ReadingsBuilder {
  readonly #numbers = new Map<string, number>();
  readonly #wordAt = new GrowingNumbers();
  readonly #words = new GrowingNumbers();
  readonly #size = new GrowingNumbers();
  readonly #letters = new GrowingNumbers();
  readonly #telling = new GrowingNumbers();
  readonly #forms = new GrowingNumbers();
  readonly #nameReading = new GrowingNumbers();
  readonly #nameEntry = new GrowingNumbers();
  readonly #nameOrdinal = new GrowingNumbers();
  readonly #withAcronyms = new Set<number>();
  readonly #buckets = {
    join: new BucketsBuilder(),
    glued: new BucketsBuilder(),
    initial: new BucketsBuilder(),
    acronym: new BucketsBuilder(),
  };

  constructor(readonly dictionary: Numbered) {}

  add(read: ReadName, { markedEntry, ordinal, isAcronym }: NameOfEntry): void {
    const key = `${read.legalForms} ${read.words.join(' ')}`;
    const known = this.#numbers.get(key);
    const number = known ?? this.#numbers.size;
    if (known === undefined) {
      this.#numbers.set(key, number);
      this.#addReading(read, number);
    }
    if (isAcronym && !this.#withAcronyms.has(number)) {
      const acronyms = acronymsOf(read.words);
      if (acronyms.length > 0) this.#withAcronyms.add(number);
      for (const acronym of acronyms) this.#buckets.acronym.add(hashWord(acronym), number);
    }
    this.#nameReading.push(number);
    this.#nameEntry.push(markedEntry);
    this.#nameOrdinal.push(ordinal);
  }

  #addReading({ words, weights, telling, legalForms }: ReadName, number: number): void {
    this.#wordAt.push(this.#words.length);
    for (const word of words) this.#words.push(this.dictionary.of(word));
    const weight = weights.reduce((sum, each) => sum + each, 0);
    this.#size.push(weight | (telling > 1 ? severalTelling : 0));
    this.#letters.push(lettersOf(words));
    this.#telling.push(telling);
    this.#forms.push(legalForms);
    const { join, glued, initial } = this.#buckets;
    for (const hash of new Set(joinedPairs(words).flatMap(joinHashes))) join.add(hash, number);
    for (const hash of gluedHashes(words.join(''))) glued.add(hash, number);
    for (const letter of words.filter((word) => word.length === 1))
      for (const word of words.filter(isTelling)) initial.add(initialHash(this.dictionary.of(word), letter), number);
  }

  build(facts: FactsOfEntries) {
    const wordAt = withEnd(this.#wordAt.view(), this.#words.length);
    const words = this.#words.view();
    const order = orderOf(this.#size.view(), wordAt, words, this.dictionary.size);
    const wordsOf = (reading: number): Uint32Array => words.subarray(wordAt[reading], wordAt[reading + 1]);
    const renumbered = new Uint32Array(order.length);
    for (let at = 0; at < order.length; at += 1) renumbered[order[at]!] = at;
    const { join, glued, initial, acronym } = this.#buckets;
    const letters = Uint32Array.from(order, (reading) => this.#letters.view()[reading]!);
    const gluedReadings = glued.build('glued', renumbered);
    return {
      ...this.#bearersOf(facts, renumbered),
      ...postingsOf(order, wordsOf, letters, this.dictionary.size),
      readingRecords: packReadings(order.length, (reading) => ({
        words: wordsOf(order[reading]!),
        telling: this.#telling.view()[order[reading]!]!,
        legalForms: this.#forms.view()[order[reading]!]!,
      })),
      readingSize: Uint16Array.from(order, (reading) => this.#size.view()[reading]!),
      ...join.build('join', renumbered),
      ...gluedReadings,
      gluedLetters: gluedReadings.gluedBuckets.map((reading) => letters[reading]!),
      ...initial.build('initial', renumbered),
      ...acronym.build('acronym', renumbered),
    };
  }

  #bearersOf({ head, from, to }: FactsOfEntries, renumbered: Uint32Array) {
    const readings = this.#nameReading.view();
    const readingOf = (reading: number): number => renumbered[reading]!;
    const marks = groupBy(readings, this.#nameEntry.view(), renumbered.length, readingOf);
    const ordinals = groupBy(readings, this.#nameOrdinal.view(), renumbered.length, readingOf);
    const [heads, firsts, lasts] = [head.view(), from.view(), to.view()];
    const bearers = new Uint32Array(numbersOfBearer * readings.length);
    for (const [bearer, mark] of marks.values.entries()) {
      const entry = entryOfMark(mark);
      bearers.set([mark, heads[entry]!, firsts[entry]!, lasts[entry]!], numbersOfBearer * bearer);
    }
    return {
      readingNameAt: marks.starts,
      readingBearers: bearers,
      readingOrdinals: Uint16Array.from(ordinals.values),
    };
  }
}

/** Words from here on have the same rank. No list has so many. */
const maxRank = 2 ** 21 - 1;

/**
 * Returns the readings ordered by weight, then by their rarest words, so that a search finds all candidates in one range, and names with a
 * common rare word next to each other.
 */
function orderOf(size: Uint32Array, wordAt: Uint32Array, words: Uint32Array, dictionary: number): Uint32Array {
  const counts = new Uint32Array(dictionary);
  for (const word of words) counts[word] = counts[word]! + 1;
  const rarest = Uint32Array.from(counts.keys()).sort((a, b) => counts[a]! - counts[b]! || a - b);
  const ranks = new Uint32Array(dictionary);
  for (let rank = 0; rank < rarest.length; rank += 1) ranks[rarest[rank]!] = Math.min(rank, maxRank);
  const keys = Float64Array.from(size, (each, reading) => {
    let [first, second] = [maxRank, maxRank];
    for (let at = wordAt[reading]!; at < wordAt[reading + 1]!; at += 1) {
      const rank = ranks[words[at]!]!;
      if (rank < first) [first, second] = [rank, first];
      else if (rank < second) second = rank;
    }
    const weight = 2 * (each & ~severalTelling) + (each & severalTelling ? 1 : 0);
    return (weight * (maxRank + 1) + first) * (maxRank + 1) + second;
  });
  return Uint32Array.from(size.keys()).sort((a, b) => keys[a]! - keys[b]! || a - b);
}

/** Returns the readings of each word with their letters, so that most can be skipped without another memory access. */
function postingsOf(
  order: Uint32Array,
  wordsOf: (reading: number) => Uint32Array,
  letters: Uint32Array,
  dictionary: number,
) {
  const [words, owners] = [new GrowingNumbers(), new GrowingNumbers()];
  for (const [reading, old] of order.entries()) {
    for (const word of wordsOf(old)) {
      words.push(word);
      owners.push(reading);
    }
  }
  const grouped = groupBy(words.view(), owners.view(), dictionary, (word) => word);
  const postings = new Uint32Array(numbersOfPosting * grouped.values.length);
  for (const [at, reading] of grouped.values.entries())
    postings.set([reading, letters[reading]!], numbersOfPosting * at);
  return { postingAt: grouped.starts, postings };
}
