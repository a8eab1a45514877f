import {
  aggregateNames,
  aggregateNode,
  type AggregateLink,
  type AggregateName,
  type AggregateNode,
  type AggregateWindow,
} from '../ast/aggregate-node.js';
import { andNode } from '../ast/and-node.js';
import { convertNode } from '../ast/convert-node.js';
import { durationLiteral, type DurationUnit } from '../ast/duration-literal.js';
import type { Expression } from '../ast/expression.js';
import { pathNode } from '../ast/path-node.js';
import { e0107 } from '../diagnostics/codes/e0107.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { e0908 } from '../diagnostics/codes/e0908.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { formatPath } from '../paths/path-syntax.js';
import { decodeConditionNode } from './decode-condition-node.js';
import { inside, isRecord, member, type DecodeContext, type JsonRecord, type Place } from './decode-context.js';
import { decodeIdentifier, decodePath, decodeTextPath } from './decode-path.js';
import { decodeSimple } from './decode-simple.js';
import { decodeValue } from './decode-value.js';
import { isRecordSource, windowUnits } from './encode-aggregate.js';
import { limits } from '../limits.js';
import { jsonLimits } from './json-limits.js';

const keys = [
  'source',
  'function',
  'field',
  'currency',
  'value',
  'groupBy',
  'links',
  'window',
  'last',
  'includeCurrent',
  'filters',
  'where',
  'distinct',
];
const laterFunctions = new Set(
  'count_distinct stddev median p90 p95 p99 share exists latest earliest values'.split(' '),
);

/** Absent parts are null; null here means a mistake was reported. */
type Part<T> = { readonly value: T } | null;
const part = <T>(value: T): Part<T> => ({ value });
const partOf = <T>(value: T | null): Part<T> => (value === null ? null : { value });

function decodeSource(record: JsonRecord, place: Place, context: DecodeContext): string | null {
  const json = member(record, 'source');
  if (json === undefined) return 'transactions';
  if (json === 'user_events') return 'userEvents';
  if (typeof json === 'string' && isRecordSource(json)) return json;
  const path = decodePath(json, inside(place, 'source'), context);
  return path === null ? null : formatPath(path.steps);
}

function decodeFunction(record: JsonRecord, place: Place, context: DecodeContext): AggregateName | null {
  const json = member(record, 'function');
  const at = inside(place, 'function');
  if (typeof json !== 'string') return context.wrongShape(at, 'the name of an aggregate', json);
  if (laterFunctions.has(json)) return context.later(at, json);
  return aggregateNames.find((name) => name === json) ?? context.word(at, 'aggregate', json, aggregateNames);
}

function decodeAggregated(
  record: JsonRecord,
  place: Place,
  row: Place,
  context: DecodeContext,
): Part<Expression | null> {
  const [field, value, currency] = ['field', 'value', 'currency'].map((key) => member(record, key));
  if (field !== undefined && value !== undefined)
    return context.report(e0213, inside(place, 'value'), '`field` and `value` exclude each other');
  if (currency !== undefined && field === undefined)
    return context.report(
      e0213,
      inside(place, 'currency'),
      '`currency` belongs to `field`',
      'convert inside `value` with `$as`',
    );
  if (value !== undefined) return partOf(decodeValue(value, inside(row, 'value'), context));
  if (field === undefined) return part(null);
  const path = decodePath(field, inside(row, 'field'), context);
  if (currency === undefined || path === null) return partOf(path);
  const code = decodeIdentifier(currency, inside(place, 'currency'), 'a currency', context);
  return code === null ? null : part(convertNode(path, code));
}

function decodeKey(json: unknown, place: Place, context: DecodeContext): AggregateLink | null {
  if (json === 'originEntityId') return { kind: 'from', path: pathNode(['origin']) };
  if (json === 'destinationEntityId') return { kind: 'to', path: pathNode(['destination']) };
  return typeof json === 'string' ? context.later(place, json) : context.wrongShape(place, 'a key', json);
}

function decodeLink(json: unknown, place: Place, context: DecodeContext): AggregateLink | null {
  const record = context.record(json, place, 'a link', ['from', 'to', 'involving', 'between', 'per']);
  if (record === null) return null;
  const [kind, another] = Object.keys(record);
  if (kind === undefined || another !== undefined) return context.wrongShape(place, 'a link with one key', record);
  if (kind === 'from' || kind === 'to') {
    const path = decodeTextPath(record[kind], inside(place, kind), context);
    return path === null ? null : { kind, path };
  }
  return ['involving', 'between', 'per'].includes(kind) ? context.later(inside(place, kind), kind) : null;
}

