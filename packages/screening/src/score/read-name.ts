import { hasTitle } from '../names/compounds.js';
import { legalFormKinds } from '../names/legal-forms.js';
import { parseName, type ParsingOptions } from '../names/parse-name.js';
import { visibleText } from '../names/visible-text.js';
import { isParticle, wordWeight } from '../names/weak-words.js';
import type { EntrySchema } from './screened.js';
import { isForeignScript, toLatin } from '../transliterate/to-latin.js';

/** A name in the form in which it is scored: lower-case Latin words with their weights, in order. */
export interface ReadName {
  readonly words: readonly string[];
  /** In tenths. */
  readonly weights: readonly number[];
  /** Number of its words that distinguish names: neither particles nor initials. */
  readonly telling: number;
  /** One bit for each kind of legal form that it contained. */
  readonly legalForms: number;
  /** Whether it was written in another script. */
  readonly isForeign: boolean;
}

/** Maximum weight of a word. */
export const wholeWeight = 10;

/** Returns the weight of a word in any name, in tenths. */
export const weightOfWord = (word: string): number => Math.round(wordWeight(word) * wholeWeight);

export const isTelling = (word: string): boolean => word.length > 1 && !isParticle(word);

/**
 * Returns how the name of an entity is read: in other ways as well if it contains a legal form that may be part of a person's name, an
 * Arabic name of two parts, or a title that is part of a word.
 */
export function readNames(text: string, schema: EntrySchema | null): readonly ReadName[] {
  const ofPerson = schema === 'person';
  const read = readName(text, { ofPerson });
  const isEither = (schema === null || schema === 'other') && read.legalForms !== 0;
  const reads = isEither ? [read, readName(text, { ofPerson: true })] : [read];
  const known = new Set([read.words.join(' ')]);
  for (const [divided, mayBeDivided] of divisions) {
    if (!read.words.some(mayBeDivided)) continue;
    const other = readName(text, { ofPerson, divided });
    const words = other.words.join(' ');
    if (!known.has(words)) reads.push(other);
    known.add(words);
  }
  return reads;
}

const divisions = [
  ['compounds', (word: string) => /^abd|d[iey]+ne?$/u.test(word)],
  ['titles', hasTitle],
] as const;

export function readName(text: string, options: ParsingOptions = {}): ReadName {
  const cut = visibleText(text);
  const isForeign = isForeignScript(cut);
  const parsed = parseName(isForeign ? toLatin(cut) : cut, options);
  const words = parsed.words.map((word) => word.text);
  return {
    words,
    weights: words.map(weightOfWord),
    telling: words.filter(isTelling).length,
    legalForms: parsed.legalForms.reduce((bits, kind) => bits | (1 << legalFormKinds.indexOf(kind)), 0),
    isForeign,
  };
}
