import { GrowableInt32Array } from './growable-arrays.js';
import type { KeyReader } from './key-readers.js';

/** How the keys of a subject or a record make the key of a stream. */
export type KeyTuple = readonly KeyReader[];

/** The number of a key no record has. */
export const noStream = 0;
/** The number of a subject or record that lacks a key. */
export const lacksKey = -1;

const free = 0;

/** Numbers of pairs of numbers, without an object for each. */
class PairIdMap {
  /** Places by hash: the number of a pair, or free; twice as many as pairs at least. */
  private table = new Int32Array(1_024);
  private readonly firsts = new GrowableInt32Array();
  private readonly seconds = new GrowableInt32Array();

  /** Free: it has none. */
  get(first: number, second: number): number {
    return this.table[this.placeOf(first, second)] as number;
  }

  /** Of a pair that has none; numbers are given in order, from 1. */
  add(first: number, second: number, number: number): void {
    if (2 * number > this.table.length) this.grow();
    this.firsts.set(number, first);
    this.seconds.set(number, second);
    this.table[this.placeOf(first, second)] = number;
  }

  private placeOf(first: number, second: number): number {
    const { table } = this;
    const mask = table.length - 1;
    const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b);
    let place = (mixed ^ (mixed >>> 15)) & mask;
    for (let number = table[place] as number; number !== free; number = table[place] as number) {
      if (this.firsts.at(number) === first && this.seconds.at(number) === second) return place;
      place = (place + 1) & mask;
    }
    return place;
  }

  private grow(): void {
    const old = this.table;
    this.table = new Int32Array(2 * old.length);
    for (const number of old)
      if (number !== free) this.table[this.placeOf(this.firsts.at(number), this.seconds.at(number))] = number;
  }
}

/** Numbers of keys, from 1, in the order in which they come. All tuples have as many keys. */
export class StreamIds {
  private count = 0;
  private readonly ofOne = new GrowableInt32Array();
  private readonly ofTwo = new PairIdMap();
  private readonly ofMore = new Map<string, number>();

  /** Of a subject: -1 without a key, 0 where no record has its key. */
  find(readers: KeyTuple, subject: object): number {
    const [first, second] = readers;
    if (first === undefined) return this.count;
    const one = first.keyIdOf(subject);
    if (one < 0) return lacksKey;
    if (second === undefined) return this.ofOne.at(one);
    const two = second.keyIdOf(subject);
    if (two < 0) return lacksKey;
    if (readers.length === 2) return this.ofTwo.get(one, two);
    const key = textOf(readers, subject);
    return key === null ? lacksKey : (this.ofMore.get(key) ?? noStream);
  }

  /** Of a record; -1: it lacks a key. */
  assign(readers: KeyTuple, record: object): number {
    const known = this.find(readers, record);
    if (known !== noStream) return known;
    const number = ++this.count;
    const [first, second] = readers;
    if (first === undefined) return number;
    if (second === undefined) this.ofOne.set(first.keyIdOf(record), number);
    else if (readers.length === 2) this.ofTwo.add(first.keyIdOf(record), second.keyIdOf(record), number);
    else this.ofMore.set(textOf(readers, record) as string, number);
    return number;
  }
}

function textOf(readers: KeyTuple, record: object): string | null {
  const keys = readers.map((reader) => reader.keyIdOf(record));
  return keys.some((key) => key < 0) ? null : keys.join(' ');
}
