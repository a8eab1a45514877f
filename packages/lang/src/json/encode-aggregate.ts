import type { AggregateNode } from '../ast/aggregate-node.js';
import type { AggregateWindow } from '../ast/aggregate-window.js';
import type { Expression } from '../ast/expression.js';
import type { PathNode } from '../ast/path-node.js';
import { formatPath } from '../paths/path-syntax.js';
import { toJsonPath } from '../paths/to-json-path.js';
import type { AggregateJson, WindowJson } from './aggregate-json.js';
import type { SimpleConditionJson } from './condition-json.js';
import { roundTripsTo } from './round-trips-to.js';
import { decodeSimple } from './decode-simple.js';
import { encodeConditionNode } from './encode-condition-node.js';
import { nameOf, type EncodeScope } from './encode-context.js';
import { encodeLength } from './encode-length.js';
import { encodeLinks } from './encode-links.js';
import { encodeNumber } from './encode-literal.js';
import { encodeSimple } from './encode-simple.js';
import { encodeValue } from './encode-value.js';
import { jsonLimits } from './json-limits.js';
import { isRecordSource } from './record-sources.js';

/** If the JSON path of a list of the subject is also the name of a collection, its text form is used: `$entity.accounts`. */
function sourceJson({ steps }: PathNode, scope: EncodeScope): string {
  const [only] = steps;
  if (steps.length === 1 && only !== undefined && isRecordSource(only)) return only;
  const json = toJsonPath(steps, scope);
  return isRecordSource(json) || json === 'user_events' ? `$${formatPath(steps)}` : json;
}

function windowJson(window: AggregateWindow, scope: EncodeScope): WindowJson {
  switch (window.kind) {
    case 'last':
      return encodeLength(window.duration);
    case 'current':
      return { calendar: window.unit.text };
    case 'previous':
      return { calendar: window.unit.text, previous: true };
    case 'since':
      return { since: encodeValue(window.start, scope) };
    case 'allTime':
      return { allTime: true };
  }
}

const fieldOf = (node: Expression, record: EncodeScope): string | null =>
  node.kind === 'path' && nameOf(node, record) === null ? toJsonPath(node.steps, record) : null;

function valueJson(value: Expression | null, record: EncodeScope): Pick<AggregateJson, 'field' | 'currency' | 'value'> {
  if (value === null) return {};
  const field = fieldOf(value, record);
  if (field !== null) return { field };
  const converted = value.kind === 'convert' ? fieldOf(value.operand, record) : null;
  if (value.kind === 'convert' && converted !== null) return { field: converted, currency: value.currency };
  return { value: encodeValue(value, record) };
}

function filterJson(where: Expression | null, record: EncodeScope): Pick<AggregateJson, 'filters' | 'where'> {
  if (where === null) return {};
  const filters: SimpleConditionJson[] = [];
  const terms = where.kind === 'and' && where.style === 'chain' ? where.items : [where];
  for (const term of terms) {
    const filter = encodeSimple(term, record);
    if (filter === null || !roundTripsTo(term, record, (context, place) => decodeSimple(filter, place, context))) break;
    filters.push(filter);
  }
  const isWhole = filters.length === terms.length && filters.length <= jsonLimits.filters;
  return isWhole ? { filters } : { where: encodeConditionNode(where, record) };
}

function functionJson({ function: name, distinct }: AggregateNode): Pick<AggregateJson, 'function' | 'distinct'> {
  if (!distinct) return { function: name };
  return name === 'count' ? { function: 'count_distinct' } : { function: name, distinct: true };
}

/** Encodes an aggregate. Paths in its value and filters refer to the record. */
export function encodeAggregate(node: AggregateNode, scope: EncodeScope): AggregateJson {
  const record: EncodeScope = { ...scope, record: formatPath(node.source.steps) };
  return {
    source: sourceJson(node.source, scope),
    ...functionJson(node),
    ...valueJson(node.value, record),
    ...encodeLinks(node.links, record),
    ...(node.window === null ? {} : { window: windowJson(node.window, scope) }),
    ...(node.last === null ? {} : { last: encodeNumber(node.last.text) }),
    includeCurrent: !node.prior,
    ...filterJson(node.where, record),
  };
}
