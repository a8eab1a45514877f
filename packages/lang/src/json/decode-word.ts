import { word, type Word } from '../ast/word.js';
import { inside, member, type DecodeContext, type JsonRecord, type DecodePosition } from './decode-context.js';
import { decodeIdentifier } from './decode-path.js';

/** Decodes a member that contains one word of a closed list. */
export function decodeWord(
  record: JsonRecord,
  key: string,
  what: string,
  place: DecodePosition,
  context: DecodeContext,
  allowed: readonly string[] | undefined,
): Word | null {
  const at = inside(place, key);
  const text = decodeIdentifier(member(record, key), at, what, context);
  if (text === null) return null;
  return allowed === undefined || allowed.includes(text) ? word(text) : context.word(at, what, text, allowed);
}
