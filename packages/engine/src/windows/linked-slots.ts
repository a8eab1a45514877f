import type { WindowBounds } from '@tamis/lang';
import { Integers, type Doubles } from './grown-arrays.js';
import type { KeyReader } from './key-readers.js';
import { rangeInOrder } from './range-in-order.js';

/** Records of one key beyond which they are kept in the order of time, and with running state, instead of being gone through. */
export const fewRecords = 64;

const allTime: WindowBounds = { from: null, fromInclusive: true, to: Infinity, toInclusive: true };

const none = 0;
const pairFactor = 0x400_0000;

/** How the keys of a subject or a record make the key of a stream; several for records that are linked in several ways. */
export type KeyTuple = readonly KeyReader[];

/**
 * The records of one source by the key they are linked by, each key's in the order of time, equal times by slot: a chain from
 * the newest to the oldest, or for a key of many records a list.
 */
export class LinkedSlots {
  /** By place, slot times `ways` and the way: the stream, counted from 1. */
  private readonly streamOf = new Integers();
  /** By place: that of the next older record of the stream, plus 1. */
  private readonly older = new Integers();
  /** By stream: the place of its newest record, plus 1. */
  private readonly newest = new Integers();
  private readonly counts = new Integers();
  /** Streams of many records: slots, oldest first. */
  private readonly many = new Map<number, number[]>();
  private readonly streams = new Map<number | string, number>();
  private streamCount = 0;

  constructor(
    private readonly subject: KeyTuple,
    private readonly ways: readonly KeyTuple[],
    private readonly times: Doubles,
    /** Told where a slot of a stream of many records came or went. */
    private readonly onMany: {
      readonly inserted: (stream: number, at: number, slot: number) => void;
      readonly removed: (stream: number, at: number) => void;
    },
  ) {}

  /** The stream of a subject; -1: it lacks a key; 0: no record has its keys. */
  streamFor(context: object): number {
    const key = keyOf(this.subject, context);
    return key === null ? -1 : (this.streams.get(key) ?? none);
  }

  /** Is the subject linked to itself? */
  isOwn(context: object): boolean {
    const key = keyOf(this.subject, context);
    return key !== null && this.ways.some((way) => keyOf(way, context) === key);
  }

  insert(slot: number, record: object): void {
    const { ways } = this;
    for (let way = 0; way < ways.length; way++) {
      const place = slot * ways.length + way;
      const key = keyOf(ways[way] as KeyTuple, record);
      const stream = key === null ? none : this.streamNamed(key);
      this.streamOf.set(place, none);
      if (stream !== none && !this.isInEarlierWay(stream, slot, way)) this.link(place, slot, stream);
    }
  }

  remove(slot: number): void {
    const { ways } = this;
    for (let way = 0; way < ways.length; way++) {
      const place = slot * ways.length + way;
      const stream = this.streamOf.at(place);
      if (stream === none) continue;
      this.streamOf.set(place, none);
      this.counts.set(stream, this.counts.at(stream) - 1);
      const slots = this.many.get(stream);
      if (slots) {
        const at = slots.indexOf(slot);
        slots.splice(at, 1);
        this.onMany.removed(stream, at);
      } else this.unlink(place, stream);
    }
  }

  /** Slots of a stream of many records, oldest first; null: it has few. */
  manyOf(stream: number): readonly number[] | null {
    return this.many.size === 0 ? null : (this.many.get(stream) ?? null);
  }

  /** Fills `into` with the slots of a stream of few records that lie in the bounds, newest first; how many there are. */
  fewIn(stream: number, { from, fromInclusive, to, toInclusive }: WindowBounds, into: Int32Array): number {
    const { older, times, ways } = this;
    let count = 0;
    for (let next = this.newest.at(stream); next !== none; next = older.at(next - 1)) {
      const slot = ways.length === 1 ? next - 1 : this.slotAt(next - 1);
      const time = times.at(slot);
      if (time > to || (time === to && !toInclusive)) continue;
      if (from !== null && (time < from || (time === from && !fromInclusive))) break;
      into[count++] = slot;
    }
    return count;
  }

  private slotAt(place: number): number {
    return Math.floor(place / this.ways.length);
  }

  private isInEarlierWay(stream: number, slot: number, way: number): boolean {
    for (let earlier = 0; earlier < way; earlier++)
      if (this.streamOf.at(slot * this.ways.length + earlier) === stream) return true;
    return false;
  }

  private streamNamed(key: number | string): number {
    const known = this.streams.get(key);
    if (known !== undefined) return known;
    this.streamCount += 1;
    this.streams.set(key, this.streamCount);
    return this.streamCount;
  }

  private link(place: number, slot: number, stream: number): void {
    this.streamOf.set(place, stream);
    const count = this.counts.at(stream) + 1;
    this.counts.set(stream, count);
    const slots = this.many.get(stream);
    if (slots) {
      const at = this.placeAmong(slots, slot);
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
    if (count > fewRecords) this.becomeMany(stream, count);
  }

  private becomeMany(stream: number, count: number): void {
    const slots = new Int32Array(count);
    this.fewIn(stream, allTime, slots);
    this.many.set(stream, Array.from(slots).reverse());
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

  private placeAmong(slots: readonly number[], slot: number): number {
    const last = slots.at(-1);
    if (last === undefined || this.isLater(slot, last)) return slots.length;
    const time = this.times.at(slot);
    const upTo = { from: null, fromInclusive: true, to: time, toInclusive: true };
    let [, at] = rangeInOrder((index) => this.times.at(slots[index] as number), slots.length, upTo);
    while (at > 0 && this.isLater(slots[at - 1] as number, slot)) at -= 1;
    return at;
  }
}

/** Null: a key is lacking. */
function keyOf(readers: KeyTuple, record: object): number | string | null {
  const [first, second] = readers;
  if (first === undefined) return 0;
  const one = first.of(record);
  if (one < 0) return null;
  if (second === undefined) return one;
  const two = second.of(record);
  if (two < 0) return null;
  if (readers.length === 2 && two < pairFactor && one < pairFactor) return one * pairFactor + two;
  const keys = readers.map((reader) => reader.of(record));
  return keys.some((key) => key < 0) ? null : keys.join(' ');
}
