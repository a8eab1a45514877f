import { recordTime, type StoredRecord } from '@tamis/engine';
import {
  costWeights,
  isUnknown,
  mergeUnknown,
  unknown,
  type AggregateFrame,
  type AggregateNode,
  type Outcome,
  type Type,
  type Unknown,
  type Value,
} from '@tamis/lang';
import type { Money } from '@tamis/stdx';
import type { RecordContext, TreeInterpreter } from './evaluate-rule.js';
import { recordsOfFrame } from './records-of-frame.js';

/** Maximum number of rows that one aggregate may match before its filter (language manual 5). */
const maxRows = 10_000;

function recordContextOf(record: StoredRecord, { timePath }: AggregateFrame, walk: TreeInterpreter): RecordContext {
  return { record, time: timePath && recordTime(record, timePath, walk.input.environment.timezone) };
}

/**
 * Returns the type of the values. Money without a currency of its own is aggregated in the organization's currency, unless the aggregate
 * counts distinct values.
 */
function typeOf(
  node: AggregateNode,
  { distinct }: AggregateFrame,
  { rule, input: world }: TreeInterpreter,
): Type | null {
  if (node.value === null) return null;
  const type = rule.meaning.type(node.value);
  if (type.kind !== 'money' || distinct) return type;
  return { kind: 'money', currency: type.currency ?? world.environment.baseCurrency };
}

/** Returns the value of one record, in the currency of the aggregate at the record's own rate. */
function valueOf(node: AggregateNode, type: Type | null, place: RecordContext, walk: TreeInterpreter): Outcome | null {
  if (node.value === null) return null;
  const value = walk.evaluate(node.value, place);
  if (isUnknown(value) || type?.kind !== 'money' || type.currency === undefined) return value;
  const { environment } = walk.input;
  return environment.convert(value as Money, type.currency, place.time ?? environment.now);
}

export function evaluateAggregate(node: AggregateNode, walk: TreeInterpreter): Outcome {
  const resolution = walk.rule.meaning.resolution(node);
  if (resolution?.kind !== 'aggregate') throw new Error('the checker gave an aggregate no window');
  const { declaration, fold, window: frame } = resolution;
  const records = recordsOfFrame(frame, walk);
  if (isUnknown(records)) return records;
  const capped = costWeights[frame.cost] >= costWeights.c4 && frame.last === null;
  if (capped && records.length > maxRows) return unknown({ cause: 'too_many_rows' });
  const type = typeOf(node, frame, walk);
  const values: Value[] = [];
  const failures: Unknown[] = [];
  let count = 0;
  let known = 0;
  for (const record of records) {
    const place = recordContextOf(record, frame, walk);
    const matches = node.where === null ? true : walk.condition(node.where, place);
    if (isUnknown(matches) && matches.failed) failures.push(matches);
    if (!isUnknown(matches)) known += 1;
    if (matches !== true) continue;
    const value = valueOf(node, type, place, walk);
    if (isUnknown(value)) {
      if (value.failed) failures.push(value);
      continue;
    }
    count += 1;
    if (value !== null) values.push(value);
  }
  const settled = declaration.settledByOne === true && count > 0;
  return failures.length > 0 && !settled ? mergeUnknown(failures) : fold.fold(values, type, count, known);
}
