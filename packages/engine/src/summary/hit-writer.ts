import { Unknown } from '@tamis/lang';
import type { CompiledLeaf, LeafOperand } from '../compile/compile-leaves.js';
import type { Frame } from '../compile/frame.js';
import type { RuleIndex } from '../compile/rule-index.js';
import type { LazyRuleOutcomes } from '../evaluate/lazy-rule-outcomes.js';
import { becauseText } from './describe-cause.js';
import { preparedPadding, type ByteRange, type JsonByteWriter } from './json-byte-writer.js';
import type { PreparedItems } from './prepared-items.js';
import { writeValue } from './write-value.js';

/** Longer values are written anew each time. */
const maxRepeated = 256;

/**
 * Numbers before the conditions of a rule: begin and end of its own text, the shared texts around its conditions, the space required, and
 * the number of conditions. A text is identified by the index of its begin and end in the shared numbers.
 */
const headNumbers = 5;
/**
 * Numbers of a condition: the text up to its id, and the text after it. The number after the latter's end is the index of its value;
 * negative if the condition is not determined.
 */
const conditionNumbers = 2;
/** With fewer hits, copying finishes before prefetching would pay off. */
const minLoadedAhead = 32;
/** Bytes that the CPU loads together, and how many numbers these are. */
const cacheLine = 64;
const numbersPerLine = cacheLine / Int32Array.BYTES_PER_ELEMENT;

/** Returns the same index for all conditions that test the same value with the same result. */
const placeOf = (operand: LeafOperand, truth: boolean): number => 2 * operand.number + (truth ? 1 : 0);

/** Numbers appended one after another, with spare room for a cache line of numbers at the end. */
class NumberList {
  values = new Int32Array(1_024);
  length = 0;

  push(...added: readonly number[]): void {
    if (this.length + added.length + numbersPerLine > this.values.length) {
      const grown = new Int32Array(2 * this.values.length + added.length);
      grown.set(this.values);
      this.values = grown;
    }
    this.values.set(added, this.length);
    this.length += added.length;
  }
}

/** Sequences of numbers shared by many rules, each stored once. */
class SharedNumbers {
  readonly list = new NumberList();
  private readonly known = new Map<string, number>();

  /** Adds a sequence, and returns where it begins. */
  add(...numbers: readonly number[]): number {
    const key = numbers.join();
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const at = this.list.length;
    this.list.push(...numbers);
    this.known.set(key, at);
    return at;
  }
}

const initialBytes = 16_384;

/** Texts shared by many rules, each stored once, so that the text written for most hits is close together. */
class SharedTexts {
  private bytes = Buffer.alloc(initialBytes);
  private length = 0;
  private readonly known = new Map<string, number>();
  /** Replaced when the buffer grows. */
  view = viewOf(this.bytes);

  /** Adds a text, and returns where it begins. */
  add(text: Buffer): number {
    const key = text.toString('latin1');
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const at = this.length;
    if (at + text.length > this.bytes.length - preparedPadding) {
      const grown = Buffer.alloc(2 * (this.bytes.length + text.length));
      grown.set(this.bytes);
      this.bytes = grown;
      this.view = viewOf(grown);
    }
    this.bytes.set(text, at);
    this.length += text.length;
    this.known.set(key, at);
    return at;
  }
}

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);

/**
 * Writes the items of rules that hit, in an evaluation in which nothing is unknown. What is copied for a rule is computed on its first hit,
 * and stored contiguously as numbers: for large sets, none of it is in the CPU cache, and objects would take many memory accesses.
 */
export class HitWriter {
  private readonly parts = new NumberList();
  private readonly texts = new SharedTexts();
  private shared = new SharedNumbers();
  /** By rule: where its numbers begin in `parts`; negative if it has not hit yet. */
  private readonly starts: Int32Array;
  /** The rule set whose operands the indexes refer to. */
  private compiled: LazyRuleOutcomes['compiled'] | null = null;
  private operands: (LeafOperand | null)[] = [];
  /** The slot of each operand among the values read by an index; -1 if the index does not read it. */
  private slots: number[] = [];
  private slotsOf: RuleIndex | null = null;
  /** Values that the index has read in the current evaluation; `null` if they belong to another evaluation. */
  private values: readonly unknown[] | null = null;
  /** By index: in which generation of the bytes the value was written, and where. */
  private generations = new Float64Array(0);
  private written = new Int32Array(0);
  /** Keeps the prefetching from being optimized away, since nothing else uses its results. */
  loaded = 0;

