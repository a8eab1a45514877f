import type { AggregateWindow } from '../ast/aggregate-window.js';
import { word } from '../ast/word.js';
import { e0107 } from '../diagnostics/codes/e0107.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import {
  inside,
  isAbsent,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeLength } from './decode-length.js';
import { decodeIdentifier } from './decode-path.js';
import { decodeValue } from './decode-value.js';
import type { DecodedPart } from './decoded-part.js';

type Reader = (record: JsonRecord, place: DecodePosition, context: DecodeContext) => AggregateWindow | null;

const calendarUnits: readonly string[] = ['day', 'week', 'month', 'quarter', 'year'];

const readLast: Reader = (record, place, context) => {
  const duration = decodeLength(record, place, context);
  if (duration === null) return null;
  return duration.kind === 'durationLiteral' && duration.amount === '0'
    ? context.report(e0107, inside(place, 'amount'), 'a window is at least 1 long')
    : { kind: 'last', duration };
};

const readCalendar: Reader = (record, place, context) => {
  const unit = decodeIdentifier(member(record, 'calendar'), inside(place, 'calendar'), 'a calendar unit', context);
  if (unit !== null && context.words !== undefined && !calendarUnits.includes(unit))
    return context.word(inside(place, 'calendar'), 'calendar unit', unit, calendarUnits);
  const previous = member(record, 'previous') ?? false;
  if (typeof previous !== 'boolean')
    return context.wrongShape(inside(place, 'previous'), '`true` or `false`', previous);
  return unit === null ? null : { kind: previous ? 'previous' : 'current', unit: word(unit) };
};

const readSince: Reader = (record, place, context) => {
  const start = decodeValue(member(record, 'since'), inside(place, 'since'), context);
  return start && { kind: 'since', start };
};

const readAllTime: Reader = (record, place, context) =>
  member(record, 'allTime') === true
    ? { kind: 'allTime' }
    : context.wrongShape(inside(place, 'allTime'), '`true`', member(record, 'allTime'));

/** By the key that identifies the kind of window: its other keys, and its reader. */
const kinds: ReadonlyMap<string, { readonly keys: readonly string[]; readonly read: Reader }> = new Map([
  ['amount', { keys: ['unit'], read: readLast }],
  ['calendar', { keys: ['previous'], read: readCalendar }],
  ['since', { keys: [], read: readSince }],
  ['allTime', { keys: [], read: readAllTime }],
]);

const allKeys = [...kinds].flatMap(([key, { keys }]) => [key, ...keys]);

/** Decodes the window of an aggregate. */
export function decodeWindow(
  json: unknown,
  place: DecodePosition,
  context: DecodeContext,
): DecodedPart<AggregateWindow | null> {
  if (isAbsent(json)) return { value: null };
  const record = context.record(json, place, 'a window', allKeys);
  if (record === null) return null;
  const [kind] = [...kinds.keys()].filter((key) => Object.hasOwn(record, key));
  const chosen = kinds.get(kind ?? 'amount');
  if (chosen === undefined) return null;
  const other = Object.keys(record).find((key) => key !== (kind ?? 'amount') && !chosen.keys.includes(key));
  if (other !== undefined && allKeys.includes(other))
    return context.report(e0213, inside(place, other), `\`${other}\` cannot be combined with \`${kind ?? 'amount'}\``);
  const window = chosen.read(record, place, context);
  return window && { value: window };
}
