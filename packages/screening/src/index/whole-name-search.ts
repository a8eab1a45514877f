import { joinedSimilarity, type JoinedWords } from '../score/join-words.js';
import { type ReadName, wholeWeight } from '../score/read-name.js';
import { scoreOfPairs, whole } from '../score/word-grid.js';
import { acronymsOf, gluedSimilarity } from '../score/whole-names.js';
import { hashWord } from '../score/word-keys.js';
import { soundOf } from '../score/word-sound.js';
import { Buckets } from './buckets.js';
import { gluedProbes, joinedPairs, joinProbes, lettersOf, mayBeSameLetters } from './name-lookups.js';
import { headOf, wordsOfHead } from './reading-records.js';
import { numbersOfPosting } from './readings-builder.js';
import type { WatchlistIndex } from './watchlist-index.js';

export interface WholeNameQuery {
  readonly acronyms: boolean;
  readonly threshold: number;
  /** Whether a reading has a word that is similar to one of the name. */
  readonly isRelated: (reading: number) => boolean;
}

/**
 * Finds readings that are similar to a name by more than their single words: with joined or separated words, or as initials. They are few
 * and are compared completely.
 */
export class WholeNameSearch {
  readonly #glued: Buckets;
  readonly #joins: Buckets;
  readonly #acronyms: Buckets;
  readonly #sounds: Buckets;

  constructor(readonly index: WatchlistIndex) {
    this.#glued = new Buckets(index.sections, 'glued');
    this.#joins = new Buckets(index.sections, 'join');
    this.#acronyms = new Buckets(index.sections, 'acronym');
    this.#sounds = new Buckets(index.sections, 'sound');
  }

  find(name: ReadName, { acronyms, threshold, isRelated }: WholeNameQuery): ReadonlySet<number> {
    const found = new Set<number>();
    this.#findGlued(name, found);
    this.#findSplit(name, found);
    this.#findJoined(name, found, (joined, other) => !needsMore(name, joined, threshold) || isRelated(other));
    if (acronyms) this.#findAcronyms(name, found);
    return found;
  }

  #findGlued({ words }: ReadName, found: Set<number>): void {
    const { gluedLetters } = this.index.sections;
    const glued = words.join('');
    const letters = lettersOf(words);
    for (const hash of gluedProbes(glued)) {
      this.#glued.each(hash, (reading, at) => {
        if (!mayBeSameLetters(letters, gluedLetters[at]!)) return;
        // Names with the same number of words are similar as a whole if they have the same letters, and then possibly the same words.
        const alike =
          this.#wordCount(reading) === words.length
            ? this.index.isSpelled(reading, glued)
            : gluedSimilarity(glued, this.index.words(reading).join('')) > 0;
        if (alike) found.add(reading);
      });
    }
  }

  #findSplit({ words }: ReadName, found: Set<number>): void {
    for (const word of words) {
      const isJoined = (reading: number): boolean =>
        joinedPairs(this.index.words(reading)).some((joined) => joinedSimilarity(joined, word) > 0);
      for (const hash of joinProbes(word))
        this.#joins.each(hash, (reading) => {
          if (isJoined(reading)) found.add(reading);
        });
    }
  }

  #findJoined({ words }: ReadName, found: Set<number>, isWorth: (first: number, reading: number) => boolean): void {
    const { postingAt, postings } = this.index.sections;
    for (const [first, joined] of joinedPairs(words).entries()) {
      for (const number of this.#wordsAsJoined(joined)) {
        for (let at = postingAt[number]!; at < postingAt[number + 1]!; at += 1) {
          const reading = postings[numbersOfPosting * at]!;
          if (isWorth(first, reading)) found.add(reading);
        }
      }
    }
  }

  /** Returns the words of the index that these two may form. */
  #wordsAsJoined(joined: JoinedWords): ReadonlySet<number> {
    const { spellings, isLoose } = joined;
    const numbers = new Set(spellings.map((each) => this.index.wordNumber(each)).filter((each) => each >= 0));
    for (const sound of new Set(isLoose ? spellings.map((each) => soundOf(each).sound) : []))
      this.#sounds.each(sound, (number) => {
        if (joinedSimilarity(joined, this.index.word(number)) > 0) numbers.add(number);
      });
    return numbers;
  }

  #findAcronyms({ words }: ReadName, found: Set<number>): void {
    const { postingAt, postings } = this.index.sections;
    if (words.length === 1) {
      this.#acronyms.each(hashWord(words[0]!), (reading) => {
        if (acronymsOf(this.index.words(reading)).includes(words[0]!)) found.add(reading);
      });
    }
    for (const acronym of acronymsOf(words)) {
      const number = this.index.wordNumber(acronym);
      for (let at = postingAt[number] ?? 0; number >= 0 && at < postingAt[number + 1]!; at += 1) {
        const reading = postings[numbersOfPosting * at]!;
        if (this.#wordCount(reading) === 1) found.add(reading);
      }
    }
  }

  #wordCount(reading: number): number {
    return wordsOfHead(headOf(this.index.sections.readingRecords, reading));
  }
}

/**
 * Whether a name stays below the threshold if it only has the two words that begin here, joined into one: `Mari Ana Lopez` compared to all
 * Marianas.
 */
function needsMore({ weights: each }: ReadName, first: number, threshold: number): boolean {
  const rest = each.reduce((sum, weight, at) => sum + (at === first || at === first + 1 ? 0 : weight), 0);
  return scoreOfPairs(whole, 2 * wholeWeight, 1, rest, 0) < threshold;
}
