import type { AggregateLink, AggregateNode } from '../ast/aggregate-node.js';
import type { DurationLiteral, DurationUnit } from '../ast/duration-literal.js';
import type { Expression } from '../ast/expression.js';
import { formatPath, parsePath } from '../paths/path-syntax.js';
import { toJsonPath } from '../paths/to-json-path.js';
import type { AggregateJson, GroupKeyJson, LinkJson, WindowJson, WindowUnitJson } from './aggregate-json.js';
import type { SimpleConditionJson } from './condition-json.js';
import { decodesTo } from './decodes-to.js';
import { decodeSimple } from './decode-simple.js';
import { encodeConditionNode } from './encode-condition-node.js';
import { nameOf, type EncodeScope } from './encode-context.js';
import { encodeNumber } from './encode-literal.js';
import { encodeSimple } from './encode-simple.js';
import { encodeValue } from './encode-value.js';

/** Sources that are collections of their own; every other source is a path of the subject. */
export const recordSources = ['transactions', 'userEvents', 'alerts', 'cases', 'relationships', 'accounts'] as const;
export const isRecordSource = (source: string): boolean => (recordSources as readonly string[]).includes(source);

export const windowUnits: Readonly<Record<DurationUnit, WindowUnitJson>> = {
  s: 'seconds',
  m: 'minutes',
  h: 'hours',
  d: 'days',
  w: 'weeks',
  mo: 'months',
  y: 'years',
};

const sourceJson = (source: string, scope: EncodeScope): string => {
  const steps = isRecordSource(source) ? null : parsePath(source);
  return steps === null ? source : toJsonPath(steps, scope);
};

const windowJson = (duration: DurationLiteral): WindowJson => ({
  amount: encodeNumber(duration.amount),
  unit: windowUnits[duration.unit],
});

function groupKey(link: AggregateLink): GroupKeyJson | null {
  const word = formatPath(link.path.steps);
  if (link.kind === 'from') return word === 'origin' ? 'originEntityId' : null;
  return word === 'destination' ? 'destinationEntityId' : null;
}

const linkJson = ({ kind, path }: AggregateLink): LinkJson =>
  kind === 'from' ? { from: formatPath(path.steps) } : { to: formatPath(path.steps) };

function linksJson(links: readonly AggregateLink[]): Pick<AggregateJson, 'groupBy' | 'links'> {
  if (links.length === 0) return {};
  const keys = links.map(groupKey);
  return keys.every((key) => key !== null) ? { groupBy: keys } : { links: links.map(linkJson) };
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
  const terms = where.kind === 'and' ? where.items : [where];
  for (const term of terms) {
    const filter = encodeSimple(term, record);
    if (filter === null || !decodesTo(term, record, (context, place) => decodeSimple(filter, place, context))) break;
    filters.push(filter);
  }
  return filters.length === terms.length ? { filters } : { where: encodeConditionNode(where, record) };
}

/** An aggregate; paths of its value and filters are those of the record. */
export function encodeAggregate(node: AggregateNode, scope: EncodeScope): AggregateJson {
  const record: EncodeScope = { ...scope, record: node.source };
  return {
    source: sourceJson(node.source, scope),
    function: node.function,
    ...valueJson(node.value, record),
    ...linksJson(node.links),
    ...(node.window === null ? {} : { window: windowJson(node.window.duration) }),
    includeCurrent: !node.prior,
    ...filterJson(node.where, record),
  };
}
