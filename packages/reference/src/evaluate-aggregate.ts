import {
  costWeights,
  formatPath,
  isUnknown,
  mergeUnknown,
  readPath,
  unknown,
  type AggregateFrame,
  type AggregateNode,
  type Outcome,
  type Type,
  type Unknown,
  type Value,
} from '@tamis/lang';
import { addMonths, type Money } from '@tamis/stdx';
import type { Walk } from './evaluate-rule.js';

type StoredRecord = Readonly<Record<string, unknown>>;

/** Rows that one aggregate may match before its filter (language manual 5). */
const maxRows = 10_000;

const timeOf = (record: StoredRecord): number => Date.parse(String(record['transactedAt']));

function keyText(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Records of the link and the window, the current one included unless left out. Unknown: a key is missing. */
function recordsOf(
  { links, spanMs, spanMonths, prior }: AggregateFrame,
  { world }: Walk,
): readonly StoredRecord[] | Unknown {
  const { context, records, target, environment } = world;
  const absent = links.filter(({ subjectPath }) => keyText(readPath(context, subjectPath)) === null);
  if (absent.length > 0)
    return mergeUnknown(
      absent.map(({ subjectPath }) => unknown({ cause: 'missing_key', path: formatPath(subjectPath) })),
    );
  const { now, timezone } = environment;
  const start = spanMonths > 0 ? addMonths(now, -spanMonths, timezone) : now - spanMs;
  const isLinked = (record: StoredRecord): boolean =>
    links.every(
      ({ subjectPath, recordPath }) =>
        keyText(readPath(record, recordPath)) === keyText(readPath(context, subjectPath)),
    );
  const stored = records.filter((record) => isLinked(record) && timeOf(record) > start && timeOf(record) <= now);
  const withCurrent = target === 'transaction' && !prior && isLinked(context);
  const inOrder = [...stored].sort((a, b) => timeOf(a) - timeOf(b));
  return withCurrent ? [...inOrder, { ...context, transactedAt: new Date(now).toISOString() }] : inOrder;
}

/** Value of one record, in the currency of the aggregate. */
function valueOf(node: AggregateNode, type: Type | null, record: StoredRecord, walk: Walk): Outcome | null {
  if (node.value === null) return null;
  const value = walk.evaluate(node.value, { record });
  if (isUnknown(value) || type?.kind !== 'money' || type.currency === undefined) return value;
  return walk.world.environment.convert(value as Money, type.currency, timeOf(record));
}

/** The type of the values; money without a currency of its own is aggregated in the organization's. */
function typeOf(node: AggregateNode, { rule, world }: Walk): Type | null {
  if (node.value === null) return null;
  const type = rule.meaning.type(node.value);
  return type.kind === 'money' ? { kind: 'money', currency: type.currency ?? world.environment.baseCurrency } : type;
}

export function evaluateAggregate(node: AggregateNode, walk: Walk): Outcome {
  const resolution = walk.rule.meaning.resolution(node);
  if (resolution?.kind !== 'aggregate') throw new Error('the checker gave an aggregate no window');
  const records = recordsOf(resolution.window, walk);
  if (isUnknown(records)) return records;
  const capped = costWeights[resolution.window.cost] >= costWeights.c4;
  if (capped && records.length > maxRows) return unknown({ cause: 'too_many_rows' });
  const type = typeOf(node, walk);
  const values: Value[] = [];
  const failures: Unknown[] = [];
  let count = 0;
  let known = 0;
  for (const record of records) {
    const matches = node.where === null ? true : walk.evaluate(node.where, { record });
    if (isUnknown(matches) && matches.failed) failures.push(matches);
    if (!isUnknown(matches)) known += 1;
    if (matches !== true) continue;
    const value = valueOf(node, type, record, walk);
    if (isUnknown(value)) {
      if (value.failed) failures.push(value);
      continue;
    }
    count += 1;
    if (value !== null) values.push(value);
  }
  const { declaration } = resolution;
  const settled = declaration.settledByOne === true && count > 0;
  return failures.length > 0 && !settled ? mergeUnknown(failures) : declaration.fold(values, type, count, known);
}
