import type { Money } from '@tamis/stdx';
import { fieldCondition, type FieldCondition } from '../plan/indexable.js';
import type { PlanNode, SubjectFieldPlan } from '../plan/plan-node.js';
import { compileRaw } from './compile-field.js';
import type { GraphCompiler } from './compile-graph.js';
import type { Frame, Term } from './frame.js';

/** Bit r: rule r of the scope is certainly false. */
type Mask = Int32Array;

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
  private readonly byValue = new Map<string | boolean, Mask>();
  private readonly byClass: (Mask | undefined)[] = [];

  constructor(
    /** A value as it stands in the data, or read: whatever decides the conditions. */
    private readonly value: (frame: Frame) => unknown,
    private readonly conditions: readonly IndexedCondition[],
    /** Ascending. */
    private readonly bounds: readonly number[],
    private readonly currency: string | null,
    private readonly words: number,
  ) {}

  /** Rules that the field's value rules out; null when nothing is known about it. */
  ruledOut(frame: Frame): Mask | null {
    const value = this.value(frame);
    if (typeof value === 'string' || typeof value === 'boolean') return this.ofValue(value, frame);
    const number = this.numberOf(value);
    return number === null ? null : this.ofClass(this.classOf(number), frame);
  }

  private numberOf(value: unknown): number | null {
    if (typeof value === 'number') return this.currency === null ? value : null;
    if (this.currency === null || typeof value !== 'object' || value === null || !('currency' in value)) return null;
    const { amount, currency } = value as Money;
    return currency === this.currency && typeof amount === 'number' ? amount : null;
  }

  private ofValue(value: string | boolean, frame: Frame): Mask {
    const known = this.byValue.get(value);
    if (known) return known;
    if (this.byValue.size >= maxValuesKept) this.byValue.clear();
    const found = this.findOut(frame);
    this.byValue.set(value, found);
    return found;
  }

  private ofClass(index: number, frame: Frame): Mask {
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

  private findOut(frame: Frame): Mask {
    const mask = new Int32Array(this.words);
    for (const { test, rules } of this.conditions) if (test(frame) === false) addTo(mask, rules);
    return mask;
  }
}

function addTo(mask: Mask, more: Mask): void {
  for (let word = 0; word < mask.length; word++) (mask[word] as number) |= more[word] as number;
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

function collect(conditions: readonly PlanNode[], words: number): Map<SubjectFieldPlan, Collected> {
  const byField = new Map<SubjectFieldPlan, Collected>();
  const known = new Map<PlanNode, FieldCondition | null>();
  conditions.forEach((condition, rule) => {
    for (const node of conjuncts(condition)) {
      if (!known.has(node)) known.set(node, fieldCondition(node));
      const found = known.get(node);
      if (!found) continue;
      const { field, bounds, currency } = found;
      const collected = byField.get(field) ?? {
        conditions: new Map<PlanNode, Mask>(),
        bounds: new Set<number>(),
        currency,
      };
      // Amounts in a second currency would need a rate.
      if (collected.currency !== currency) continue;
      byField.set(field, collected);
      const mask = collected.conditions.get(node) ?? new Int32Array(words);
      (mask[Math.floor(rule / bitsPerWord)] as number) |= 1 << (rule % bitsPerWord);
      collected.conditions.set(node, mask);
      for (const bound of bounds) collected.bounds.add(bound);
    }
  });
  return byField;
}

/** Says from the values of single fields which rules of a scope cannot hold, so that only the others are evaluated. */
export class RuleIndex {
  private readonly fields: readonly FieldIndex[];
  private readonly dead: Mask;

  constructor(conditions: readonly PlanNode[], compiler: GraphCompiler) {
    const words = Math.ceil(conditions.length / bitsPerWord);
    this.dead = new Int32Array(words);
    this.fields = [...collect(conditions, words)].map(([field, collected]) => {
      const tests = [...collected.conditions].map(([node, rules]) => ({ test: compiler.compile(node), rules }));
      const bounds = [...collected.bounds].sort((a, b) => a - b);
      return new FieldIndex(valueOf(field, compiler), tests, bounds, collected.currency, words);
    });
  }

  /** Ascending positions of the rules that are left, through `visit`. */
  forEachLeft(frame: Frame, count: number, visit: (position: number) => void): void {
    const { dead } = this;
    dead.fill(0);
    for (const field of this.fields) {
      const mask = field.ruledOut(frame);
      if (mask) addTo(dead, mask);
    }
    for (let word = 0; word < dead.length; word++) {
      const first = word * bitsPerWord;
      let left = ~(dead[word] as number);
      while (left !== 0) {
        const position = first + 31 - Math.clz32(left & -left);
        if (position >= count) break;
        visit(position);
        left &= left - 1;
      }
    }
  }
}
