import type { Money } from '@tamis/stdx';
import { fieldCondition, type FieldCondition } from '../plan/indexable.js';
import type { PlanNode, SubjectFieldPlan } from '../plan/plan-node.js';
import { compileRaw } from './compile-field.js';
import type { GraphCompiler } from './compile-graph.js';
import type { Frame, Term } from './frame.js';

/** One bit per rule of the scope. */
type Mask = Int32Array;

/** Two masks in a row: rules with a term that is false, then rules with a term that may not be true. */
type Answer = Int32Array;

const bitsPerWord = 32;

/** Values of one text field whose answers are kept; many different ones begin anew. */
const maxValuesKept = 1_024;

interface IndexedCondition {
  readonly test: Term;
  /** The rules that need it. */
  readonly rules: Mask;
}

/** Answers of all conditions on one field, by class of value: found out once per class, then looked up. */
class FieldIndex {
  private readonly byValue = new Map<string | boolean, Answer>();
  private readonly byClass: (Answer | undefined)[] = [];
  /** For a value without a class: nothing is false, everything may be. */
  private readonly open: Answer;

  constructor(
    /** A value as it stands in the data, or read: whatever decides the conditions. */
    private readonly value: (frame: Frame) => unknown,
    private readonly conditions: readonly IndexedCondition[],
    /** Ascending. */
    private readonly bounds: readonly number[],
    private readonly currency: string | null,
    private readonly words: number,
  ) {
    this.open = new Int32Array(2 * words);
    for (const { rules } of conditions) addTo(this.open, rules, words);
  }

  /** What the field's value says about the rules. */
  answer(frame: Frame): Answer {
    const value = this.value(frame);
    if (typeof value === 'string' || typeof value === 'boolean') return this.ofValue(value, frame);
    const number = this.numberOf(value);
    return number === null ? this.open : this.ofClass(this.classOf(number), frame);
  }

  private numberOf(value: unknown): number | null {
    if (typeof value === 'number') return this.currency === null ? value : null;
    if (this.currency === null || typeof value !== 'object' || value === null || !('currency' in value)) return null;
    const { amount, currency } = value as Money;
    return currency === this.currency && typeof amount === 'number' ? amount : null;
  }

  private ofValue(value: string | boolean, frame: Frame): Answer {
    const known = this.byValue.get(value);
    if (known) return known;
    if (this.byValue.size >= maxValuesKept) this.byValue.clear();
    const found = this.findOut(frame);
    this.byValue.set(value, found);
    return found;
  }

  private ofClass(index: number, frame: Frame): Answer {
    return (this.byClass[index] ??= this.findOut(frame));
  }

  /** Even: between two bounds; odd: at one. */
  private classOf(value: number): number {
    let low = 0;
    let high = this.bounds.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.bounds[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    return 2 * low + (this.bounds[low] === value ? 1 : 0);
  }

  private findOut(frame: Frame): Answer {
    const answer = new Int32Array(2 * this.words);
    for (const { test, rules } of this.conditions) {
      const value = test(frame);
      if (value === false) addTo(answer, rules, 0);
      if (value !== true) addTo(answer, rules, this.words);
    }
    return answer;
  }
}

/** Sets in `into`, from word `offset` on, the bits that `more` has. */
function addTo(into: Int32Array, more: Int32Array, offset: number): void {
  for (let word = 0; word < more.length; word++) (into[offset + word] as number) |= more[word] as number;
}

function addRule(mask: Int32Array, rule: number, offset: number): void {
  (mask[offset + Math.floor(rule / bitsPerWord)] as number) |= 1 << (rule % bitsPerWord);
}

/** What stands in the data decides what a plain field is read as, so reading it can wait; a derived field must be computed. */
function valueOf(plan: SubjectFieldPlan, compiler: GraphCompiler): (frame: Frame) => unknown {
  return plan.field.derived ? compiler.compile(plan) : compileRaw(plan, null);
}

interface Collected {
  readonly conditions: Map<PlanNode, Mask>;
  readonly bounds: Set<number>;
  readonly currency: string | null;
}

/** The terms that must all hold. */
const conjuncts = (condition: PlanNode): readonly PlanNode[] =>
  condition.kind === 'and' ? condition.items : [condition];

function collect(conditions: readonly PlanNode[], words: number, beyond: Answer): Map<SubjectFieldPlan, Collected> {
  const byField = new Map<SubjectFieldPlan, Collected>();
  const known = new Map<PlanNode, FieldCondition | null>();
  conditions.forEach((condition, rule) => {
    for (const node of conjuncts(condition)) {
      if (!known.has(node)) known.set(node, fieldCondition(node));
      const found = known.get(node);
      if (!found) {
        addRule(beyond, rule, words);
        continue;
      }
      const { field, bounds, currency } = found;
      const collected = byField.get(field) ?? {
        conditions: new Map<PlanNode, Mask>(),
        bounds: new Set<number>(),
        currency,
      };
      // Amounts in a second currency would need a rate.
      if (collected.currency !== currency) {
        addRule(beyond, rule, words);
        continue;
      }
      byField.set(field, collected);
      const mask = collected.conditions.get(node) ?? new Int32Array(words);
      addRule(mask, rule, 0);
      collected.conditions.set(node, mask);
      for (const bound of bounds) collected.bounds.add(bound);
    }
  });
  return byField;
}

/** Says from the values of single fields which rules of a scope cannot hold, so that only the others are evaluated. */
export class RuleIndex {
  private readonly fields: readonly FieldIndex[];
  private readonly words: number;
  /** Before any field is looked at: nothing is false; rules with a term that no single field decides may not be true. */
  private readonly beyond: Answer;
  private readonly state: Answer;

  constructor(conditions: readonly PlanNode[], compiler: GraphCompiler) {
    const words = Math.ceil(conditions.length / bitsPerWord);
    this.words = words;
    this.beyond = new Int32Array(2 * words);
    this.state = new Int32Array(2 * words);
    this.fields = [...collect(conditions, words, this.beyond)].map(([field, collected]) => {
      const tests = [...collected.conditions].map(([node, rules]) => ({ test: compiler.compile(node), rules }));
      const bounds = [...collected.bounds].sort((a, b) => a - b);
      return new FieldIndex(valueOf(field, compiler), tests, bounds, collected.currency, words);
    });
  }

  /** Ascending positions of the rules that are not known to be false; `certain`: known to be true. */
  forEachLeft(frame: Frame, count: number, visit: (position: number, certain: boolean) => void): void {
    const { state, words } = this;
    state.set(this.beyond);
    for (const field of this.fields) addTo(state, field.answer(frame), 0);
    for (let word = 0; word < words; word++) {
      const unsure = state[words + word] as number;
      let left = ~(state[word] as number);
      while (left !== 0) {
        const lowest = left & -left;
        const position = word * bitsPerWord + 31 - Math.clz32(lowest);
        if (position >= count) break;
        visit(position, (unsure & lowest) === 0);
        left ^= lowest;
      }
    }
  }
}
