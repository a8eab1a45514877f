import { word, type Word } from '../ast/word.js';
import type { WordPlace } from '../catalogue/catalogue.js';
import { inside, member, type DecodeContext, type JsonRecord, type Place } from './decode-context.js';
import { decodeIdentifier } from './decode-path.js';

/** The words each place allows, as `Catalogue.words` gives them. Without it the checker has the last word on them, without a path. */
export type AllowedWords = (place: WordPlace) => readonly string[];

/** A member that holds one word of a closed list. */
export function decodeWord(
  record: JsonRecord,
  key: string,
  what: string,
  place: Place,
  context: DecodeContext,
  allowed: readonly string[] | undefined,
): Word | null {
  const at = inside(place, key);
  const text = decodeIdentifier(member(record, key), at, what, context);
  if (text === null) return null;
  return allowed === undefined || allowed.includes(text) ? word(text) : context.word(at, what, text, allowed);
}
