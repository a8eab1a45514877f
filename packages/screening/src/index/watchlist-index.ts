import { hashWord } from '../score/word-keys.js';
import { type EntryDetail, type ListedEntry, type ListedName, nameKinds } from '../score/screened.js';
import { Buckets } from './buckets.js';
import { countriesOfFacts, genderOfFacts, schemaOfFacts } from './entry-facts.js';
import type { IndexMeta } from './index-builder.js';
import { headOf, wordsAt, wordsOfHead } from './reading-records.js';
import { type Sections, viewSections } from './sections.js';

type Detail = readonly [
  births: readonly (readonly [string, string])[],
  identifiers: readonly (readonly [string, string])[],
];

const lastOfAscii = 0x7f;
const noDetail: Detail = [[], []];

/** An index as it was built: views of one block of memory that any number of threads may read. */
export class WatchlistIndex {
  readonly sections: Sections;
  readonly #meta: IndexMeta;
  readonly #wordBuckets: Buckets;
  readonly #decoder = new TextDecoder();

  constructor(readonly block: SharedArrayBuffer) {
    this.sections = viewSections(block);
    this.#wordBuckets = new Buckets(this.sections, 'word');
    this.#meta = JSON.parse(this.#text(this.sections.meta)) as IndexMeta;
  }

  /** Creates an index from stored bytes. They are copied once into shared memory. */
  static fromBytes(bytes: Uint8Array): WatchlistIndex {
    const block = new SharedArrayBuffer(bytes.byteLength);
    new Uint8Array(block).set(bytes);
    return new WatchlistIndex(block);
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.block);
  }

  /** Number of words in the dictionary. */
  get dictionary(): number {
    return this.sections.wordWeight.length;
  }

  /** Number of readings. Names that are parsed to the same words are one reading. */
  get readings(): number {
    return this.sections.readingSize.length;
  }

  get names(): number {
    return this.sections.nameKind.length;
  }

  get entries(): number {
    return this.sections.entryDataset.length;
  }

  /** By the number in the facts of an entry. */
  get countries(): IndexMeta['countries'] {
    return this.#meta.countries;
  }

  /** Returns a word by its number. Words consist of lower-case Latin letters and digits, one byte each. */
  word(number: number): string {
    const { wordAt, wordText } = this.sections;
    let text = '';
    for (let at = wordAt[number]!; at < wordAt[number + 1]!; at += 1) text += String.fromCharCode(wordText[at]!);
    return text;
  }

  /** Returns the number of a word, or -1. */
  wordNumber(word: string): number {
    let found = -1;
    this.#wordBuckets.each(hashWord(word), (number) => {
      if (this.word(number) === word) found = number;
    });
    return found;
  }

  /** Returns the words of a reading, in order. */
  words(reading: number): readonly string[] {
    return Array.from(this.wordNumbers(reading), (word) => this.word(word));
  }

  wordNumbers(reading: number): Uint32Array {
    const { readingRecords: records } = this.sections;
    const head = headOf(records, reading);
    const start = wordsAt(records, reading, head);
    return records.subarray(start, start + wordsOfHead(head));
  }

  /** Whether the joined words of a reading consist of exactly these letters. */
  isSpelled(reading: number, letters: string): boolean {
    const { wordAt, wordText } = this.sections;
    let next = 0;
    for (const word of this.wordNumbers(reading)) {
      for (let at = wordAt[word]!; at < wordAt[word + 1]!; at += 1) {
        if (wordText[at] !== letters.charCodeAt(next)) return false;
        next += 1;
      }
    }
    return next === letters.length;
  }

  nameText(name: number): string {
    const { nameTextAt, nameText } = this.sections;
    return this.#text(nameText.subarray(nameTextAt[name], nameTextAt[name + 1]));
  }

  entryId(entry: number): string {
    const { entryIdAt, entryId } = this.sections;
    return this.#text(entryId.subarray(entryIdAt[entry], entryIdAt[entry + 1]));
  }

  entryDataset(entry: number): string {
    const { datasets } = this.#meta;
    // Most indexes contain a single list, and each additional access waits for memory.
    return datasets.length === 1 ? datasets[0]! : datasets[this.sections.entryDataset[entry]!]!;
  }

  entryDetail(entry: number): EntryDetail {
    const { entryDetail, entryDetailAt, entryHead } = this.sections;
    const detail = this.#text(entryDetail.subarray(entryDetailAt[entry], entryDetailAt[entry + 1]));
    const [births, identifiers] = detail === '' ? noDetail : (JSON.parse(detail) as Detail);
    const head = entryHead[entry]!;
    return {
      births: births.map(([from, to]) => ({ from, to })),
      countries: this.#meta.countries[countriesOfFacts(head)]!,
      gender: genderOfFacts(head),
      identifiers: identifiers.map(([scheme, value]) => ({ scheme, value })),
    };
  }

  entry(entry: number): ListedEntry {
    const { entryHead, entryNameAt } = this.sections;
    const first = entryNameAt[entry]!;
    return {
      id: this.entryId(entry),
      dataset: this.entryDataset(entry),
      schema: schemaOfFacts(entryHead[entry]!),
      names: Array.from({ length: entryNameAt[entry + 1]! - first }, (_, at) => this.#name(first + at)),
      ...this.entryDetail(entry),
    };
  }

  #name(name: number): ListedName {
    const { nameKind, nameLanguage } = this.sections;
    const language = nameLanguage[name]!;
    return {
      text: this.nameText(name),
      kind: nameKinds[nameKind[name]!]!,
      language: language === 0 ? null : this.#meta.languages[language]!,
    };
  }

  #text(bytes: Uint8Array): string {
    let text = '';
    for (let at = 0; at < bytes.length; at += 1) {
      // Decoders do not accept shared memory, so other letters need a copy.
      if (bytes[at]! > lastOfAscii) return this.#decoder.decode(bytes.slice());
      text += String.fromCharCode(bytes[at]!);
    }
    return text;
  }
}
