import type { GrowableFloat64Array } from './growable-arrays.js';
import type { KeyReader } from './key-readers.js';
import { LinkedSlots } from './linked-slots.js';
import type { SelectionColumn } from './record-columns.js';
import { RecordSeries } from './record-series.js';
import { SubjectSlots } from './subject-slots.js';

/** Records of a source by one kind of key, and running state for keys with many records. */
export class LinkedGroup {
  readonly linked: LinkedSlots;
  /** Slots for the subject of the evaluation identified by `filledIn`. */
  readonly ofSubject: SubjectSlots;
  filledIn = 0;
  private readonly series = new Map<number, Map<SelectionColumn, RecordSeries>>();

  constructor(
    readonly key: string,
    subject: readonly KeyReader[],
    ways: readonly (readonly KeyReader[])[],
    times: GrowableFloat64Array,
  ) {
    this.linked = new LinkedSlots(subject, ways, times, {
      inserted: (stream, at, slot) => {
        for (const [column, series] of this.series.get(stream) ?? [])
          if (at < series.length) series.insert(at, column.selectionAt(slot));
      },
      removed: (stream, at) => {
        for (const series of this.series.get(stream)?.values() ?? []) if (at < series.length) series.remove(at);
      },
    });
    this.ofSubject = new SubjectSlots(this.linked, times);
  }

  seriesOf(stream: number, column: SelectionColumn, slots: readonly number[]): RecordSeries {
    let ofStream = this.series.get(stream);
    if (!ofStream) this.series.set(stream, (ofStream = new Map<SelectionColumn, RecordSeries>()));
    let series = ofStream.get(column);
    if (!series) ofStream.set(column, (series = new RecordSeries()));
    while (series.length < slots.length) series.append(column.selectionAt(slots[series.length] as number));
    return series;
  }
}
