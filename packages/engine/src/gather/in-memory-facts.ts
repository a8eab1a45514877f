import { type DataReadResult, type DataRead, type DataTables, type Outcome, type RateTable } from '@tamis/lang';
import { lookUpInTables } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { AggregateRequest, LinkedRecords } from '../facts/aggregate-request.js';
import type { RecordStream } from '../windows/record-stream.js';
import { RecordStreams } from '../windows/record-streams.js';
import type { SyncFactSource, StoredRecord } from '../facts/fact-source.js';
import type { FactRequests, Facts, RecordSource } from '../facts/facts.js';

/** By list id; absent: the list is not available. */
export type ListItems = ReadonlyMap<string, ReadonlySet<string>>;

/** What can be looked up besides records. */
export interface InMemoryData {
  /** Lists of type `custom`, given by their values alone. */
  readonly lists?: ListItems;
  readonly tables?: DataTables;
  /** Answers in place of lists and tables. */
  readonly answer?: (read: DataRead) => DataReadResult | undefined;
  /** In place of the rates of the tables. */
  readonly rates?: RateTable;
  /** IANA zone of the organization, in which records name bare days; UTC where it is absent. */
  readonly timezone?: string;
}

/** Lists of values as tables of items. */
export function tablesOf({ lists, tables = {} }: InMemoryData): DataTables {
  const simple = [...(lists ?? [])].map(([id, values]) => [
    id,
    { type: 'custom', items: [...values].map((primaryValue, index) => ({ id: `${id}-${index}`, primaryValue })) },
  ]);
  return { ...tables, lists: { ...(Object.fromEntries(simple) as DataTables['lists']), ...tables.lists } };
}

/**
 * Facts over records in memory, with exact windows. Point in time: a run sees what was added before it asked, whatever the times
 * of the records, so a replay adds each subject after its run. For tests, replays and dry runs.
 */
export class InMemoryFacts implements SyncFactSource {
  private readonly data: InMemoryData;
  private readonly tables: DataTables;
  private readonly rates: RateTable | null;
  private readonly records: RecordStreams;

  constructor(data: InMemoryData | ListItems = {}) {
    this.data = data instanceof Map ? { lists: data as ListItems } : (data as InMemoryData);
    this.tables = tablesOf(this.data);
    this.rates = this.data.rates ?? this.tables.rates ?? null;
    this.records = new RecordStreams(this.rates, this.data.timezone ?? 'UTC');
  }

  /** A record arrives; its time is the member the source has for it (`transactedAt`). It may be older than what came before. */
  add(record: StoredRecord, source: RecordSource = 'transactions'): void {
    this.records.add(record, source);
  }

  /** A new version of a stored record, which keeps its place in the order of arrival. False: no record has this `id`. */
  replace(record: StoredRecord, source: RecordSource = 'transactions'): boolean {
    return this.records.replace(record, source);
  }

  gather({ windows, reads, rates }: FactRequests, now: number): Facts {
    const answer = this.data.answer ?? lookUpInTables(this.tables, now);
    const answers = reads.flatMap((read): [string, DataReadResult][] => {
      const found = answer(read);
      return found ? [[canonicalJson(read as JsonValue), found]] : [];
    });
    const rowsOf = windows.map((window) => {
      const except = this.records.versions(window.except, window.source);
      return [window.id, this.records.stream(window).rows(window, except)] as const;
    });
    return {
      windows: Object.fromEntries(rowsOf),
      reads: Object.fromEntries(answers),
      ...(rates.length > 0 && this.rates ? { rates: this.rates } : {}),
    };
  }

  fold(requests: readonly AggregateRequest[], now: number): ReadonlyMap<number, Outcome> {
    const found = new Map<number, Outcome>();
    // Aggregates of one window, which stand together, name their records by the same object.
    let of: LinkedRecords | null = null;
    let stream: RecordStream | null = null;
    for (const request of requests) {
      const { records } = request;
      if (stream === null || records !== of) stream = this.records.stream(records);
      of = records;
      found.set(request.id, stream.fold(request, now, this.records.versions(records.except, records.source)));
    }
    return found;
  }
}
