import type { TextLiteral } from '../ast/text-literal.js';
import { word, type Word } from '../ast/word.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import {
  inside,
  isAbsent,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeIdentifier } from './decode-path.js';
import { keyFromName } from './rule-key.js';

/** Returns the `key` of a record, or one derived from its name. */
export function decodeRecordKey(
  record: JsonRecord,
  title: TextLiteral | null,
  what: 'rule' | 'matrix',
  place: DecodePosition,
  context: DecodeContext,
): Word | null {
  if (!isAbsent(member(record, 'key'))) {
    const key = decodeIdentifier(member(record, 'key'), inside(place, 'key'), `the key of a ${what}`, context);
    return key === null ? null : word(key);
  }
  const made = keyFromName(title?.value ?? '');
  return made === null
    ? context.report(e0104, inside(place, 'key'), `this ${what} has no \`key\`, and its \`name\` gives none`)
    : word(made);
}
