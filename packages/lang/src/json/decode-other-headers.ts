import { arrayLiteral, type ArrayLiteral } from '../ast/array-literal.js';
import type { DateLiteral } from '../ast/date-literal.js';
import type { DatetimeLiteral } from '../ast/datetime-literal.js';
import { effectivePeriod, type EffectivePeriod } from '../ast/effective-period.js';
import type { ObjectNode } from '../ast/object-node.js';
import { stopOnMatch, type StopOnMatch } from '../ast/stop-on-match.js';
import { textLiteral } from '../ast/text-literal.js';
import { word, type Word } from '../ast/word.js';
import { e0104 } from '../diagnostics/codes/e0104.js';
import { e0107 } from '../diagnostics/codes/e0107.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0915 } from '../diagnostics/codes/e0915.js';
import {
  inside,
  isAbsent,
  isRecord,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeIdentifier } from './decode-path.js';
import { decodeObject } from './decode-object.js';
import { decodeWord } from './decode-word.js';
import { limits } from '../limits.js';
import { jsonLimits } from './json-limits.js';
import { literalCodecs } from './literal-codecs.js';

/** Headers that are lists, objects or flags. `null` if the header is absent, has no effect, or was rejected and reported. */
export interface OtherHeaders {
  readonly matrices: readonly Word[];
  readonly tags: ArrayLiteral | null;
  readonly scope: ObjectNode | null;
  readonly effective: EffectivePeriod | null;
  readonly evaluate: Word | null;
  readonly stop: StopOnMatch | null;
  readonly meta: ObjectNode | null;
}

/** Decodes `riskMatrixIds`, or `riskMatrixId` as a list with one element, which may repeat the first of the others. */
function decodeMatrices(record: JsonRecord, place: DecodePosition, context: DecodeContext): readonly Word[] {
  const [many, one] = [member(record, 'riskMatrixIds'), member(record, 'riskMatrixId')];
  const key = isAbsent(many) ? 'riskMatrixId' : 'riskMatrixIds';
  const at = inside(place, key);
  const json = isAbsent(many) ? (isAbsent(one) ? [] : [one]) : many;
  const items = context.items(json, at, 'matrices', limits.matricesPerRule, e0915) ?? [];
  if (!isAbsent(many) && !isAbsent(one) && items[0] !== one)
    context.report(e0213, inside(place, 'riskMatrixId'), '`riskMatrixId` is the first of `riskMatrixIds`');
  return items.flatMap((item, index) => {
    const name = decodeIdentifier(item, inside(at, index), 'the key of a matrix', context);
    return name === null ? [] : [word(name)];
  });
}

function decodeTexts(
  json: unknown,
  what: string,
  place: DecodePosition,
  limit: number,
  context: DecodeContext,
): ArrayLiteral | null {
  const items = context.items(json, place, what, limit, e0915);
  if (items === null || items.length === 0) return null;
  const texts = items.map((item, index) => context.text(item, inside(place, index), 'a tag', jsonLimits.tagLength));
  return texts.every((text) => text !== null) ? arrayLiteral(texts.map((text) => textLiteral(text))) : null;
}

/** Decodes a date or instant, as ISO text or tagged. */
function decodeBound(
  json: unknown,
  place: DecodePosition,
  context: DecodeContext,
): DateLiteral | DatetimeLiteral | null {
  const [tag] = isRecord(json) ? Object.keys(json) : [];
  const text = isRecord(json) && (tag === '$date' || tag === '$datetime') ? json[tag] : json;
  if (typeof text !== 'string') return context.wrongShape(place, 'a day or an instant', json);
  const bound = literalCodecs.$date.read(text) ?? literalCodecs.$datetime.read(text);
  return bound?.kind === 'dateLiteral' || bound?.kind === 'datetimeLiteral'
    ? bound
    : context.report(
        e0107,
        place,
        'no day or instant of the calendar',
        'such as `2026-12-01` or `2026-12-01T10:00:00Z`',
      );
}

function decodeEffective(json: unknown, place: DecodePosition, context: DecodeContext): EffectivePeriod | null {
  if (isAbsent(json)) return null;
  const window = context.record(json, place, 'a temporal window', ['from', 'to']);
  if (window === null) return null;
  const [from, to] = [member(window, 'from'), member(window, 'to')];
  if (isAbsent(from) && isAbsent(to)) return null;
  if (isAbsent(from))
    return context.report(e0104, inside(place, 'from'), 'a rule takes effect from a day on', 'give `from` too');
  const start = decodeBound(from, inside(place, 'from'), context);
  const end = isAbsent(to) ? null : decodeBound(to, inside(place, 'to'), context);
  return start === null || (end === null && !isAbsent(to)) ? null : effectivePeriod(start, end);
}

const scopeLists = ['countries', 'entityTypes', 'paymentMethods', 'transactionTypes'];

/** An empty scope restricts nothing, so it does not count as a header. */
function decodeScope(
  json: unknown,
  place: DecodePosition,
  context: DecodeContext,
): Pick<OtherHeaders, 'scope' | 'effective'> {
  const record = isAbsent(json) ? null : context.record(json, place, 'a scope', [...scopeLists, 'temporalWindow']);
  if (record === null) return { scope: null, effective: null };
  const { temporalWindow, ...lists } = record;
  for (const [key, list] of Object.entries(lists))
    if (!Array.isArray(list) && !isAbsent(list)) context.wrongShape(inside(place, key), 'an array of text', list);
  const said = Object.fromEntries(Object.entries(lists).filter(([, list]) => !isAbsent(list)));
  return {
    scope: Object.keys(said).length === 0 ? null : decodeObject(said, place, context),
    effective: decodeEffective(temporalWindow, inside(place, 'temporalWindow'), context),
  };
}

function decodeMeta(json: unknown, place: DecodePosition, context: DecodeContext): ObjectNode | null {
  if (isAbsent(json)) return null;
  if (!isRecord(json)) return context.wrongShape(place, 'an object', json);
  const meta = Object.keys(json).length === 0 ? null : decodeObject(json, place, context);
  if (meta === null) return null;
  const bytes = new TextEncoder().encode(JSON.stringify(json)).length;
  if (bytes <= limits.metaBytes) return meta;
  return context.report(e0915, place, `\`meta\` is longer than ${limits.metaBytes} bytes`);
}

function decodeStop(json: unknown, place: DecodePosition, context: DecodeContext): StopOnMatch | null {
  if (isAbsent(json) || json === false) return null;
  return json === true ? stopOnMatch() : context.wrongShape(place, '`true` or `false`', json);
}

const modes = ['sync', 'async'];

export function decodeOtherHeaders(record: JsonRecord, place: DecodePosition, context: DecodeContext): OtherHeaders {
  const at = (key: string): DecodePosition => inside(place, key);
  const tags = member(record, 'tags');
  const mode = context.words && modes;
  return {
    matrices: decodeMatrices(record, place, context),
    tags: isAbsent(tags) ? null : decodeTexts(tags, 'tags', at('tags'), limits.tagsPerRule, context),
    ...decodeScope(member(record, 'scope'), at('scope'), context),
    evaluate: isAbsent(member(record, 'evaluationMode'))
      ? null
      : decodeWord(record, 'evaluationMode', 'mode of evaluation', place, context, mode),
    stop: decodeStop(member(record, 'stopOnMatch'), at('stopOnMatch'), context),
    meta: decodeMeta(member(record, 'meta'), at('meta'), context),
  };
}
