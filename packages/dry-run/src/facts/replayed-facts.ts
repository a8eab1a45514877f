import {
  InMemoryFacts,
  type AggregateRequest,
  type FactRequests,
  type Facts,
  type FactsAtHand,
  type RecordSource,
  type StoredRecord,
} from '@tamis/engine';
import type { DataAnswer, DataRead, DataTables, Outcome } from '@tamis/lang';
import { answerFrom } from '@tamis/library';
import type { ListChange } from '../events/replay-event.js';
import { isListRead, ReplayedLists } from './replayed-lists.js';
import { recordShape } from './record-shape.js';

type Shape = (record: StoredRecord) => StoredRecord;

/** By source, the JSON paths that rules read of its records. */
export type RecordPaths = ReadonlyMap<RecordSource, readonly (readonly string[])[]>;

/**
 * What a run finds at its place in the stream: records and list changes that arrived before it. Rates hold from their own time
 * on; the other tables are those of the whole stream.
 */
export class ReplayedFacts implements FactsAtHand {
  private readonly records: InMemoryFacts;
  private readonly lists: ReplayedLists;
  private readonly shapes: ReadonlyMap<RecordSource, Shape>;
  private now = 0;

  constructor(
    private readonly tables: DataTables,
    paths: RecordPaths,
  ) {
    const { rates } = tables;
    this.lists = new ReplayedLists(tables.lists);
    this.records = new InMemoryFacts({ answer: (read) => this.answer(read), ...(rates ? { rates } : {}) });
    this.shapes = new Map([...paths].map(([source, read]) => [source, recordShape(read)]));
  }

  /** A record arrives, or a new version of one with the same id, which keeps its place. What no rule reads is not kept. */
  arrive(record: StoredRecord, source: RecordSource): void {
    const shape = this.shapes.get(source);
    if (!shape) return;
    const kept = shape(record);
    if (typeof record['id'] !== 'string' || !this.records.replace(kept, source)) this.records.add(kept, source);
  }

  changeList(change: ListChange): void {
    this.lists.change(change);
  }

  gather(requests: FactRequests, now: number): Facts {
    this.now = now;
    return this.records.gather(requests, now);
  }

  fold(requests: readonly AggregateRequest[], now: number): ReadonlyMap<number, Outcome> {
    return this.records.fold(requests, now);
  }

  private answer(read: DataRead): DataAnswer | undefined {
    return isListRead(read) ? this.lists.answer(read, this.now) : answerFrom(this.tables, this.now)(read);
  }
}
