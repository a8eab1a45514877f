import { initialOf } from '../score/relate-words.js';
import type { RelatedWords } from './related-words.js';

/** Relations between words of an index and words of one name, by word, so that readings are compared without lookups. */
export class WordMarks {
  /** For each word of the index, its first relation, counted from 1. */
  readonly first: Uint32Array;
  /** For each relation: the next one of the same word, the row of the name, and the kind of similarity. */
  next = new Uint32Array(1_024);
  row = new Uint8Array(1_024);
  relation = new Int32Array(1_024);
  #count = 0;

  constructor(words: number) {
    this.first = new Uint32Array(words);
  }

  mark(row: number, { words, relations }: RelatedWords): void {
    while (this.#count + words.length >= this.next.length) this.#grow();
    for (let at = 0; at < words.length; at += 1) {
      const word = words[at]!;
      this.#count += 1;
      this.next[this.#count] = this.first[word]!;
      this.row[this.#count] = row;
      this.relation[this.#count] = relations[at]!;
      this.first[word] = this.#count;
    }
  }

  /** Whether one of these words is also similar to a row, not counting initials. */
  areSharedBy({ words, relations }: RelatedWords, row: number): boolean {
    for (let of = 0; of < words.length; of += 1) {
      if (relations[of] === initialOf) continue;
      for (let at = this.first[words[of]!]!; at !== 0; at = this.next[at]!) if (this.row[at] === row) return true;
    }
    return false;
  }

  clear(marked: readonly RelatedWords[]): void {
    for (const { words } of marked) for (let at = 0; at < words.length; at += 1) this.first[words[at]!] = 0;
    this.#count = 0;
  }

  #grow(): void {
    const length = 2 * this.next.length;
    const [next, row, relation] = [new Uint32Array(length), new Uint8Array(length), new Int32Array(length)];
    next.set(this.next);
    row.set(this.row);
    relation.set(this.relation);
    [this.next, this.row, this.relation] = [next, row, relation];
  }
}
