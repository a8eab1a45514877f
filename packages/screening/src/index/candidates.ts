import { headOf } from './reading-records.js';

const smallest = 1_024;

/**
 * Readings to be compared. Their records are first accessed in immediate succession, so that memory latency overlaps instead of adding up.
 */
export class Candidates {
  count = 0;
  reading = new Uint32Array(smallest);
  head = new Uint32Array(smallest);
  size = new Uint16Array(smallest);
  /** The rows that each may have, if its words still have to be checked. Otherwise 0. */
  rows = new Int32Array(smallest);

  constructor(readonly records: Uint32Array) {}

  add(reading: number, size: number, rows: number): void {
    if (this.count === this.reading.length) this.#grow();
    this.reading[this.count] = reading;
    this.size[this.count] = size;
    this.rows[this.count] = rows;
    this.count += 1;
  }

  readHeads(): void {
    for (let at = 0; at < this.count; at += 1) this.head[at] = headOf(this.records, this.reading[at]!);
  }

  #grow(): void {
    const length = 2 * this.reading.length;
    const [reading, size, rows] = [new Uint32Array(length), new Uint16Array(length), new Int32Array(length)];
    reading.set(this.reading);
    size.set(this.size);
    rows.set(this.rows);
    [this.reading, this.size, this.rows] = [reading, size, rows];
    this.head = new Uint32Array(length);
  }
}
