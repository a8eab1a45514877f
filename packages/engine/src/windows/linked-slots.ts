import { GrowableInt32Array, type GrowableFloat64Array } from './growable-arrays.js';
import { rangeInOrder } from './range-in-order.js';
import { noStream as none, lacksKey, StreamIds, type KeyTuple } from './stream-ids.js';

/** Number of records of one key beyond which they are kept in time order and with running state, instead of being iterated over. */
export const fewRecords = 64;

/**
 * The records of one source by the key they are linked by, in time order for each key, and by slot for equal times: a chain from the newest
 * to the oldest, or a list for a key with many records.
 */
export class LinkedSlots {
  /** By place, which is the slot multiplied by the number of alternatives, plus the alternative: the stream, starting at 1. */
  private readonly streamOf = new GrowableInt32Array();
  /** By place: the place of the next older record in the stream, plus 1. */
  private readonly older = new GrowableInt32Array();
  /** By stream: the place of its newest record, plus 1. */
  private readonly newest = new GrowableInt32Array();
  private readonly counts = new GrowableInt32Array();
  /** Streams with many records: slots, oldest first. */
  private readonly sortedSlots = new Map<number, number[]>();
  private readonly streams = new StreamIds();

  constructor(
    private readonly subject: KeyTuple,
    private readonly alternatives: readonly KeyTuple[],
    private readonly times: GrowableFloat64Array,
    /** Notified when a slot is added to or removed from a stream with many records. */
    private readonly onMany: {
      readonly inserted: (stream: number, at: number, slot: number) => void;
      readonly removed: (stream: number, at: number) => void;
    },
  ) {}

  /** Returns the stream of a subject; -1 if it lacks a key; 0 if no record has its keys. */
  streamFor(context: object): number {
    return this.streams.find(this.subject, context);
  }

  /** Whether the subject is linked to itself. */
  isOwn(context: object): boolean {
    const { alternatives: ways } = this;
    for (let way = 0; way < ways.length; way++) if (this.isOwnBy(ways[way] as KeyTuple, context)) return true;
    return false;
  }

  insert(slot: number, record: object): void {
    const { alternatives: ways } = this;
    for (let way = 0; way < ways.length; way++) {
      const place = slot * ways.length + way;
      const stream = this.streams.assign(ways[way] as KeyTuple, record);
      this.streamOf.set(place, none);
      if (stream !== lacksKey && !this.isInEarlierAlternative(stream, slot, way)) this.link(place, slot, stream);
    }
  }

  remove(slot: number): void {
    const { alternatives: ways } = this;
    for (let way = 0; way < ways.length; way++) {
      const place = slot * ways.length + way;
      const stream = this.streamOf.at(place);
      if (stream === none) continue;
      this.streamOf.set(place, none);
      this.counts.set(stream, this.counts.at(stream) - 1);
      const slots = this.sortedSlots.get(stream);
      if (slots) {
        const at = slots.indexOf(slot);
        slots.splice(at, 1);
        this.onMany.removed(stream, at);
      } else this.unlink(place, stream);
    }
  }

  /** Returns the slots of a stream with many records, oldest first; `null` if it has few. */
  sortedSlotsOf(stream: number): readonly number[] | null {
    return this.sortedSlots.size === 0 ? null : (this.sortedSlots.get(stream) ?? null);
  }

  /** Returns the place of the newest record of a stream with few records; -1 if there is none. */
  newestIn(stream: number): number {
    return stream === none ? -1 : this.newest.at(stream) - 1;
  }

  /** Returns the place of the next older record in the stream; -1 if there is none. */
  olderThan(place: number): number {
    return this.older.at(place) - 1;
  }

  slotAt(place: number): number {
    return this.alternatives.length === 1 ? place : Math.floor(place / this.alternatives.length);
  }

  private isOwnBy(way: KeyTuple, context: object): boolean {
    const { subject } = this;
    for (let at = 0; at < way.length; at++) {
      const key = (way[at] as KeyTuple[number]).keyIdOf(context);
      if (key < 0 || key !== (subject[at] as KeyTuple[number]).keyIdOf(context)) return false;
    }
    return true;
  }

  private isInEarlierAlternative(stream: number, slot: number, way: number): boolean {
    for (let earlier = 0; earlier < way; earlier++)
      if (this.streamOf.at(slot * this.alternatives.length + earlier) === stream) return true;
    return false;
  }

  private link(place: number, slot: number, stream: number): void {
    this.streamOf.set(place, stream);
    const count = this.counts.at(stream) + 1;
    this.counts.set(stream, count);
    const slots = this.sortedSlots.get(stream);
    if (slots) {
      const at = this.insertionIndex(slots, slot);
      slots.splice(at, 0, slot);
      return this.onMany.inserted(stream, at, slot);
    }
    let newer = none;
    let next = this.newest.at(stream);
    while (next !== none && this.isLater(this.slotAt(next - 1), slot)) {
      newer = next;
      next = this.older.at(next - 1);
    }
    this.older.set(place, next);
    if (newer === none) this.newest.set(stream, place + 1);
    else this.older.set(newer - 1, place + 1);
    if (count > fewRecords) this.convertToSorted(stream);
  }

  private convertToSorted(stream: number): void {
    const slots: number[] = [];
    for (let place = this.newestIn(stream); place >= 0; place = this.olderThan(place)) slots.push(this.slotAt(place));
    this.sortedSlots.set(stream, slots.reverse());
  }

  private unlink(place: number, stream: number): void {
    let newer = none;
    let next = this.newest.at(stream);
    while (next - 1 !== place) {
      newer = next;
      next = this.older.at(next - 1);
    }
    if (newer === none) this.newest.set(stream, this.older.at(place));
    else this.older.set(newer - 1, this.older.at(place));
  }

  private isLater(slot: number, than: number): boolean {
    const [time, other] = [this.times.at(slot), this.times.at(than)];
    return time > other || (time === other && slot > than);
  }

  private insertionIndex(slots: readonly number[], slot: number): number {
    const last = slots.at(-1);
    if (last === undefined || this.isLater(slot, last)) return slots.length;
    const time = this.times.at(slot);
    const upTo = { from: null, fromInclusive: true, to: time, toInclusive: true };
    let [, at] = rangeInOrder((index) => this.times.at(slots[index] as number), slots.length, upTo);
    while (at > 0 && this.isLater(slots[at - 1] as number, slot)) at -= 1;
    return at;
  }
}
