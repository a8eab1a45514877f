import { callNode } from '../ast/call-node.js';
import type { Expression } from '../ast/expression.js';
import type { FuzzyOptions } from '../ast/fuzzy-options.js';
import type { PathNode } from '../ast/path-node.js';
import { percentLiteral } from '../ast/percent-literal.js';
import { word, type Word } from '../ast/word.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { timesHundred } from './decimal-text.js';
import {
  inside,
  isAbsent,
  isRecord,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeIdentifier, decodeName, decodePath } from './decode-path.js';
import { decodeValue } from './decode-value.js';

/** Words after `using` (language manual 1.9). */
const similarityAlgorithms = ['name_words', 'jaro_winkler', 'levenshtein', 'token_set', 'phonetic'] as const;

export interface ReadOptions {
  /** Function applied to the left-hand side: `exact` and `folded` are options in JSON, and `money(n, c)` is `currencyOf`. */
  readonly wrap: (subject: Expression) => Expression;
  readonly fuzzy: FuzzyOptions | null;
}

const optionKeys = ['collation', 'caseSensitive', 'currencyOf', 'threshold', 'algorithm'];
const collations: ReadonlyMap<unknown, string> = new Map([
  ['cs', 'exact'],
  ['ci', 'folded'],
]);

/** Returns the function that forces a collation; `undefined` if none is given. */
function decodeCollation(options: JsonRecord, at: DecodePosition, context: DecodeContext): string | null | undefined {
  const sensitive = member(options, 'caseSensitive');
  if (!isAbsent(sensitive) && typeof sensitive !== 'boolean')
    return context.wrongShape(inside(at, 'caseSensitive'), '`true` or `false`', sensitive);
  const written = member(options, 'collation');
  const collation = isAbsent(written) && !isAbsent(sensitive) ? (sensitive ? 'cs' : 'ci') : written;
  if (isAbsent(collation)) return undefined;
  const place = inside(at, 'collation');
  return (
    collations.get(collation) ??
    (typeof collation === 'string'
      ? context.word(place, 'collation', collation, ['ci', 'cs'])
      : context.wrongShape(place, '`ci` or `cs`', collation))
  );
}

/** Decodes a fraction of 1, a tagged percentage, or a name. */
function decodeThreshold(json: unknown, place: DecodePosition, context: DecodeContext): FuzzyOptions['threshold'] {
  if (isRecord(json) && Object.hasOwn(json, '$name')) {
    const record = context.record(json, place, 'a threshold', ['$name']);
    return record && decodeName(member(record, '$name'), inside(place, '$name'), context);
  }
  const value = decodeValue(json, { ...place, expression: { nodes: 0 } }, context);
  if (value === null || value.kind === 'percentLiteral') return value;
  if (value.kind === 'numberLiteral' && (value.text === '1' || value.text.startsWith('0')))
    return percentLiteral(timesHundred(value.text));
  return context.wrongShape(place, 'a similarity from 0 to 1', json);
}

function decodeAlgorithm(json: unknown, place: DecodePosition, context: DecodeContext): Word | null {
  if (typeof json !== 'string') return context.wrongShape(place, 'the name of an algorithm', json);
  const isAllowed = context.words === undefined || similarityAlgorithms.some((each) => each === json);
  if (!isAllowed) return context.word(place, 'algorithm', json, similarityAlgorithms);
  const name = decodeIdentifier(json, place, 'the name of an algorithm', context);
  return name === null ? null : word(name);
}

function decodeFuzzy(options: JsonRecord, at: DecodePosition, context: DecodeContext): FuzzyOptions | null | undefined {
  const [threshold, algorithm] = [member(options, 'threshold'), member(options, 'algorithm')];
  if (isAbsent(threshold) && isAbsent(algorithm)) return undefined;
  const read: FuzzyOptions = {
    threshold: isAbsent(threshold) ? null : decodeThreshold(threshold, inside(at, 'threshold'), context),
    algorithm: isAbsent(algorithm) ? null : decodeAlgorithm(algorithm, inside(at, 'algorithm'), context),
  };
  const isWhole =
    isAbsent(threshold) === (read.threshold === null) && isAbsent(algorithm) === (read.algorithm === null);
  return isWhole ? read : null;
}

/**
 * Decodes the `options` of a condition; returns `null` after reporting a problem. `isSimilarity` is set if its operator accepts `threshold`
 * and `algorithm`.
 */
export function decodeOptions(
  record: JsonRecord,
  isSimilarity: boolean,
  place: DecodePosition,
  context: DecodeContext,
): ReadOptions | null {
  const json = member(record, 'options');
  if (isAbsent(json)) return { wrap: (subject) => subject, fuzzy: null };
  const at = inside(place, 'options');
  const options = context.record(json, at, 'options', optionKeys);
  if (options === null) return null;
  const collation = decodeCollation(options, at, context);
  const currencyPath = member(options, 'currencyOf');
  const currency: PathNode | null | undefined = isAbsent(currencyPath)
    ? undefined
    : decodePath(currencyPath, inside(at, 'currencyOf'), context);
  const fuzzy = decodeFuzzy(options, at, context);
  if (collation === null || currency === null || fuzzy === null) return null;
  if (fuzzy !== undefined && !isSimilarity) {
    const key = fuzzy.threshold === null ? 'algorithm' : 'threshold';
    return context.report(e0213, inside(at, key), `\`${key}\` belongs to \`fuzzy_match\``);
  }
  const wrap = (subject: Expression): Expression => {
    const amount = currency === undefined ? subject : callNode('money', [subject, currency]);
    return collation === undefined ? amount : callNode(collation, [amount]);
  };
  return { wrap, fuzzy: fuzzy ?? null };
}
