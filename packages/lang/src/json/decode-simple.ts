import { aggregateNode } from '../ast/aggregate-node.js';
import { andNode } from '../ast/and-node.js';
import type { Expression } from '../ast/expression.js';
import { e0209 } from '../diagnostics/codes/e0209.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { decodeComparison } from './decode-comparison.js';
import {
  inside,
  isAbsent,
  member,
  truncate,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodePath } from './decode-path.js';
import { decodeSource } from './decode-source.js';
import { jsonLimits } from './json-limits.js';
import { recordScope } from './record-scope.js';

const keys = ['id', 'type', 'field', 'operator', 'value', 'valueField', 'filters', 'options', 'countryMetadata'];

/** Matches a path across one array: the part before `[]`, and the path of its elements. */
const acrossArray = /^([^[\]]+)\[\]\.?(.+)$/s;

/** Inside the aggregate, the subject's own paths begin with `current.`. */
function elementLeaf(record: JsonRecord, field: string): JsonRecord {
  const other = member(record, 'valueField');
  const isSubject = typeof other === 'string' && !other.startsWith('$');
  return { ...record, field, ...(isSubject ? { valueField: `current.${other}` } : {}) };
}

/** Decodes `relationships[].role` with `filters`: the comparison must be true for one element that passes the filters. */
function decodeAcross(
  record: JsonRecord,
  filters: readonly unknown[],
  place: DecodePosition,
  context: DecodeContext,
): Expression | null {
  const written = String(member(record, 'field'));
  const [, array, field] = acrossArray.exec(written) ?? [];
  const at = inside(place, 'field');
  if (array === undefined || field === undefined || field.includes('[]'))
    return context.report(e0209, at, `\`${truncate(written)}\` goes through more than one list`);
  const source = context.countAggregate(place) ? decodeSource(array, at, context) : null;
  if (source === null) return null;
  const row = recordScope(place, source);
  const leaf = elementLeaf(record, field);
  const subject = decodePath(field, inside(row, 'field'), context);
  const terms = [
    decodeComparison(subject, leaf, 'leaf', row, context),
    ...filters.map((filter, index) => decodeSimple(filter, inside(inside(row, 'filters'), index), context)),
  ];
  if (!terms.every((term) => term !== null)) return null;
  const [first] = terms;
  const where = terms.length > 1 ? andNode(terms) : (first ?? null);
  const parts = { function: 'exists', distinct: false, value: null, prior: false, last: null } as const;
  return aggregateNode({ ...parts, source, links: [], window: null, where });
}

/** Decodes a comparison whose left-hand side is a path: a simple leaf, or a filter of an aggregate. */
export function decodeSimple(json: unknown, place: DecodePosition, context: DecodeContext): Expression | null {
  const record = context.record(json, place, 'a condition', keys);
  if (record === null) return null;
  const written = member(record, 'filters');
  const at = inside(place, 'filters');
  const filters = isAbsent(written) ? null : context.items(written, at, 'filters', jsonLimits.filters, e0903);
  if (!isAbsent(written) && filters === null) return null;
  const field = member(record, 'field');
  const isInside = place.scope.record !== undefined;
  if (filters !== null && !isInside && typeof field === 'string' && field.includes('[]'))
    return decodeAcross(record, filters, place, context);
  if (filters !== null && filters.length > 0)
    return context.report(e0213, at, '`filters` belong to a path across a list, such as `relationships[].role`');
  return decodeComparison(decodePath(field, inside(place, 'field'), context), record, 'leaf', place, context);
}
