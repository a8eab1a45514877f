import {
  InMemoryFacts,
  type AggregateRequest,
  type FactRequests,
  type Facts,
  type SyncFactSource,
  type RecordSource,
  type StoredRecord,
} from '@tamis/engine';
import type { DataReadResult, DataRead, DataTables, Outcome } from '@tamis/lang';
import { lookUpInTables } from '@tamis/library';
import { canonicalJson } from '@tamis/stdx';
import type { EvaluationEvent, ListChange } from '../events/replay-event.js';
import { isListRead, ReplayedLists } from './replayed-lists.js';
import { recordProjection } from './record-projection.js';

/** Returns the value for an argument in a table of reference data. */
export type ReferenceLookup = (table: string, argument: string) => DataReadResult;

type Projection = (record: StoredRecord) => StoredRecord;

/** The JSON paths that rules read, by source of the records. */
export type RecordPaths = ReadonlyMap<RecordSource, readonly (readonly string[])[]>;

/**
 * Provides the facts of an evaluation at its position in the stream: records and list changes that arrived before it. Rates are valid from
 * their own time; the other tables apply to the whole stream.
 */
export class ReplayedFacts implements SyncFactSource {
  private readonly records: InMemoryFacts;
  private readonly lists: ReplayedLists;
  private readonly projections: ReadonlyMap<RecordSource, Projection>;
  private now = 0;
  /** The screening results of the current evaluation. */
  private screened: NonNullable<Facts['reads']> | null = null;

  constructor(
    private readonly tables: DataTables,
    paths: RecordPaths,
    timezone: string,
    private readonly reference: ReferenceLookup | null = null,
  ) {
    const { rates } = tables;
    this.lists = new ReplayedLists(tables.lists);
    this.records = new InMemoryFacts({ answer: (read) => this.lookUp(read), timezone, ...(rates ? { rates } : {}) });
    this.projections = new Map([...paths].map(([source, read]) => [source, recordProjection(read)]));
  }

  /**
   * Stores an arriving record, or a new version of one with the same id, which keeps its position. Data that no rule reads are not kept.
   */
  ingest(record: StoredRecord, source: RecordSource): void {
    const shape = this.projections.get(source);
    if (!shape) return;
    const kept = shape(record);
    if (typeof record['id'] !== 'string' || !this.records.replace(kept, source)) this.records.add(kept, source);
  }

  /** Starts an evaluation. */
  begin({ screened }: Pick<EvaluationEvent, 'screened'>): void {
    this.screened = screened ?? null;
  }

  applyListChange(change: ListChange): void {
    this.lists.applyChange(change);
  }

  gather(requests: FactRequests, now: number): Facts {
    this.now = now;
    return this.records.gather(requests, now);
  }

  fold(requests: readonly AggregateRequest[], now: number): ReadonlyMap<number, Outcome> {
    return this.records.fold(requests, now);
  }

  private lookUp(read: DataRead): DataReadResult | undefined {
    if (isListRead(read)) return this.lists.lookUp(read, this.now);
    if (read.kind === 'reference' && this.reference) return this.reference(read.table, read.argument);
    if (this.screened && (read.kind === 'screening' || read.kind === 'screenedName'))
      return this.screened[canonicalJson(read)];
    return lookUpInTables(this.tables, this.now)(read);
  }
}
