import { aggregateNames, aggregateNode, type AggregateName, type AggregateNode } from '../ast/aggregate-node.js';
import { andNode } from '../ast/and-node.js';
import { convertNode } from '../ast/convert-node.js';
import type { Expression } from '../ast/expression.js';
import type { NumberLiteral } from '../ast/number-literal.js';
import { pathNode } from '../ast/path-node.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0410 } from '../diagnostics/codes/e0410.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { limits } from '../limits.js';
import { decodeConditionNode } from './decode-condition-node.js';
import {
  inside,
  isAbsent,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodeLinks } from './decode-links.js';
import { decodeIdentifier, decodePath } from './decode-path.js';
import { decodeSimple } from './decode-simple.js';
import { decodeSource } from './decode-source.js';
import { decodeValue } from './decode-value.js';
import { decodeWindow } from './decode-window.js';
import { jsonLimits } from './json-limits.js';
import type { DecodedPart } from './decoded-part.js';
import { recordScope } from './record-scope.js';

const keys = [
  'source',
  'function',
  'distinct',
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
];

const part = <T>(value: T): DecodedPart<T> => ({ value });
const partOf = <T>(value: T | null): DecodedPart<T> => (value === null ? null : { value });

interface ReadFunction {
  readonly name: AggregateName;
  readonly distinct: boolean;
}

function decodeFunction(record: JsonRecord, place: DecodePosition, context: DecodeContext): ReadFunction | null {
  const [json, distinct] = [member(record, 'function'), member(record, 'distinct') ?? false];
  const at = inside(place, 'function');
  if (typeof distinct !== 'boolean')
    return context.wrongShape(inside(place, 'distinct'), '`true` or `false`', distinct);
  if (typeof json !== 'string') return context.wrongShape(at, 'the name of an aggregate', json);
  if (json === 'count_distinct') return { name: 'count', distinct: true };
  const name = aggregateNames.find((each) => each === json);
  return name === undefined
    ? context.word(at, 'aggregate', json, [...aggregateNames, 'count_distinct'])
    : { name, distinct };
}

function decodeAggregated(
  record: JsonRecord,
  place: DecodePosition,
  row: DecodePosition,
  context: DecodeContext,
): DecodedPart<Expression | null> {
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

function decodeFilter(
  record: JsonRecord,
  place: DecodePosition,
  row: DecodePosition,
  context: DecodeContext,
): DecodedPart<Expression | null> {
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

/** `includeCurrent` false corresponds to `prior` in the text, which cannot be combined with `last`. */
interface Range {
  readonly prior: boolean;
  readonly last: NumberLiteral | null;
}

function decodeRange(record: JsonRecord, place: DecodePosition, context: DecodeContext): Range | null {
  const [json, most] = [member(record, 'includeCurrent') ?? true, member(record, 'last')];
  const at = inside(place, 'last');
  if (typeof json !== 'boolean') return context.wrongShape(inside(place, 'includeCurrent'), '`true` or `false`', json);
  if (isAbsent(most)) return { prior: !json, last: null };
  if (!json) return context.report(e0213, at, '`last` and `includeCurrent: false` exclude each other');
  const last = decodeValue(most, at, context);
  if (last === null) return null;
  if (last.kind === 'numberLiteral' && Number(last.text) > limits.lastRecords)
    return context.report(e0410, at, `at most the newest ${limits.lastRecords} records can be asked for`);
  return last.kind === 'numberLiteral' && /^[1-9]\d*$/.test(last.text)
    ? { prior: false, last }
    : context.wrongShape(at, 'a number of records', most);
}

/** Decodes an aggregate. Paths in its value and filters refer to the record. */
export function decodeAggregate(json: unknown, place: DecodePosition, context: DecodeContext): AggregateNode | null {
  const record = context.record(json, place, 'an aggregate', keys);
  if (record === null || !context.countAggregate(place)) return null;
  const written = member(record, 'source');
  const source =
    written === undefined ? pathNode(['transactions']) : decodeSource(written, inside(place, 'source'), context);
  const called = decodeFunction(record, place, context);
  const range = decodeRange(record, place, context);
  const window = decodeWindow(member(record, 'window'), inside(place, 'window'), context);
  if (source === null) return null;
  const row = recordScope(place, source);
  const links = decodeLinks(record, place, row, context);
  const value = decodeAggregated(record, place, row, context);
  const where = decodeFilter(record, place, row, context);
  if (called === null || links === null || window === null || range === null || value === null || where === null)
    return null;
  return aggregateNode({
    function: called.name,
    distinct: called.distinct,
    value: value.value,
    source,
    ...range,
    links,
    window: window.value,
    where: where.value,
  });
}
