import type { StoredRecord } from '../facts/fact-source.js';
import type { RecordSource } from '../facts/facts.js';
import type { RecordSelection } from '../facts/aggregate-request.js';
import { GrowableFloat64Array } from './growable-arrays.js';
import type { LinkedGroup } from './linked-group.js';
import type { SelectionColumn } from './record-columns.js';
import { recordTime } from '../facts/record-time.js';

/** The records of one source with the same time path: columns with their results, and their order for each kind of key. */
export class SourceColumns {
  readonly times = new GrowableFloat64Array();
  readonly slots = new Map<string, number>();
  readonly columns: SelectionColumn[] = [];
  readonly groups: LinkedGroup[] = [];
  count = 0;

  constructor(
    readonly source: RecordSource,
    readonly timePath: readonly string[],
    private readonly timezone: string,
  ) {}

  /** Adds a record, or a new version of one, which keeps its slot. `seenBefore` returns results that are already known, by column. */
  ingest(record: StoredRecord, seenBefore: (time: number) => readonly (RecordSelection | null)[] | null): void {
    const time = recordTime(record, this.timePath, this.timezone);
    const slot = this.slotOf(record);
    this.times.set(slot, time);
    // Without a readable time, it is not part of any window.
    if (Number.isNaN(time)) return;
    const known = seenBefore(time);
    for (let at = 0; at < this.columns.length; at++) {
      const column = this.columns[at] as SelectionColumn;
      column.set(slot, known?.[at] ?? column.select(record, time));
    }
    for (const { linked } of this.groups) linked.insert(slot, record);
  }

  private slotOf(record: StoredRecord): number {
    const { id } = record;
    const known = typeof id === 'string' ? this.slots.get(id) : undefined;
    if (known === undefined) {
      if (typeof id === 'string') this.slots.set(id, this.count);
      return this.count++;
    }
    for (const { linked } of this.groups) linked.remove(known);
    return known;
  }
}