  constructor(
    private readonly items: PreparedItems,
    private readonly bytes: JsonByteWriter,
  ) {
    this.starts = new Int32Array(items.starts.length).fill(-1);
  }

  /** Writes the hits. Every item except the first is preceded by a comma. */
  write(hits: readonly number[], run: LazyRuleOutcomes): void {
    if (run.compiled !== this.compiled) this.forget(run.compiled);
    const frame = run.restoreFrame();
    const index = run.indexOfRun();
    if (index && index !== this.slotsOf) this.useSlotsOf(index);
    this.values = index && index.values;
    if (hits.length >= minLoadedAhead) this.loadAhead(hits);
    for (let place = 0; place < hits.length; place++)
      this.writeHit(hits[place] as number, run, frame, index, place > 0);
  }

  /** Lets the CPU fetch data for many hits at a time. While copying, it would have to wait for each of them. */
  private loadAhead(hits: readonly number[]): void {
    const { starts } = this;
    const { values } = this.parts;
    const { bytes } = this.items;
    let sum = 0;
    for (let place = 0; place < hits.length; place++) {
      const start = starts[hits[place] as number] as number;
      if (start >= 0) sum += (values[start] as number) + (values[start + numbersPerLine] as number);
    }
    for (let place = 0; place < hits.length; place++) {
      const start = starts[hits[place] as number] as number;
      if (start < 0) continue;
      const end = values[start + 1] as number;
      for (let at = values[start] as number; at < end; at += cacheLine) sum += bytes[at] as number;
    }
    this.loaded = sum | 0;
  }

  private writeHit(
    rule: number,
    run: LazyRuleOutcomes,
    frame: Frame,
    index: RuleIndex | null,
    withComma: boolean,
  ): void {
    const { bytes } = this;
    const known = this.starts[rule] as number;
    const start = known < 0 ? this.addRule(rule, run.leavesOf(rule)) : known;
    const { values } = this.parts;
    const { values: ranges } = this.shared.list;
    const around = values[start + 2] as number;
    const room = values[start + 3] as number;
    const count = values[start + 4] as number;
    bytes.reserve(room);
    const texts = this.texts.view;
    // Every item is preceded by a comma.
    bytes.copyPrepared((values[start] as number) - (withComma ? 1 : 0), values[start + 1] as number);
    bytes.copyFrom(texts, ranges[around] as number, ranges[around + 1] as number);
    let at = start + headNumbers;
    for (let condition = 0; condition < count; condition++, at += conditionNumbers) {
      const opening = values[at] as number;
      const body = values[at + 1] as number;
      bytes.copyShortFrom(texts, ranges[opening] as number, ranges[opening + 1] as number);
      bytes.copyFrom(texts, ranges[body] as number, ranges[body + 1] as number);
      const place = ranges[body + 2] as number;
      const isThere =
        place >= 0
          ? this.writeSettled(place, frame)
          : this.writeTested(run.leavesOf(rule)[condition] as CompiledLeaf, frame, index);
      // Writing the value anew has used up reserved space.
      if (!isThere) bytes.reserve(room);
    }
    bytes.copyShortFrom(texts, ranges[around + 2] as number, ranges[around + 3] as number);
  }

