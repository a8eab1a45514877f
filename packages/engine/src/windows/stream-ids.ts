import { GrowableInt32Array } from './growable-arrays.js';
import type { KeyReader } from './key-readers.js';

/** Determines how the keys of a subject or record form the key of a stream. */
export type KeyTuple = readonly KeyReader[];

/** Id of a key that no record has. */
export const noStream = 0;
/** Id for a subject or record that lacks a key. */
export const lacksKey = -1;

const free = 0;

/** Assigns numbers to pairs of numbers, without an object for each pair. */
class PairIdMap {
  /** Hash table with the number of a pair, or free; it has at least twice as many entries as there are pairs. */
  private table = new Int32Array(1_024);
  private readonly firsts = new GrowableInt32Array();
  private readonly seconds = new GrowableInt32Array();

  /** Returns `free` if the pair has no number. */
  get(first: number, second: number): number {
    return this.table[this.placeOf(first, second)] as number;
  }

  /** Adds a pair that has no number; numbers are assigned in order, starting at 1. */
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

/** Assigns ids to keys in order of arrival, starting at 1. All tuples have the same number of keys. */
export class StreamIds {
  private count = 0;
  private readonly ofOne = new GrowableInt32Array();
  private readonly ofTwo = new PairIdMap();
  private readonly ofMore = new Map<string, number>();

  /** Returns the id for a subject: -1 if it lacks a key, 0 if no record has its key. */
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

  /** Returns the id for a record, assigning a new one if required; -1 if it lacks a key. */
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
