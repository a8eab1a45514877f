import { recordTime, type Context, type RecordSource } from '@tamis/engine';
import type { ListItem, Target } from '@tamis/lang';
import { failure, isObject, ok, type Result } from '@tamis/stdx';
import type { Label, EvaluationEvent, ReplayEvent } from './replay-event.js';

type JsonObject = Readonly<Record<string, unknown>>;

const targets: readonly unknown[] = ['transaction', 'person', 'company', 'userEvent'] satisfies Target[];
const sources: readonly unknown[] = [
  'transactions',
  'userEvents',
  'alerts',
  'cases',
  'relationships',
] satisfies RecordSource[];
const labels: readonly unknown[] = ['fraud', 'cleared', null, undefined] satisfies (Label | null | undefined)[];

/** The paths of the logical time in records of each target; the first existing one is used. */
const timePaths: Readonly<Record<Target, readonly (readonly string[])[]>> = {
  transaction: [['transactedAt'], ['createdAt']],
  userEvent: [['timestamp'], ['createdAt']],
  person: [['updatedAt'], ['createdAt']],
  company: [['updatedAt'], ['createdAt']],
};

function timeOf(given: unknown, context: Context, target: Target, timezone: string): number {
  if (given !== undefined) return recordTime({ given }, ['given'], timezone);
  const times = timePaths[target].map((path) => recordTime(context, path, timezone));
  return times.find((time) => !Number.isNaN(time)) ?? Number.NaN;
}

const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isListItem = (value: unknown): boolean =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['primaryValue'] === 'string';

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readEvaluation(given: JsonObject, context: JsonObject, timezone: string): Result<EvaluationEvent, string> {
  const { target = 'transaction', trigger = 'created', now, label, matrices } = given;
  const { id = context['id'] } = given;
  if (!targets.includes(target)) return failure(`\`target\` must be one of ${targets.join(', ')}`);
  if (typeof trigger !== 'string') return failure('`trigger` must be a word such as created');
  if (!labels.includes(label)) return failure('`label` must be fraud, cleared or null');
  if (matrices !== undefined && !isStringArray(matrices)) return failure('`matrices` must be a list of keys');
  if (typeof id !== 'string' || id === '') return failure('a record must have an `id`');
  const time = timeOf(now, context, target as Target, timezone);
  if (Number.isNaN(time))
    return failure(
      'a record must have a time such as 2026-01-15T12:00:00Z with an offset: `transactedAt`, `timestamp`, or `now` next to it',
    );
  const run: Writable<EvaluationEvent> = { kind: 'run', id, target: target as Target, trigger, now: time, context };
  if (label !== undefined) run.label = label as Label | null;
  if (matrices !== undefined) run.matrices = matrices;
  return ok(run);
}

function readListChange({
  listId,
  type = 'custom',
  by = 'person',
  add = [],
  remove = [],
}: JsonObject): Result<ReplayEvent, string> {
  if (typeof listId !== 'string' || typeof type !== 'string')
    return failure('a list must have a `listId` and a `type`');
  if (!Array.isArray(add) || !add.every(isListItem))
    return failure('`add` must be a list of items with `id` and `primaryValue`');
  if (!isStringArray(remove)) return failure('`remove` must be a list of item ids');
  if (by !== 'person' && by !== 'rule') return failure('`by` must be person or rule');
  const change = { kind: 'list', listId, type, add: add as readonly ListItem[], remove } as const;
  return ok(by === 'rule' ? { ...change, by } : change);
}

/**
 * Reads an event from JSON: a stored record on its own, which is a created payment; `{context, target?, trigger?, now?, matrices?,
 * label?}`; `{kind: 'record', source, record}`; or `{kind: 'list', listId, type?, by?, add?, remove?}`. A failure describes the problem for
 * people.
 *
 * @param timezone IANA zone of the organization: a bare day stands for the start of that local day.
 */
export function readEvent(value: unknown, timezone: string): Result<ReplayEvent, string> {
  if (!isObject(value)) return failure('an event must be an object');
  const { kind, source, record } = value;
  if (kind === 'list') return readListChange(value);
  if (kind === 'record') {
    if (!sources.includes(source)) return failure(`\`source\` must be one of ${sources.join(', ')}`);
    return isObject(record)
      ? ok({ kind, source: source as RecordSource, record })
      : failure('`record` must be an object');
  }
  const { context } = value;
  return isObject(context) ? readEvaluation(value, context, timezone) : readEvaluation({}, value, timezone);
}
