import type { IndexPlan } from '../plan/plan-index.js';
import type { PlanNode, SubjectFieldPlan } from '../plan/plan-node.js';
import { FieldBitmaps } from './field-bitmaps.js';
import type { Frame, Term } from './frame.js';
import type { GraphCompiler } from './compile-graph.js';
import { BitmapArena, setBit, wordsFor } from './bitmap-arena.js';
import { FieldReader } from './field-reader.js';

/** Where the row of a field contains the result of a term. */
interface AlternativeBit {
  readonly field: number;
  /** Word of the row whose bit says that the term, negated or not, is false. */
  readonly word: number;
  /** Offset from there to the word with the unsure bit. */
  readonly toUnsure: number;
  readonly mask: number;
  readonly negated: boolean;
}

/** Number of rows combined in one step. */
const rowsPerStep = 8;

/**
 * Determines from the values of single fields which rules of a scope cannot hold and which certainly do. The value of each field selects a
 * row of masks (`FieldBitmaps`). Only rules that remain after combining all rows are evaluated further.
 */
export class RuleIndex {
  /** Positions of the rules not known to be false, in ascending order. `findCandidates` returns their number. */
  readonly candidates: Int32Array;
  /** For each position in `candidates`: 1 if the rule is known to be true. */
  readonly certain: Uint8Array;
  /** Epoch of the last frame processed. */
  epoch = -1;
  private readonly fields: readonly FieldBitmaps[];
  private readonly computed: readonly { readonly field: number; readonly value: Term }[];
  private readonly reader: FieldReader;
  /** Field for each slot of the reader. */
  private readonly slots: readonly number[];
  private readonly slotOfField: ReadonlyMap<SubjectFieldPlan, number>;
  private readonly rows = new BitmapArena();
  private readonly rowOfField: Int32Array;
  private readonly words: number;
  /** Mask of the positions after the last rule. */
  private readonly padding: Int32Array;
  private readonly notIndexed: Int32Array;
  private readonly excluded: Int32Array;
  private readonly unsure: Int32Array;
  /**
   * Requirements of rules with alternatives. For each rule, the start of its part in `alternatives`, and at the end the total length. A
   * part is a list of groups: the number of tests in the group, then for each its field, the word of its row with the false bit, the offset
   * to the word with the unsure bit, and the bit.
   */
  private readonly alternativeStarts: Int32Array;
  private readonly alternatives: Int32Array;
  /** Created on first use, for summaries. */
  private alternativeBits: Map<Term, AlternativeBit> | null = null;

  /** @param count rules of the scope the plan is of. */
  constructor(plan: IndexPlan, count: number, compiler: GraphCompiler) {
    this.words = wordsFor(count);
    this.candidates = new Int32Array(count);
    this.certain = new Uint8Array(count);
    this.padding = new Int32Array(this.words);
    for (let bit = count; bit < 32 * this.words; bit++) setBit(this.padding, 0, bit);
    this.notIndexed = new Int32Array(this.words);
    for (const rule of plan.notIndexed) setBit(this.notIndexed, 0, rule);
    this.excluded = new Int32Array(this.words);
    this.unsure = new Int32Array(this.words);
    this.rows.allocate(1 + this.words);
    const compile = (node: PlanNode): Term => compiler.compile(node);
    this.fields = plan.fields.map((field) => new FieldBitmaps(field, compile, this.words, this.rows));
    // Rows are combined in fixed steps. Unused positions refer to the row at 0, which is empty.
    this.rowOfField = new Int32Array(Math.ceil(this.fields.length / rowsPerStep) * rowsPerStep);
    const isRead = plan.fields.map(({ field: { field } }) => !field.derived && field.jsonPath.length > 0);
    this.slots = [...isRead.keys()].filter((field) => isRead[field]);
    this.slotOfField = new Map(this.slots.map((field, slot) => [plan.fields[field]?.field as SubjectFieldPlan, slot]));
    this.reader = new FieldReader(this.slots.map((field) => plan.fields[field]?.field.field.jsonPath ?? []));
    this.computed = plan.fields.flatMap(({ field }, number) =>
      isRead[number] ? [] : [{ field: number, value: compile(field) }],
    );
    this.alternativeStarts = new Int32Array(count + 1);
    this.alternatives = this.packAlternatives(plan);
  }

  /** Fills `candidates` and `certain`, and returns the number of candidates. */
  findCandidates(frame: Frame): number {
    this.epoch = frame.epoch;
    this.reader.read(frame.context);
    this.classify(frame);
    this.join();
    const { candidates: left, certain, excluded, unsure, words, alternativeStarts: firstPlace } = this;
    let count = 0;
    for (let word = 0; word < words; word++) {
      let bits = ~(excluded[word] as number);
      while (bits !== 0) {
        const lowest = bits & -bits;
        bits ^= lowest;
        const rule = word * 32 + 31 - Math.clz32(lowest);
        const answer = this.alternativesHold(firstPlace[rule] as number, firstPlace[rule + 1] as number);
        if (answer < 0) continue;
        left[count] = rule;
        certain[count] = answer > 0 && ((unsure[word] as number) & lowest) === 0 ? 1 : 0;
        count += 1;
      }
    }
    return count;
  }

