import { isParticle } from '../names/weak-words.js';
import { initialOf, relateUnequal, relateWords } from '../score/relate-words.js';
import { eachDeletion, isMisspellable } from '../score/word-keys.js';
import { soundOf } from '../score/word-sound.js';
import { Buckets } from './buckets.js';
import { tellingBit } from './index-builder.js';
import { lettersOfWord } from './name-lookups.js';
import { ReadingSet } from './reading-set.js';
import { numbersOfPosting } from './readings-builder.js';
import { consonantProbes } from './sound-hashes.js';
import type { WatchlistIndex } from './watchlist-index.js';

/** The words of an index that are similar to one word. */
export interface RelatedWords {
  /** Unique number of this result. */
  readonly number: number;
  readonly words: Uint32Array;
  readonly relations: Int32Array;
  /** Number of readings that have one of them, not counting initials. */
  readonly postings: number;
  /** Maximum weight of one of them, in tenths. */
  readonly heaviest: number;
  /** The letters that all of them share, not counting initials. */
  readonly letters: number;
}

/** Maximum number of cached sets of readings. Each costs one bit for every reading of the index. */
const maxSetsKept = 200;

/** Names share words, so the results for one word are cached for the next name. */
const maxKept = 20_000;

/** Finds exactly the words of an index that `relateWords` relates to a word. */
export class RelatedWordSearch {
  readonly #sounds: Buckets;
  readonly #consonants: Buckets;
  readonly #deletions: Buckets;
  readonly #kept = new Map<string, RelatedWords>();
  readonly #sets = new Map<string, ReadingSet>();
  /** Words that were examined for the present one. */
  readonly #seen: Uint32Array;
  #round = 0;
  #found = 0;

  constructor(readonly index: WatchlistIndex) {
    this.#sounds = new Buckets(index.sections, 'sound');
    this.#consonants = new Buckets(index.sections, 'consonant');
    this.#deletions = new Buckets(index.sections, 'deletion');
    this.#seen = new Uint32Array(index.dictionary);
  }

  find(word: string): RelatedWords {
    const known = this.#kept.get(word);
    if (known !== undefined) return known;
    const found = this.#search(word);
    if (this.#kept.size >= maxKept) this.#kept.clear();
    this.#kept.set(word, found);
    return found;
  }

  readingsWith(related: RelatedWords): ReadingSet {
    return this.#keptSet(`${related.number}`, () => this.#collectReadings([related]).some);
  }

  /** Leaves out readings with a single word that is similar to both. These belong to the other word. */
  readingsBeside(related: RelatedWords, other: RelatedWords): ReadingSet {
    return this.#keptSet(`${related.number} ${other.number}`, () => {
      const { several } = this.#collectReadings([related, other]);
      return this.readingsWith(related).without(this.readingsWith(other), several);
    });
  }

  #keptSet(key: string, collect: () => ReadingSet): ReadingSet {
    const known = this.#sets.get(key);
    if (known !== undefined) return known;
    const readings = collect();
    // The oldest set is removed, because frequent words are soon needed again.
    const [oldest] = this.#sets.size >= maxSetsKept ? this.#sets.keys() : [];
    if (oldest !== undefined) this.#sets.delete(oldest);
    this.#sets.set(key, readings);
    return readings;
  }

  #search(word: string): RelatedWords {
    const { postingAt, wordWeight } = this.index.sections;
    const { words, relations } = this.#collect(word);
    let [postings, heaviest, letters] = [0, 0, -1];
    for (const [at, number] of words.entries()) {
      if (relations[at] !== initialOf) {
        postings += postingAt[number + 1]! - postingAt[number]!;
        letters &= lettersOfWord(this.index.word(number));
      }
      heaviest = Math.max(heaviest, wordWeight[number]! & ~tellingBit);
    }
    this.#found += 1;
    return {
      ...{ number: this.#found, words: Uint32Array.from(words), relations: Int32Array.from(relations) },
      ...{ postings, heaviest, letters },
    };
  }

  /** Collects readings with some of these words, and readings with several of them, not counting initials. */
  #collectReadings(all: readonly RelatedWords[]): { readonly some: ReadingSet; readonly several: ReadingSet } {
    const { postingAt, postings } = this.index.sections;
    const [some, several] = [new ReadingSet(this.index.readings), new ReadingSet(this.index.readings)];
    const words = all.flatMap((each) => [...each.words].filter((_, of) => each.relations[of] !== initialOf));
    for (const word of new Set(words)) {
      for (let at = postingAt[word]!; at < postingAt[word + 1]!; at += 1) {
        const reading = postings[numbersOfPosting * at]!;
        if (some.has(reading)) several.add(reading);
        else some.add(reading);
      }
    }
    return { some, several };
  }

  #collect(word: string): { readonly words: readonly number[]; readonly relations: readonly number[] } {
    const { wordSkeleton, wordSound } = this.index.sections;
    const words: number[] = [];
    const relations: number[] = [];
    this.#round += 1;
    const take = (number: number, relation: number): void => {
      if (relation === 0) return;
      words.push(number);
      relations.push(relation);
    };
    for (const own of word.length === 1 ? [word] : [word, word.charAt(0)]) {
      const number = this.index.wordNumber(own);
      if (number < 0) continue;
      this.#seen[number] = this.#round;
      take(number, relateWords(word, own));
    }
    if (!isMisspellable(word) || isParticle(word)) return { words, relations };
    const { skeleton, sound } = soundOf(word);
    const relate = (number: number): void => {
      if (this.#seen[number] === this.#round) return;
      this.#seen[number] = this.#round;
      const other = this.index.word(number);
      take(number, relateUnequal(word, other, wordSkeleton[number] === skeleton, wordSound[number] === sound));
    };
    this.#sounds.each(sound, relate);
    for (const hash of consonantProbes(word)) this.#consonants.each(hash, relate);
    eachDeletion(word, (hash) => this.#deletions.each(hash, relate));
    return { words, relations };
  }
}
