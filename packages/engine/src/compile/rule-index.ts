import { planIndex, type IndexPlan } from '../plan/plan-index.js';
import type { PlanNode } from '../plan/plan-node.js';
import { FieldRows } from './field-rows.js';
import type { Frame, Term } from './frame.js';
import type { GraphCompiler } from './compile-graph.js';
import { MaskRows, setBit, wordsFor } from './mask-rows.js';
import { RowReader } from './row-reader.js';

/** Where a test that stands in alternatives has its bits. */
interface Place {
  readonly field: number;
  readonly word: number;
  /** From the bit that says false to the one that says unsure, in words. */
  readonly toUnsure: number;
  readonly mask: number;
}

/** The alternatives of a rule, each a disjunction over several fields. */
type Alternatives = readonly (readonly Place[])[];

const noAlternatives: Alternatives = [];

/** Rows that are joined at once. */
const stepOfRows = 4;

/**
 * Says from the values of single fields which rules of a scope cannot hold, and which do: each field's value names a row of
 * masks (`FieldRows`), and what all rows together leave is all that is looked at.
 */
export class RuleIndex {
  /** Positions of the rules that are not known to be false, ascending; as many as `find` says. */
  readonly left: Int32Array;
  /** By place in `left`: 1 where the rule is known to be true. */
  readonly certain: Uint8Array;
  private readonly fields: readonly FieldRows[];
  private readonly computed: readonly { readonly field: number; readonly value: Term }[];
  private readonly reader: RowReader;
  /** Field of each slot of the reader. */
  private readonly slots: readonly number[];
  private readonly rows = new MaskRows();
  private readonly rowOfField: Int32Array;
  private readonly words: number;
  /** A mask of the positions beyond the last rule. */
  private readonly padding: Int32Array;
  private readonly beyond: Int32Array;
  private readonly excluded: Int32Array;
  private readonly unsure: Int32Array;
  private readonly alternatives: readonly Alternatives[];

  /** The rules with these conditions; a rule's position is its index. */
  constructor(conditions: readonly PlanNode[], compiler: GraphCompiler) {
    const plan = planIndex(conditions);
    const count = conditions.length;
    this.words = wordsFor(count);
    this.left = new Int32Array(count);
    this.certain = new Uint8Array(count);
    this.padding = new Int32Array(this.words);
    for (let bit = count; bit < 32 * this.words; bit++) setBit(this.padding, 0, bit);
    this.beyond = new Int32Array(this.words);
    for (const rule of plan.beyond) setBit(this.beyond, 0, rule);
    this.excluded = new Int32Array(this.words);
    this.unsure = new Int32Array(this.words);
    this.rows.allocate(1 + this.words);
    const compile = (node: PlanNode): Term => compiler.compile(node);
    this.fields = plan.fields.map((field) => new FieldRows(field, compile, this.words, this.rows));
    // Joined in steps; what is left over is the row at 0, which says nothing.
    this.rowOfField = new Int32Array(Math.ceil(this.fields.length / stepOfRows) * stepOfRows);
    const isRead = plan.fields.map(({ field: { field } }) => !field.derived && field.jsonPath.length > 0);
    this.slots = [...isRead.keys()].filter((field) => isRead[field]);
    this.reader = new RowReader(this.slots.map((field) => plan.fields[field]?.field.field.jsonPath ?? []));
    this.computed = plan.fields.flatMap(({ field }, number) =>
      isRead[number] ? [] : [{ field: number, value: compile(field) }],
    );
    this.alternatives = this.placesOf(plan);
  }

  /** Fills `left` and `certain`; how many rules are left. */
  find(frame: Frame): number {
    this.classify(frame);
    this.join();
    const { left, certain, excluded, unsure, words } = this;
    let count = 0;
    for (let word = 0; word < words; word++) {
      let bits = ~(excluded[word] as number);
      while (bits !== 0) {
        const lowest = bits & -bits;
        bits ^= lowest;
        const rule = word * 32 + 31 - Math.clz32(lowest);
        const several = this.alternatives[rule] as Alternatives;
        const answer = several === noAlternatives ? 1 : this.alternativesHold(several);
        if (answer < 0) continue;
        left[count] = rule;
        certain[count] = answer > 0 && ((unsure[word] as number) & lowest) === 0 ? 1 : 0;
        count += 1;
      }
    }
    return count;
  }

  private placesOf({ alternatives }: IndexPlan): readonly Alternatives[] {
    const known = new Map<IndexPlan['alternatives'][number][number], readonly Place[]>();
    const places = (several: IndexPlan['alternatives'][number][number]): readonly Place[] => {
      const made =
        known.get(several) ??
        several.map(({ field, bit }) => {
          const rows = this.fields[field] as FieldRows;
          return { field, word: rows.wordOfBit(bit), toUnsure: rows.wordsOfBits, mask: 1 << (bit & 31) };
        });
      known.set(several, made);
      return made;
    };
    return alternatives.map((own) => (own.length === 0 ? noAlternatives : own.map(places)));
  }

  private classify(frame: Frame): void {
    const { fields, rowOfField, reader, slots } = this;
    reader.read(frame.context);
    const { values } = reader;
    for (let slot = 0; slot < slots.length; slot++) {
      const field = slots[slot] as number;
      rowOfField[field] = (fields[field] as FieldRows).rowOf(values[slot], frame);
    }
    for (const { field, value } of this.computed)
      rowOfField[field] = (fields[field] as FieldRows).rowOf(value(frame), frame);
  }

  private join(): void {
    const { rowOfField, excluded, unsure, words } = this;
    const masks = this.rows.words;
    excluded.set(this.padding);
    unsure.set(this.beyond);
    for (let field = 0; field < rowOfField.length; field += stepOfRows) {
      const a = rowOfField[field] as number;
      const b = rowOfField[field + 1] as number;
      const c = rowOfField[field + 2] as number;
      const d = rowOfField[field + 3] as number;
      for (let word = 0; word < words; word++) {
        const at = word + 1;
        (excluded[word] as number) |=
          (masks[a + at] as number) | (masks[b + at] as number) | (masks[c + at] as number) | (masks[d + at] as number);
      }
      if ((masks[a] as number) > 0) this.addUnsure(masks[a] as number);
      if ((masks[b] as number) > 0) this.addUnsure(masks[b] as number);
      if ((masks[c] as number) > 0) this.addUnsure(masks[c] as number);
      if ((masks[d] as number) > 0) this.addUnsure(masks[d] as number);
    }
  }

  private addUnsure(at: number): void {
    const { unsure, words } = this;
    const masks = this.rows.words;
    for (let word = 0; word < words; word++) (unsure[word] as number) |= masks[at + word] as number;
  }

  /** 1: of each one holds; 0: of one that may be unknown; -1: of one all are false. */
  private alternativesHold(several: Alternatives): -1 | 0 | 1 {
    const masks = this.rows.words;
    let answer: 0 | 1 = 1;
    for (const places of several) {
      let best: -1 | 0 | 1 = -1;
      for (const { field, word, toUnsure, mask } of places) {
        const at = (this.rowOfField[field] as number) + word;
        if (((masks[at] as number) & mask) !== 0) continue;
        best = ((masks[at + toUnsure] as number) & mask) === 0 ? 1 : 0;
        if (best === 1) break;
      }
      if (best < 0) return -1;
      if (best === 0) answer = 0;
    }
    return answer;
  }
}