function decodeLinks(record: JsonRecord, place: Place, context: DecodeContext): readonly AggregateLink[] | null {
  const [groupBy, links] = [member(record, 'groupBy'), member(record, 'links')];
  if (groupBy !== undefined && links !== undefined)
    return context.report(e0213, inside(place, 'links'), '`groupBy` and `links` exclude each other');
  if (groupBy === undefined && links === undefined) return [];
  const key = groupBy === undefined ? 'links' : 'groupBy';
  const at = inside(place, key);
  const items = context.items(groupBy ?? links, at, 'keys', 3, e0913);
  const read = items?.map((item, index) =>
    (key === 'links' ? decodeLink : decodeKey)(item, inside(at, index), context),
  ) ?? [null];
  return read.every((link) => link !== null) ? read : null;
}

const unitNamed: ReadonlyMap<string, DurationUnit> = new Map(
  Object.entries(windowUnits).map(([short, long]): [string, DurationUnit] => [long, short as DurationUnit]),
);

function decodeUnit(json: unknown, place: Place, context: DecodeContext): DurationUnit | null {
  if (typeof json !== 'string') return context.wrongShape(place, 'a unit of time', json);
  return unitNamed.get(json) ?? context.word(place, 'unit of time', json, unitNamed.keys());
}

function decodeWindow(json: unknown, place: Place, context: DecodeContext): Part<AggregateWindow | null> {
  if (json === undefined || json === null) return part(null);
  const record = context.record(json, place, 'a window', [
    'amount',
    'unit',
    'calendar',
    'previous',
    'since',
    'allTime',
  ]);
  if (record === null) return null;
  for (const later of ['calendar', 'previous', 'since', 'allTime'])
    if (member(record, later) !== undefined) return context.later(inside(place, later), later);
  const amount = member(record, 'amount');
  if (isRecord(amount) && Object.hasOwn(amount, '$name'))
    return context.later(inside(place, 'amount'), 'a named window length');
  const unit = decodeUnit(member(record, 'unit'), inside(place, 'unit'), context);
  const length = decodeValue(amount, inside(place, 'amount'), context);
  if (unit === null || length === null) return null;
  if (length.kind !== 'numberLiteral' || length.text === '0')
    return context.report(e0107, inside(place, 'amount'), 'a window is at least 1 long');
  return part({ kind: 'last', duration: durationLiteral(length.text, unit) });
}

function decodeFilter(record: JsonRecord, place: Place, row: Place, context: DecodeContext): Part<Expression | null> {
  const [filters, where] = [member(record, 'filters'), member(record, 'where')];
  if (filters !== undefined && where !== undefined)
    return context.report(e0213, inside(place, 'where'), '`filters` and `where` exclude each other');
  if (where !== undefined) return partOf(decodeConditionNode(where, inside(row, 'where'), context));
  if (filters === undefined) return part(null);
  const at = inside(row, 'filters');
  const items = context.items(filters, at, 'filters', jsonLimits.filters, e0903);
  const terms = items?.map((item, index) => decodeSimple(item, inside(at, index), context)) ?? [null];
  if (!terms.every((term) => term !== null)) return null;
  const [first] = terms;
  return part(terms.length > 1 ? andNode(terms) : (first ?? null));
}

/** False is `prior` in the text. */
function decodePrior(record: JsonRecord, place: Place, context: DecodeContext): boolean | null {
  const json = member(record, 'includeCurrent') ?? true;
  return typeof json === 'boolean'
    ? !json
    : context.wrongShape(inside(place, 'includeCurrent'), '`true` or `false`', json);
}

/** An aggregate; paths of its value and filters are those of the record. */
export function decodeAggregate(json: unknown, place: Place, context: DecodeContext): AggregateNode | null {
  const record = context.record(json, place, 'an aggregate', keys);
  if (record === null) return null;
  if (++context.aggregates === limits.aggregatesPerRule + 1)
    context.report(e0908, place, `more than ${limits.aggregatesPerRule} aggregates in one rule`);
  if (context.aggregates > limits.aggregatesPerRule) return null;
  for (const later of ['last', 'distinct'])
    if (member(record, later) !== undefined) return context.later(inside(place, later), later);
  const source = decodeSource(record, place, context);
  const name = decodeFunction(record, place, context);
  const links = decodeLinks(record, place, context);
  const window = decodeWindow(member(record, 'window'), inside(place, 'window'), context);
  const prior = decodePrior(record, place, context);
  if (source === null) return null;
  const row: Place = { ...place, scope: { ...place.scope, record: source } };
  const value = decodeAggregated(record, place, row, context);
  const where = decodeFilter(record, place, row, context);
  if (name === null || links === null || window === null || prior === null || value === null || where === null)
    return null;
  return aggregateNode({
    function: name,
    value: value.value,
    source,
    prior,
    links,
    window: window.value,
    where: where.value,
  });
}
