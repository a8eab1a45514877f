import type {
  Context,
  FactRequests,
  Facts,
  LinkRequest,
  RowsInView,
  RuleInspector,
  WindowRequest,
} from '@tamis/engine';
import {
  type Environment,
  formatPath,
  isUnknown,
  limits,
  printExpression,
  readPath,
  readValue,
  type Target,
  toTextPath,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { fixtureText, jsonText, objectText, pathText } from './fixture-text.js';
import type { ConditionReads } from './condition-reads.js';
import { notExpressibleError } from './subject-fixture.js';

/** A stored record from the windows, limited to the fields that they read. */
interface WindowRecord {
  readonly source: WindowRequest['source'];
  readonly time: { readonly key: string; readonly at: number } | null;
  /** Values by JSON path. */
  readonly values: Map<string, { readonly path: readonly string[]; readonly raw: unknown }>;
  readonly links: Map<string, string>;
}

const { schema } = libraryCatalogue;

/** Builds the record from the values at their JSON paths. */
function recordOf({ values }: WindowRecord): object {
  const record: Record<string, unknown> = {};
  for (const { path, raw } of values.values()) {
    let owner = record;
    for (const step of path.slice(0, -1)) owner = (owner[step] ??= {}) as Record<string, unknown>;
    owner[path.at(-1)!] = raw;
  }
  return record;
}

/** Returns the names of the entities involved, by id. */
function entityNames(context: Context, target: Target): ReadonlyMap<unknown, string> {
  if (target === 'person' || target === 'company') return new Map([[context['id'], 'entity']]);
  const names = [
    [context['entityId'], 'entity'],
    [context['destinationEntityId'], 'destination'],
    [context['originEntityId'], 'origin'],
  ] as const;
  return new Map(names.filter(([id]) => id !== null && id !== undefined));
}

/** Adds the field or link through which a record belongs to the subject. */
function addLink(record: WindowRecord, { recordPath, key }: LinkRequest, names: ReadonlyMap<unknown, string>): void {
  const source = schema.sources.find(({ name }) => name === record.source);
  const stands = recordPath.join('.');
  const name = names.get(key);
  const from = source?.sides.from ?? source?.sides.involving?.[0];
  if (name !== undefined && stands === from?.join('.')) record.links.set('from', name);
  else if (name !== undefined && stands === source?.sides.to?.join('.')) record.links.set('to', name);
  else if (!record.values.has(stands)) record.values.set(stands, { path: recordPath, raw: key });
}

function fieldEntries(record: WindowRecord, scope: Target, environment: Environment): ReadonlyMap<string, string> {
  const target = scope === 'person' || scope === 'company' ? ('entity' as const) : scope;
  const whole = recordOf(record);
  const entries = new Map<string, string>();
  for (const [name, { path, raw }] of record.values) {
    const steps = toTextPath(formatPath(path), { target, record: record.source });
    const field = steps && schema.recordField(record.source, steps);
    if (!field) throw notExpressibleError(`\`${name}\` of ${record.source}`);
    const key = pathText(steps);
    if (raw === null || raw === undefined) {
      if (record.source === 'transactions' && (name === 'status' || name === 'reason')) entries.set(key, 'missing');
      continue;
    }
    const value = field.derived
      ? field.derived.value((read) => readPath(whole, [...field.derived!.owner, ...read]), environment)
      : readValue(raw, field.type, name, environment.timezone);
    if (!isUnknown(value)) entries.set(key, fixtureText(value, field.type));
    else if (raw === '') entries.set(key, jsonText(raw));
    else if (!field.derived) throw notExpressibleError(`\`${name}\` of ${record.source} does not match its type`);
  }
  return entries;
}

function recordText(record: WindowRecord, { target, environment }: FixtureSource): string {
  const source = schema.sources.find(({ name }) => name === record.source)!;
  const entries = new Map<string, string>();
  if (record.time) entries.set(record.time.key, new Date(record.time.at).toISOString());
  if (source.sides.from ?? source.sides.involving) entries.set('from', record.links.get('from') ?? 'missing');
  if (source.sides.to && target === 'transaction') entries.set('to', record.links.get('to') ?? 'missing');
  else if (record.links.has('to')) entries.set('to', record.links.get('to')!);
  return objectText(new Map([...entries, ...fieldEntries(record, target, environment)]));
}

export interface FixtureSource {
  readonly target: Target;
  readonly environment: Environment;
  readonly context: Context;
  readonly facts: Facts;
  readonly requests: FactRequests;
}

/** Returns the entries that windows read from the subject if it is one of their records, by key. */
function ownEntries(
  view: RowsInView,
  { source, columns }: WindowRequest,
  run: FixtureSource,
): ReadonlyMap<string, string> {
  if (!view.rows.some(({ isSubject }) => isSubject)) return new Map();
  const values = new Map(
    columns
      .map((path) => [path.join('.'), { path, raw: readPath(run.context, path) ?? null }] as const)
      // Leaves out linked entities: the context contains the entity itself, to which the subject is linked.
      .filter(([, { path }]) => !/^(origin|destination)?[eE]ntity/.test(path[0] ?? '')),
  );
  return fieldEntries({ source, time: null, values, links: new Map() }, run.target, run.environment);
}

/**
 * Returns `given transactions [ … ]` etc. with each record in the windows of a rule once. Values that windows read from the subject are
 * added to `own`. Throws 422 `TEST_NOT_EXPRESSIBLE`.
 */
export function recordFixtures(
  parts: RuleInspector,
  { aggregates }: ConditionReads,
  run: FixtureSource,
  own: Map<string, string>,
): readonly string[] {
  const records = new Map<string, WindowRecord>();
  const names = entityNames(run.context, run.target);
  for (const node of aggregates) {
    const view = parts.rows(node);
    const request = run.requests.windows.find(({ id }) => id === view?.window);
    if (!view || !request) continue;
    const stored = view.rows.filter(({ isSubject }) => !isSubject).length;
    if (view.totals && view.totals.rows > stored)
      throw notExpressibleError(`only the newest records of \`${printExpression(node)}\` are kept`);
    for (const [key, text] of ownEntries(view, request, run)) own.set(key, text);
    addRows(records, { view, request, rows: run.facts.windows[request.id] ?? [], names });
  }
  if (records.size > limits.recordsPerTest)
    throw notExpressibleError(
      `a test has at most ${limits.recordsPerTest} records, but its windows had ${records.size}`,
    );
  const bySource = new Map<string, string[]>();
  const inOrder = [...records.values()].sort((a, b) => (a.time?.at ?? 0) - (b.time?.at ?? 0));
  for (const record of inOrder) {
    const texts = bySource.get(record.source) ?? [];
    texts.push(recordText(record, run));
    bySource.set(record.source, texts);
  }
  return [...bySource].map(([source, texts]) => `given ${source} [${texts.join(', ')}]`);
}

interface WindowRows {
  readonly view: RowsInView;
  readonly request: WindowRequest;
  readonly rows: readonly (readonly unknown[])[];
  readonly names: ReadonlyMap<unknown, string>;
}

function addRows(records: Map<string, WindowRecord>, { view, request, rows, names }: WindowRows): void {
  const { source, timePath, columns, links, id } = request;
  view.rows.forEach(({ isSubject, recordId, time }, offset) => {
    if (isSubject) return;
    const index = view.first + offset;
    const key = `${source} ${recordId ?? `${id}:${index}`}`;
    const record: WindowRecord = records.get(key) ?? {
      source,
      time: timePath && time !== null ? { key: pathText(timePath), at: time } : null,
      values: new Map(),
      links: new Map(),
    };
    records.set(key, record);
    columns.forEach((path, column) =>
      record.values.set(path.join('.'), { path, raw: rows[index]?.[column + 1] ?? null }),
    );
    for (const alternatives of links) for (const link of alternatives[0] ?? []) addLink(record, link, names);
  });
}
