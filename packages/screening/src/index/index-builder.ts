import { isParticle } from '../names/weak-words.js';
import { identifierKey } from '../score/identifiers.js';
import { isTelling, readNames, weightOfWord } from '../score/read-name.js';
import { type EntrySchema, type ListedEntry, type ListedName, nameKinds } from '../score/screened.js';
import { eachDeletion, hashWord, isMisspellable } from '../score/word-keys.js';
import { soundOf } from '../score/word-sound.js';
import { BucketsBuilder } from './buckets.js';
import { markEntry, packFacts } from './entry-facts.js';
import { GrowingNumbers, GrowingTexts, withEnd } from './growing.js';
import { Numbered } from './numbered.js';
import { ReadingsBuilder } from './readings-builder.js';
import { packSections, type Sections } from './sections.js';
import { consonantHash } from './sound-hashes.js';

/** Values with few distinct ones, each stored once. */
export interface IndexMeta {
  readonly datasets: readonly string[];
  /** The countries of an entry, by the number in its facts. */
  readonly countries: readonly (readonly string[])[];
  /** The first stands for none. */
  readonly languages: readonly string[];
}

/** Flag of a word that distinguishes names, stored with its weight. */
export const tellingBit = 0x80;

/** Collects entries one after the other, and builds one block of memory from them. */
export class IndexBuilder {
  readonly #words = new Numbered();
  readonly #readings = new ReadingsBuilder(this.#words);
  readonly #names = {
    kind: new GrowingNumbers(),
    language: new GrowingNumbers(),
    texts: new GrowingTexts(),
  };
  readonly #entries = {
    ids: new GrowingTexts(),
    dataset: new GrowingNumbers(),
    facts: { head: new GrowingNumbers(), from: new GrowingNumbers(), to: new GrowingNumbers() },
    nameAt: new GrowingNumbers(),
    details: new GrowingTexts(),
  };
  readonly #identifiers = new BucketsBuilder();
  readonly #datasets = new Numbered();
  readonly #countries = new Numbered([JSON.stringify([])]);
  readonly #languages = new Numbered(['']);
  #entryCount = 0;

  add(entry: ListedEntry): void {
    const entries = this.#entries;
    entries.ids.push(entry.id);
    entries.dataset.push(this.#datasets.of(entry.dataset));
    entries.nameAt.push(this.#names.kind.length);
    const { births, countries, identifiers } = entry;
    const [head, from, to] = packFacts(entry, this.#countries.of(JSON.stringify(countries)));
    entries.facts.head.push(head);
    entries.facts.from.push(from);
    entries.facts.to.push(to);
    const empty = births.length + identifiers.length === 0;
    entries.details.push(
      empty
        ? ''
        : JSON.stringify([
            births.map(({ from, to }) => [from, to]),
            identifiers.map(({ scheme, value }) => [scheme, value]),
          ]),
    );
    for (const [ordinal, name] of entry.names.entries()) this.#addName(name, ordinal, entry.schema);
    for (const identifier of identifiers) {
      const key = identifierKey(identifier);
      if (key !== null) this.#identifiers.add(hashWord(key), this.#entryCount);
    }
    this.#entryCount += 1;
  }

  #addName({ text, kind, language }: ListedName, ordinal: number, schema: EntrySchema): void {
    const names = this.#names;
    const bearer = { markedEntry: markEntry(this.#entryCount, kind), ordinal, isAcronym: schema !== 'person' };
    for (const read of readNames(text, schema)) this.#readings.add(read, bearer);
    names.kind.push(nameKinds.indexOf(kind));
    names.language.push(language === null ? 0 : this.#languages.of(language));
    names.texts.push(text);
  }

  build(): SharedArrayBuffer {
    return packSections({
      ...this.#meta(),
      ...this.#wordSections(),
      ...this.#readings.build(this.#entries.facts),
      ...this.#nameSections(),
      ...this.#entrySections(),
    });
  }

  #meta(): Pick<Sections, 'meta'> {
    const meta: IndexMeta = {
      datasets: this.#datasets.all(),
      countries: this.#countries.all().map((countries) => JSON.parse(countries) as readonly string[]),
      languages: this.#languages.all().slice(0, 256),
    };
    return { meta: new TextEncoder().encode(JSON.stringify(meta)) };
  }

  #wordSections() {
    const texts = new GrowingTexts();
    const weights = new GrowingNumbers();
    const [buckets, deletions] = [new BucketsBuilder(), new BucketsBuilder()];
    const [sounds, consonants] = [new BucketsBuilder(), new BucketsBuilder()];
    const heard = { sound: new GrowingNumbers(), skeleton: new GrowingNumbers() };
    for (const [number, word] of this.#words.all().entries()) {
      texts.push(word);
      weights.push(weightOfWord(word) | (isTelling(word) ? tellingBit : 0));
      buckets.add(hashWord(word), number);
      const { sound, skeleton } = soundOf(word);
      heard.sound.push(sound);
      heard.skeleton.push(skeleton);
      if (!isMisspellable(word) || isParticle(word)) continue;
      eachDeletion(word, (hash) => deletions.add(hash, number));
      sounds.add(sound, number);
      consonants.add(consonantHash(word), number);
    }
    return {
      wordText: texts.bytes(),
      wordAt: texts.starts(),
      wordWeight: Uint8Array.from(weights.view()),
      wordSound: heard.sound.view(),
      wordSkeleton: heard.skeleton.view(),
      ...buckets.build('word'),
      ...deletions.build('deletion'),
      ...sounds.build('sound'),
      ...consonants.build('consonant'),
    };
  }

  #nameSections() {
    const names = this.#names;
    return {
      nameKind: Uint8Array.from(names.kind.view()),
      // More languages than fit into a byte are useless to a reader.
      nameLanguage: Uint8Array.from(names.language.view(), (language) => (language < 256 ? language : 0)),
      nameTextAt: names.texts.starts(),
      nameText: names.texts.bytes(),
    };
  }

  #entrySections() {
    const entries = this.#entries;
    return {
      ...this.#identifiers.build('identifier'),
      entryIdAt: entries.ids.starts(),
      entryId: entries.ids.bytes(),
      entryDataset: Uint16Array.from(entries.dataset.view()),
      entryHead: entries.facts.head.view(),
      entryNameAt: withEnd(entries.nameAt.view(), this.#names.kind.length),
      entryDetailAt: entries.details.starts(),
      entryDetail: entries.details.bytes(),
    };
  }
}

/** Builds the index of a version of lists: one immutable block of memory, which `WatchlistIndex` reads. */
export function buildIndex(entries: Iterable<ListedEntry>): SharedArrayBuffer {
  const builder = new IndexBuilder();
  for (const entry of entries) builder.add(entry);
  return builder.build();
}
