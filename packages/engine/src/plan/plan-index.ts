import { fieldCondition, type FieldCondition } from './indexable.js';
import type { PlanNode, SubjectFieldPlan } from './plan-node.js';

/** A condition decided by one field, possibly negated. */
export interface IndexedTest {
  readonly node: PlanNode;
  readonly negated: boolean;
  /** Positions of the rules that cannot hold if it is false. */
  readonly rules: number[];
  /** Its number among the tests of its field in alternatives; -1 if it is in none. */
  bit: number;
}

/** All tests on one field. */
export interface IndexedField {
  readonly field: SubjectFieldPlan;
  readonly tests: IndexedTest[];
  readonly bounds: Set<number>;
  /** `null` if it is not compared with an amount. */
  currency: string | null;
  /** `null` if texts other than the constants may lead to different results. */
  texts: Set<string> | null;
  /** Number of tests in alternatives. */
  bits: number;
}

/** One of several tests of which at least one must hold. `field` is an index into the fields of the plan. */
export interface Alternative {
  readonly field: number;
  readonly bit: number;
}

/** What single fields determine about the rules of a scope. Rules are identified by position in the scope. */
export interface IndexPlan {
  readonly fields: readonly IndexedField[];
  /** For each rule, the terms of its conjunction that are alternatives over several fields. */
  readonly alternatives: readonly (readonly (readonly Alternative[])[])[];
  /** Rules with a term that fields do not decide. Unless they are excluded otherwise, they must be evaluated. */
  readonly notIndexed: readonly number[];
}

interface Term {
  readonly node: PlanNode;
  readonly negated: boolean;
}

/** Returns the terms that must all hold (`and`) or of which one must (`or`), with negations moved inward. */
function termsOf(kind: 'and' | 'or', { node, negated }: Term): readonly Term[] {
  if (node.kind === 'not') return node.operands.flatMap((item) => termsOf(kind, { node: item, negated: !negated }));
  const splits = node.kind === (negated === (kind === 'and') ? 'or' : 'and');
  return splits ? node.operands.flatMap((item) => termsOf(kind, { node: item, negated })) : [{ node, negated }];
}

const termKey = ({ node, negated }: Term): string => `${negated ? '-' : ''}${node.id}`;

class IndexPlanner {
  readonly fields: IndexedField[] = [];
  private readonly fieldNumbers = new Map<SubjectFieldPlan, number>();
  private readonly known = new Map<PlanNode, FieldCondition | null>();
  private readonly tests = new Map<string, IndexedTest>();
  private readonly alternatives = new Map<string, readonly Alternative[] | null>();

  /**
   * Returns a term as a test of one field; `null` if it is not one, or compares amounts in a second currency, which would require a rate.
   */
  test(term: Term): { readonly test: IndexedTest; readonly field: number } | null {
    const condition = this.condition(term.node);
    const number = condition && this.fieldOf(condition);
    if (number === null) return null;
    const key = termKey(term);
    const known = this.tests.get(key);
    if (known) return { test: known, field: number };
    const test = { ...term, rules: [], bit: -1 };
    this.tests.set(key, test);
    this.fields[number]?.tests.push(test);
    return { test, field: number };
  }

  /** Returns `null` if any of them is not a test of one field. */
  alternativesOf(term: Term): readonly Alternative[] | null {
    const key = termKey(term);
    const known = this.alternatives.get(key);
    if (known !== undefined) return known;
    const parts = termsOf('or', term);
    const isEach = parts.length > 1 && parts.every(({ node }) => this.condition(node) !== null);
    const found = isEach ? parts.map((part) => this.test(part)) : [null];
    const made = found.includes(null) ? null : found.flatMap((each) => (each ? [this.alternative(each)] : []));
    this.alternatives.set(key, made);
    return made;
  }

  private alternative({ test, field }: { readonly test: IndexedTest; readonly field: number }): Alternative {
    const indexed = this.fields[field] as IndexedField;
    if (test.bit < 0) test.bit = indexed.bits++;
    return { field, bit: test.bit };
  }

  private condition(node: PlanNode): FieldCondition | null {
    let condition = this.known.get(node);
    if (condition === undefined) this.known.set(node, (condition = fieldCondition(node)));
    return condition;
  }

  private fieldOf({ field, bounds, currency, texts }: FieldCondition): number | null {
    let number = this.fieldNumbers.get(field);
    if (number === undefined) {
      number = this.fields.length;
      this.fieldNumbers.set(field, number);
      this.fields.push({ field, tests: [], bounds: new Set(), currency, texts: new Set(), bits: 0 });
    }
    const indexed = this.fields[number] as IndexedField;
    indexed.currency ??= currency;
    if (currency !== null && indexed.currency !== currency) return null;
    for (const bound of bounds) indexed.bounds.add(bound);
    if (texts === null) indexed.texts = null;
    else for (const text of texts) indexed.texts?.add(text);
    return number;
  }
}

/** Plans the index for rules with these conditions. Positions in the list are positions in the plan. */
export function planIndex(conditions: readonly PlanNode[]): IndexPlan {
  const planner = new IndexPlanner();
  const beyond: number[] = [];
  const alternatives = conditions.map((condition, rule) => {
    const own: (readonly Alternative[])[] = [];
    let isWhole = true;
    for (const term of termsOf('and', { node: condition, negated: false })) {
      const found = planner.test(term);
      const several = found ? null : planner.alternativesOf(term);
      if (found) found.test.rules.push(rule);
      else if (several) own.push(several);
      else isWhole = false;
    }
    if (!isWhole) beyond.push(rule);
    return own;
  });
  return { fields: planner.fields, alternatives, notIndexed: beyond };
}
