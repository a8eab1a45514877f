import { readPath, type DataAnswer, type DataRead, type DataTables, type RateTable } from '@tamis/lang';
import { answerFrom } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { FactRequests, Facts, LinkRequest, RecordSource, WindowRequest } from './facts.js';
import { linkKey } from './link-key.js';

/** A stored record as JSON, linked entities included where rules read them. */
export type StoredRecord = Readonly<Record<string, unknown>>;
export type TransactionRecord = StoredRecord;

/** Where facts come from. */
export interface FactSource {
  /** `now`: logical time of the run; the subject itself is not among the records that are visible. */
  gather(requests: FactRequests, now: number): Facts;
}

/** By list id; absent: the list is not available. */
export type ListItems = ReadonlyMap<string, ReadonlySet<string>>;

/** What can be looked up besides records. */
export interface InMemoryData {
  /** Lists of type `custom`, given by their values alone. */
  readonly lists?: ListItems;
  readonly tables?: DataTables;
  /** Answers in place of lists and tables. */
  readonly answer?: (read: DataRead) => DataAnswer | undefined;
  /** In place of the rates of the tables. */
  readonly rates?: RateTable;
}

/** Lists of values as tables of items. */
export function tablesOf({ lists, tables = {} }: InMemoryData): DataTables {
  const simple = [...(lists ?? [])].map(([id, values]) => [
    id,
    { type: 'custom', items: [...values].map((primaryValue, index) => ({ id: `${id}-${index}`, primaryValue })) },
  ]);
  return { ...tables, lists: { ...(Object.fromEntries(simple) as DataTables['lists']), ...tables.lists } };
}

interface Arrived {
  /** Null: the source has no times. */
  readonly time: number | null;
  readonly record: StoredRecord;
}

const isMatch = (record: StoredRecord, { recordPath, type, key }: LinkRequest): boolean =>
  linkKey(readPath(record, recordPath), type) === key;

const isLinked = (record: StoredRecord, links: WindowRequest['links']): boolean =>
  links.every((alternatives) => alternatives.some((keys) => keys.every((key) => isMatch(record, key))));

/** Facts over records in memory, point in time: a run sees what arrived before it. For tests, the bench and small replays. */
export class InMemoryFacts implements FactSource {
  private readonly arrived = new Map<RecordSource, StoredRecord[]>();
  /** By source, record path and type, then key: the records, in the order of arrival. */
  private readonly indexes = new Map<string, Map<string, StoredRecord[]>>();
  private readonly data: InMemoryData;
  private readonly tables: DataTables;

  constructor(data: InMemoryData | ListItems = {}) {
    this.data = data instanceof Map ? { lists: data as ListItems } : (data as InMemoryData);
    this.tables = tablesOf(this.data);
  }

  /** A record arrives; its time is the member the source has for it (`transactedAt`). */
  add(record: StoredRecord, source: RecordSource = 'transactions'): void {
    const known = this.arrived.get(source);
    if (known) known.push(record);
    else this.arrived.set(source, [record]);
    for (const [name, index] of this.indexes) {
      const [of, recordPath, type] = JSON.parse(name) as [RecordSource, LinkRequest['recordPath'], LinkRequest['type']];
      if (of === source) addTo(index, linkKey(readPath(record, recordPath), type), record);
    }
  }

  gather({ windows, reads, rates }: FactRequests, now: number): Facts {
    const answer = this.data.answer ?? answerFrom(this.tables, now);
    const answers = reads.flatMap((read): [string, DataAnswer][] => {
      const found = answer(read);
      return found ? [[canonicalJson(read as JsonValue), found]] : [];
    });
    const table = this.data.rates ?? this.tables.rates;
    return {
      windows: Object.fromEntries(windows.map((request) => [request.id, this.rows(request)])),
      reads: Object.fromEntries(answers),
      ...(rates.length > 0 && table ? { rates: table } : {}),
    };
  }

  private rows(request: WindowRequest): readonly (readonly unknown[])[] {
    const { links, from, to, columns, cap, except, timePath } = request;
    const found: Arrived[] = [];
    for (const record of this.candidates(request)) {
      const time = timePath && Date.parse(String(readPath(record, timePath)));
      if (time !== null && !((from === null || time >= from) && time <= to)) continue;
      if (except !== null && record['id'] === except) continue;
      if (isLinked(record, links)) found.push({ time, record });
    }
    // Sorting is stable: equal times keep the order of arrival.
    found.sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
    const newest = cap === null ? found : found.slice(Math.max(0, found.length - cap));
    return newest.map(({ time, record }) => [time, ...columns.map((path) => readPath(record, path) ?? null)]);
  }

  /** A superset of the linked records, in the order of arrival. */
  private candidates({ source, links }: WindowRequest): readonly StoredRecord[] {
    const single = links.find((alternatives) => alternatives.length === 1)?.[0]?.[0];
    if (!single) return this.arrived.get(source) ?? [];
    return this.index(source, single).get(single.key) ?? [];
  }

  private index(source: RecordSource, { recordPath, type }: LinkRequest): Map<string, StoredRecord[]> {
    const name = JSON.stringify([source, recordPath, type]);
    const known = this.indexes.get(name);
    if (known) return known;
    const made = new Map<string, StoredRecord[]>();
    for (const record of this.arrived.get(source) ?? [])
      addTo(made, linkKey(readPath(record, recordPath), type), record);
    this.indexes.set(name, made);
    return made;
  }
}

function addTo(index: Map<string, StoredRecord[]>, key: string | null, record: StoredRecord): void {
  if (key === null) return;
  const entries = index.get(key);
  if (entries) entries.push(record);
  else index.set(key, [record]);
}
