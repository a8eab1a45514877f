import type { DataTables, Target } from '@tamis/lang';
import { isObject, readTime } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { parseJson } from './json-text.js';
import { readInputs } from './read-inputs.js';

type JsonObject = Readonly<Record<string, unknown>>;

/** Input of an evaluation. */
export interface Event {
  /** `null` for the first target of a rule. */
  readonly target: Target | null;
  /** Milliseconds since 1970 UTC. */
  readonly now: number;
  readonly context: JsonObject;
  readonly records: readonly { readonly source: string; readonly record: JsonObject }[];
  readonly tables: DataTables;
}

const targets: readonly unknown[] = ['transaction', 'person', 'company', 'userEvent'] satisfies Target[];

/** A bare day stands for the start of that local day. */
function timeOf(value: unknown, timezone: string): number | null {
  return typeof value === 'string' ? readTime(value, timezone) : null;
}

/** Reads the record sources by name, such as `{transactions: […], userEvents: […]}`. */
function recordsOf(value: unknown): Event['records'] | null {
  if (value === undefined) return [];
  if (!isObject(value) || !Object.values(value).every((each) => Array.isArray(each) && each.every(isObject)))
    return null;
  return Object.entries(value).flatMap(([source, records]) =>
    (records as readonly JsonObject[]).map((record) => ({ source, record })),
  );
}

/** Returns the event in a JSON document, or a text that says what is wrong with the document. */
function eventOf(value: unknown, timezone: string, today: string): Event | string {
  if (!isObject(value)) return 'an event must be an object';
  const isWhole = isObject(value['context']);
  const context = isWhole ? (value['context'] as JsonObject) : value;
  const { target = null, now, records, tables = {} } = isWhole ? value : ({} as JsonObject);
  if (target !== null && !targets.includes(target)) return `\`target\` must be one of ${targets.join(', ')}`;
  const found = recordsOf(records);
  if (found === null) return '`records` must have a list of records for each source';
  if (!isObject(tables)) return '`tables` must be an object';
  if (now !== undefined && timeOf(now, timezone) === null) return '`now` must be a time such as 2026-01-15T12:00:00Z';
  const times = [now, context['transactedAt'], context['timestamp']].map((each) => timeOf(each, timezone));
  const time = times.find((each) => each !== null) ?? Date.parse(today);
  return { target: target as Target | null, now: time, context, records: found, tables };
}

/** Reads an event from a JSON file, or from standard input for `-`. Returns a text with the reason if that fails. */
export async function readEvent(name: string, timezone: string, io: CliIo): Promise<Event | string> {
  const { files, problems } = await readInputs([name], io);
  const [file] = files;
  if (!file) return problems.join('; ');
  try {
    const event = eventOf(parseJson(file.text), timezone, io.today);
    return typeof event === 'string' ? `${file.name}: ${event}` : event;
  } catch (error) {
    return `${file.name}: not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
}