  /** Returns the position of a field's raw data in `values`; -1 if it is not there. */
  slotOf(field: SubjectFieldPlan): number {
    return this.slotOfField.get(field) ?? -1;
  }

  /** Values of the last evaluation. */
  get values(): readonly unknown[] {
    return this.reader.values;
  }

  /** Returns the result of a term in alternatives for the last evaluation; `null` if it is not known here. */
  alternativeValue(term: Term): boolean | null {
    const bit = (this.alternativeBits ??= this.findAlternativeBits()).get(term);
    if (!bit) return null;
    const word = (this.rowOfField[bit.field] as number) + bit.word;
    const masks = this.rows.words;
    if (((masks[word] as number) & bit.mask) !== 0) return bit.negated;
    return ((masks[word + bit.toUnsure] as number) & bit.mask) === 0 ? !bit.negated : null;
  }

  private findAlternativeBits(): Map<Term, AlternativeBit> {
    const bits = new Map<Term, AlternativeBit>();
    this.fields.forEach((rows, field) => {
      for (const { term, negated, bit } of rows.alternatives())
        bits.set(term, {
          field,
          word: rows.wordOfBit(bit),
          toUnsure: rows.wordsOfBits,
          mask: 1 << (bit & 31),
          negated,
        });
    });
    return bits;
  }

  private packAlternatives({ alternatives }: IndexPlan): Int32Array {
    const places: number[] = [];
    alternatives.forEach((groups, rule) => {
      this.alternativeStarts[rule] = places.length;
      for (const group of groups) {
        places.push(group.length);
        for (const { field, bit } of group) {
          const rows = this.fields[field] as FieldBitmaps;
          places.push(field, rows.wordOfBit(bit), rows.wordsOfBits, 1 << (bit & 31));
        }
      }
    });
    this.alternativeStarts[alternatives.length] = places.length;
    return Int32Array.from(places);
  }

  private classify(frame: Frame): void {
    const { fields, rowOfField, reader, slots } = this;
    const { values } = reader;
    for (let slot = 0; slot < slots.length; slot++) {
      const field = slots[slot] as number;
      rowOfField[field] = (fields[field] as FieldBitmaps).rowOf(values[slot], frame);
    }
    for (const { field, value } of this.computed)
      rowOfField[field] = (fields[field] as FieldBitmaps).rowOf(value(frame), frame);
  }

  private join(): void {
    const { rowOfField, excluded, unsure, words } = this;
    const masks = this.rows.words;
    excluded.set(this.padding);
    unsure.set(this.notIndexed);
    for (let field = 0; field < rowOfField.length; field += rowsPerStep) {
      const a = (rowOfField[field] as number) + 1;
      const b = (rowOfField[field + 1] as number) + 1;
      const c = (rowOfField[field + 2] as number) + 1;
      const d = (rowOfField[field + 3] as number) + 1;
      const e = (rowOfField[field + 4] as number) + 1;
      const f = (rowOfField[field + 5] as number) + 1;
      const g = (rowOfField[field + 6] as number) + 1;
      const h = (rowOfField[field + 7] as number) + 1;
      for (let word = 0; word < words; word++)
        (excluded[word] as number) |=
          (masks[a + word] as number) |
          (masks[b + word] as number) |
          (masks[c + word] as number) |
          (masks[d + word] as number) |
          (masks[e + word] as number) |
          (masks[f + word] as number) |
          (masks[g + word] as number) |
          (masks[h + word] as number);
    }
    for (let field = 0; field < rowOfField.length; field++) {
      const unsureAt = masks[rowOfField[field] as number] as number;
      if (unsureAt > 0) this.addUnsure(unsureAt);
    }
  }

  private addUnsure(at: number): void {
    const { unsure, words } = this;
    const masks = this.rows.words;
    for (let word = 0; word < words; word++) (unsure[word] as number) |= masks[at + word] as number;
  }

  /** Returns 1 if every group has a test that holds, -1 if all tests of some group are false, otherwise 0. */
  private alternativesHold(from: number, to: number): -1 | 0 | 1 {
    const { alternatives: places, rowOfField } = this;
    const masks = this.rows.words;
    let answer: 0 | 1 = 1;
    let at = from;
    while (at < to) {
      const end = at + 1 + 4 * (places[at] as number);
      let best: -1 | 0 | 1 = -1;
      for (let place = at + 1; place < end && best < 1; place += 4) {
        const word = (rowOfField[places[place] as number] as number) + (places[place + 1] as number);
        const bit = places[place + 3] as number;
        if (((masks[word] as number) & bit) !== 0) continue;
        best = ((masks[word + (places[place + 2] as number)] as number) & bit) === 0 ? 1 : 0;
      }
      if (best < 0) return -1;
      if (best === 0) answer = 0;
      at = end;
    }
    return answer;
  }
}