  private addRule(rule: number, leaves: readonly CompiledLeaf[]): number {
    const { parts, items, shared } = this;
    const { bytes, conditionStarts, conditionBodies, conditionEnds, fixed } = items;
    const first = items.conditions[rule] as number;
    const head = items.starts[rule] as number;
    const common = items.commons[rule] as number;
    const end = items.ends[rule] as number;
    const hit = bytes.subarray(fixed.hit.from, fixed.hit.to);
    const opening = bytes.subarray(fixed.conditions.from, fixed.conditions.to);
    const room = end - head + hit.length + leaves.length * (maxRepeated + preparedPadding);
    const range = (text: Buffer): [from: number, to: number] => {
      const from = this.texts.add(text);
      return [from, from + text.length];
    };
    const around = shared.add(
      ...range(Buffer.concat([bytes.subarray(common, items.outcomes[rule]), hit, opening])),
      ...range(bytes.subarray(items.tails[rule], end)),
    );
    const start = parts.length;
    this.starts[rule] = start;
    parts.push(head, common, around, room, leaves.length);
    leaves.forEach(({ valueWhenHit, operand }, index) => {
      const body = conditionBodies[first + index] as number;
      // Every condition except the first is preceded by a comma.
      const from = (conditionStarts[first + index] as number) - (index > 0 ? 1 : 0);
      const place = valueWhenHit === null ? -1 : placeOf(operand, valueWhenHit);
      this.addOperand(operand);
      parts.push(
        shared.add(...range(bytes.subarray(from, body))),
        shared.add(...range(bytes.subarray(body, conditionEnds[first + index])), place),
      );
    });
    return start;
  }

  /** Another set with the same rules numbers its operands differently. */
  private forget(compiled: LazyRuleOutcomes['compiled']): void {
    this.compiled = compiled;
    this.starts.fill(-1);
    this.parts.length = 0;
    this.shared = new SharedNumbers();
    this.operands = [];
    this.generations.fill(-1);
    this.slots = [];
  }

  private useSlotsOf(index: RuleIndex): void {
    this.slotsOf = index;
    this.slots = [];
    for (const operand of this.operands) if (operand) this.addSlot(operand);
  }

  private addSlot({ number, field }: LeafOperand): void {
    // Gaps would make the array slow.
    while (this.slots.length <= number) this.slots.push(-1);
    this.slots[number] = field && this.slotsOf ? this.slotsOf.slotOf(field.node) : -1;
  }

  private addOperand(operand: LeafOperand): void {
    while (this.operands.length <= operand.number) this.operands.push(null);
    this.operands[operand.number] = operand;
    this.addSlot(operand);
    const places = 2 * (operand.number + 1);
    if (places <= this.generations.length) return;
    const generations = new Float64Array(2 * places).fill(-1);
    generations.set(this.generations);
    const written = new Int32Array(4 * places);
    written.set(this.written);
    this.generations = generations;
    this.written = written;
  }

  /**
   * Writes the value that a condition tests, and that the condition is true or false. Returns `false` if the value had not been written
   * before.
   */
  private writeSettled(place: number, frame: Frame): boolean {
    const { bytes, written } = this;
    if (this.generations[place] !== bytes.generation) return this.writeAnew(place, frame);
    bytes.copyWritten(written[2 * place] as number, written[2 * place + 1] as number);
    return true;
  }

  private writeTested({ test, operand }: CompiledLeaf, frame: Frame, index: RuleIndex | null): boolean {
    const value = index?.alternativeValue(test) ?? test(frame);
    if (typeof value === 'boolean') return this.writeSettled(placeOf(operand, value), frame);
    this.writeActual(operand, frame);
    const because = value instanceof Unknown ? value.causes[0] : undefined;
    if (because) this.bytes.text(becauseText('unknown', because));
    else this.writeRange(this.items.fixed.isFalse);
    return false;
  }

  private writeAnew(place: number, frame: Frame): false {
    const { bytes, generations, written } = this;
    bytes.reserve(maxRepeated);
    const from = bytes.position;
    const { generation } = bytes;
    this.writeActual(this.operands[place >> 1] as LeafOperand, frame);
    this.writeRange(place % 2 === 1 ? this.items.fixed.isTrue : this.items.fixed.isFalse);
    const to = bytes.position;
    // A long value may have begun in another slab, and is rare.
    if (bytes.generation !== generation || to - from > maxRepeated) return false;
    generations[place] = generation;
    written[2 * place] = from;
    written[2 * place + 1] = to;
    return false;
  }

  private writeActual({ number, term, type, field }: LeafOperand, frame: Frame): void {
    const slot = this.slots[number] as number;
    const { values } = this;
    const actual = values && field && slot >= 0 ? field.convert(values[slot]) : term(frame);
    if (actual instanceof Unknown) return;
    this.writeRange(this.items.fixed.actual);
    writeValue(actual, type, this.bytes, this.items);
  }

  private writeRange({ from, to }: ByteRange): void {
    this.bytes.prepared(from, to);
  }
}
