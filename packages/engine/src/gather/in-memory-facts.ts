import { type DataReadResult, type DataRead, type DataTables, type Outcome, type RateTable } from '@tamis/lang';
import { lookUpInTables } from '@tamis/library';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import type { AggregateRequest, LinkedRecords } from '../facts/aggregate-request.js';
import type { RecordStream } from '../windows/record-stream.js';
import { RecordStreams } from '../windows/record-streams.js';
import type { SyncFactSource, StoredRecord } from '../facts/fact-source.js';
import type { FactRequests, Facts, RecordSource } from '../facts/facts.js';

/** Keyed by list id; a list that is absent is not available. */
export type ListItems = ReadonlyMap<string, ReadonlySet<string>>;

/** Data other than records that can be looked up. */
export interface InMemoryData {
  /** Lists of type `custom`, given only by their values. */
  readonly lists?: ListItems;
  readonly tables?: DataTables;
  /** Provides results in place of lists and tables. */
  readonly answer?: (read: DataRead) => DataReadResult | undefined;
  /** Used instead of the rates of the tables. */
  readonly rates?: RateTable;
  /** IANA time zone of the organization, for dates without a time in records; defaults to UTC. */
  readonly timezone?: string;
}

/** Returns lists of values as tables of items. */
export function tablesOf({ lists, tables = {} }: InMemoryData): DataTables {
  const simple = [...(lists ?? [])].map(([id, values]) => [
    id,
    { type: 'custom', items: [...values].map((primaryValue, index) => ({ id: `${id}-${index}`, primaryValue })) },
  ]);
  return { ...tables, lists: { ...(Object.fromEntries(simple) as DataTables['lists']), ...tables.lists } };
}

/**
 * Facts over records in memory, with exact windows. They are point-in-time correct: an evaluation sees what was added before it, regardless
 * of the times of the records, so a replay adds each subject after its evaluation. For tests, replays and dry runs.
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

  /**
   * Adds an arriving record. Its time is the member that its source defines for it (`transactedAt`), and may be earlier than that of
   * previous records.
   */
  add(record: StoredRecord, source: RecordSource = 'transactions'): void {
    this.records.add(record, source);
  }

  /**
   * Replaces a stored record with a new version, which keeps its position in the order of arrival. Returns `false` if no record has this
   * `id`.
   */
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
    // Aggregates of one window are adjacent and share the same object for their records.
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
