import type { EntryBirth, EntryIdentifier, EntryName, EntryNameKind, EntrySchema, WatchlistEntry } from '../entry.js';
import { listLimits } from '../list-limits.js';
import { contentHash } from './content-hash.js';
import { countryCode } from './country-code.js';

const nameRank: Readonly<Record<EntryNameKind, number>> = { primary: 0, alias: 1, original_script: 2, weak_alias: 3 };

/** Returns a text of a list as one line without invisible characters. */
export function cleanText(text: string): string {
  // Most texts are plain, which a check of each character shows.
  if (!/[^ -~]| {2}|^ | $/.test(text)) return text;
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim();
}

/** Normalizes a number for comparison, without spaces, dots and dashes; asterisks mask digits. */
export const cleanNumber = (text: string): string =>
  cleanText(text)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}*]/gu, '');

/** Copies a text, because a substring would keep the whole long text in memory. */
const ownText = (text: string): string => ` ${text}`.slice(1);

/** Adds a value that is not present yet. Values over the limit are not compared, since the entry will be rejected anyway. */
function addNew<Value>(values: Value[], value: Value, isSame: (other: Value) => boolean): void {
  if (values.length <= listLimits.valuesPerField && !values.some(isSame)) values.push(value);
}

function addText(values: string[], text: string): void {
  if (text !== '') addNew(values, ownText(text), (other) => other === text);
}

/** An entry while it is being read. Repeated values are kept once. */
export class EntryDraft {
  readonly id: string;
  schema: EntrySchema = 'other';
  gender: 'male' | 'female' | null = null;
  listedOn: string | null = null;
  source: string | null = null;
  private readonly names: EntryName[] = [];
  private readonly births: EntryBirth[] = [];
  private readonly countries: string[] = [];
  private readonly identifiers: EntryIdentifier[] = [];
  private readonly topics: string[] = [];
  private readonly programs: string[] = [];
  private readonly referents: string[] = [];
  /** Total length of the stored names and numbers. */
  characters = 0;

  constructor(id: string) {
    this.id = ownText(id);
  }

  addName(text: string, kind: EntryNameKind, language: string | null = null): void {
    const clean = cleanText(text);
    if (!/[\p{L}\p{N}]/u.test(clean) || this.names.length > listLimits.valuesPerField) return;
    const actual = kind !== 'weak_alias' && isOtherScript(clean) ? 'original_script' : kind;
    const name = { text: ownText(clean), kind: actual, language: language || null };
    const at = this.names.findIndex((each) => each.text === clean);
    const before = this.names[at];
    if (!before) {
      this.names.push(name);
      this.characters += clean.length;
    } else if (nameRank[actual] < nameRank[before.kind]) this.names[at] = name;
  }

  addBirth(birth: EntryBirth | null): void {
    if (birth) addNew(this.births, birth, ({ from, to }) => from === birth.from && to === birth.to);
  }

  /** Adds a country by code or English name; an unknown country is ignored. */
  addCountry(text: string): void {
    addText(this.countries, countryCode(text) ?? '');
  }

  addIdentifier(scheme: string, value: string): void {
    const number = cleanNumber(value);
    // Some lists put the kind of number in front of it.
    const clean = scheme === 'imo' ? number.replace(/^IMO/, '') : number;
    if (clean === '') return;
    const identifier = { scheme, value: ownText(clean) };
    addNew(this.identifiers, identifier, (other) => other.scheme === scheme && other.value === clean);
    this.characters += clean.length;
  }

  addTopic(topic: string): void {
    addText(this.topics, cleanText(topic));
  }

  addProgram(program: string): void {
    addText(this.programs, cleanText(program));
  }

  addReferent(referent: string): void {
    addText(this.referents, cleanText(referent));
  }

  /** Returns the entry, or the reason why it is invalid. */
  finish(dataset: string): WatchlistEntry | string {
    const names = this.namesWithPrimary();
    if (cleanText(this.id) !== this.id || this.id === '') return 'has no id';
    if (names.length === 0) return 'has no name';
    const entry = {
      id: this.id,
      dataset,
      schema: this.schema,
      names,
      births: this.births,
      countries: this.countries.toSorted(),
      gender: this.schema === 'person' ? this.gender : null,
      identifiers: this.identifiers,
      topics: this.topics.toSorted(),
      programs: this.programs.toSorted(),
      listedOn: this.listedOn,
      source: this.source,
      referents: this.referents.toSorted(),
    };
    const reason = overLimit(entry);
    return reason ?? { ...entry, contentHash: contentHash(entry) };
  }

  /** Returns the names with the main one first and marked as primary, even if the list does not mark one. */
  private namesWithPrimary(): readonly EntryName[] {
    const names = this.names.toSorted((one, other) => nameRank[one.kind] - nameRank[other.kind]);
    const [first, ...rest] = names;
    return first === undefined || first.kind === 'primary' ? names : [{ ...first, kind: 'primary' }, ...rest];
  }
}

/** Returns whether most letters of a name belong to scripts other than Latin. */
function isOtherScript(text: string): boolean {
  if (!/[\u0250-\uffff]/.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters > latin * 2;
}

function overLimit(entry: Omit<WatchlistEntry, 'contentHash'>): string | null {
  const fields: readonly (readonly [name: string, texts: readonly string[]])[] = [
    ['id', [entry.id]],
    ['names', entry.names.map(({ text }) => text)],
    ['births', entry.births.map(({ from }) => from)],
    ['identifiers', entry.identifiers.map(({ value }) => value)],
    ['topics', entry.topics],
    ['programs', entry.programs],
    ['source', [entry.source ?? '']],
    ['referents', entry.referents],
  ];
  for (const [name, texts] of fields) {
    if (texts.length > listLimits.valuesPerField) return `has more than ${listLimits.valuesPerField} ${name}`;
    if (texts.some(({ length }) => length > listLimits.valueCharacters))
      return `has more than ${listLimits.valueCharacters} characters in ${name}`;
  }
  return null;
}
