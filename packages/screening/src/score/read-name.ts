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
 * Returns how the name of an entity is read: in another way as well if it contains a legal form that may be part of a person's name, or an
 * Arabic name of two parts.
 */
export function readNames(text: string, schema: EntrySchema | null): readonly ReadName[] {
  const ofPerson = schema === 'person';
  const read = readName(text, { ofPerson });
  const isEither = (schema === null || schema === 'other') && read.legalForms !== 0;
  const reads = isEither ? [read, readName(text, { ofPerson: true })] : [read];
  if (!read.words.some((word) => mayBeDivided.test(word))) return reads;
  const divided = readName(text, { ofPerson, divided: true });
  return divided.words.join(' ') === read.words.join(' ') ? reads : [...reads, divided];
}

const mayBeDivided = /^abd|d[iey]+ne?$/u;

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
