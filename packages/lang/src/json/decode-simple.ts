import type { Expression } from '../ast/expression.js';
import { inside, member, type DecodeContext, type Place } from './decode-context.js';
import { decodeComparison } from './decode-comparison.js';
import { decodePath } from './decode-path.js';

const keys = ['id', 'type', 'field', 'operator', 'value', 'valueField', 'filters', 'options', 'countryMetadata'];

/** A comparison whose left side is a path: a simple leaf, or a filter of an aggregate. */
export function decodeSimple(json: unknown, place: Place, context: DecodeContext): Expression | null {
  const record = context.record(json, place, 'a condition', keys);
  if (record === null) return null;
  const filters = member(record, 'filters');
  if (filters !== undefined && filters !== null && !(Array.isArray(filters) && filters.length === 0))
    return context.later(inside(place, 'filters'), 'filters');
  return decodeComparison(decodePath(member(record, 'field'), inside(place, 'field'), context), record, place, context);
}
