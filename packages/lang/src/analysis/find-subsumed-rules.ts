import type { CheckedRule, RuleScope } from '../check/checked-rule.js';
import type { Expression } from '../ast/expression.js';
import type { RuleFinding } from './finding.js';
import type { Formula } from './formula.js';
import type { Solver } from './solver.js';
import type { Steps } from '../steps.js';
import type { FormulaReader } from './read-formula.js';
import { Premise, subjectsOf } from './satisfy.js';

/**
 * Maximum number of rule pairs compared in one matrix, distributed evenly among its rules. Rules with the same condition are compared in
 * addition.
 */
const maxPairs = 50_000;

const conjuncts = (node: Expression): readonly Expression[] =>
  node.kind === 'and' ? node.items.flatMap(conjuncts) : [node];

const holds = (wide: readonly string[] | null, narrow: readonly string[] | null): boolean =>
  wide === null || (narrow?.every((each) => wide.includes(each)) ?? false);

const scopeHolds = (wide: RuleScope, narrow: RuleScope): boolean =>
  holds(wide.countries, narrow.countries) &&
  holds(wide.entityTypes, narrow.entityTypes) &&
  holds(wide.paymentMethods, narrow.paymentMethods) &&
  holds(wide.transactionTypes, narrow.transactionTypes);

/** Returns whether `wide` is evaluated whenever `narrow` is, with hits that count in the same way. */
function alwaysRunsWith(wide: CheckedRule, narrow: CheckedRule): boolean {
  const { effective } = wide;
  return (
    narrow.targets.every((target) => wide.targets.includes(target)) &&
    (wide.triggers.length === 0 || (narrow.triggers.length > 0 && holds(wide.triggers, narrow.triggers))) &&
    scopeHolds(wide.scope, narrow.scope) &&
    wide.evaluate === narrow.evaluate &&
    wide.mode === narrow.mode &&
    (effective === null || (effective.from === narrow.effective?.from && effective.until === narrow.effective.until)) &&
    // If an unknown condition counts as a hit, comparing when conditions are true is not sufficient.
    narrow.unknownPolicy !== 'hit'
  );
}

interface RuleEntry {
  readonly reader: FormulaReader;
  readonly rule: CheckedRule;
  readonly isTrue: Formula;
  readonly premise: Premise;
  readonly isNotTrue: Formula;
  readonly key: string;
  readonly subjects: ReadonlySet<string>;
  /** Subjects of each part of the condition. */
  readonly parts: readonly ReadonlySet<string>[];
}

function entryOf(reader: FormulaReader): RuleEntry {
  const { rule } = reader;
  const { condition } = rule;
  const isTrue = reader.formula(condition, 'true');
  return {
    reader,
    rule,
    isTrue,
    premise: new Premise(isTrue),
    isNotTrue: reader.formula(condition, 'notTrue'),
    key: reader.things.keys.keyOf(condition),
    subjects: subjectsOf(isTrue),
    parts: conjuncts(reader.things.resolveName(condition)).map((part) => subjectsOf(reader.formula(part, 'notTrue'))),
  };
}

interface RuleIndex {
  readonly bySubject: ReadonlyMap<string, readonly RuleEntry[]>;
  readonly byKey: ReadonlyMap<string, readonly RuleEntry[]>;
}

/** Indexes rules by subject and by condition. */
function buildIndex(entries: readonly RuleEntry[]): RuleIndex {
  const bySubject = new Map<string, RuleEntry[]>();
  const byKey = new Map<string, RuleEntry[]>();
  const add = (map: Map<string, RuleEntry[]>, key: string, entry: RuleEntry): void => {
    const known = map.get(key);
    if (known) known.push(entry);
    else map.set(key, [entry]);
  };
  for (const entry of entries) {
    add(byKey, entry.key, entry);
    for (const subject of entry.subjects) add(bySubject, subject, entry);
  }
  return { bySubject, byKey };
}

/**
 * Returns rules that `wide` may follow from: those with the same condition, and those that share a subject with each of its parts. The
 * rarest part is checked first.
 */
function candidates(
  wide: RuleEntry,
  index: RuleIndex,
  most: number,
  done: ReadonlySet<CheckedRule>,
): readonly RuleEntry[] {
  const count = (part: ReadonlySet<string>): number =>
    [...part].reduce((sum, subject) => sum + (index.bySubject.get(subject)?.length ?? 0), 0);
  const counted = wide.parts.map((part) => ({ part, count: count(part) }));
  const [rarest] = counted.sort((a, b) => a.count - b.count);
  const found = new Set(index.byKey.get(wide.key));
  let left = most;
  for (const subject of rarest?.part ?? [])
    for (const entry of index.bySubject.get(subject) ?? []) {
      if (left <= 0) break;
      if (done.has(entry.rule)) continue;
      left -= 1;
      if (counted.every(({ part }) => meets(part, entry.subjects))) found.add(entry);
    }
  found.delete(wide);
  return [...found];
}

function meets(part: ReadonlySet<string>, subjects: ReadonlySet<string>): boolean {
  for (const each of part) if (subjects.has(each)) return true;
  return false;
}

/** Compares the rules of one matrix. */
class RuleComparison {
  readonly found: RuleFinding[] = [];

  constructor(
    private readonly questions: Solver,
    /** A rule is reported once, however many matrices it is in. */
    private readonly reported: Set<CheckedRule>,
  ) {}

  private implies(narrow: RuleEntry, wide: RuleEntry): boolean {
    if (narrow.key === wide.key) return true;
    return this.questions.isRefuted(narrow.premise, wide.isNotTrue);
  }

  private isEqual(narrow: RuleEntry, wide: RuleEntry): boolean {
    const isBack = wide.rule.unknownPolicy !== 'hit' && alwaysRunsWith(narrow.rule, wide.rule);
    return isBack && this.implies(wide, narrow);
  }

  *compare(matrix: string, entries: readonly RuleEntry[]): Steps<void> {
    const place = new Map(entries.map((entry, index) => [entry, index]));
    const index = buildIndex(entries);
    const most = Math.ceil(maxPairs / entries.length);
    for (const wide of entries) {
      yield;
      for (const narrow of candidates(wide, index, most, this.reported)) {
        if (this.questions.effort.left <= 0) return;
        if (this.reported.has(narrow.rule) || !alwaysRunsWith(wide.rule, narrow.rule)) continue;
        if (!this.implies(narrow, wide)) continue;
        const isEqual = this.isEqual(narrow, wide);
        // Of two equal rules, the later one is reported as redundant.
        if (isEqual && (place.get(narrow) ?? 0) < (place.get(wide) ?? 0)) continue;
        this.reported.add(narrow.rule);
        this.found.push(this.finding(isEqual, narrow, wide, matrix));
      }
    }
  }

  private finding(isEqual: boolean, narrow: RuleEntry, wide: RuleEntry, matrix: string): RuleFinding {
    const both = this.questions.findWitness(narrow.reader, [[narrow.rule.condition, 'true']]);
    const only = isEqual ? null : this.questions.findContext([wide.isTrue, narrow.isNotTrue]);
    return {
      kind: isEqual ? 'equal' : 'subsumed',
      rule: narrow.rule,
      wider: wide.rule,
      matrix,
      witness: both,
      onlyWider: only?.witness ?? null,
    };
  }
}

/** Returns rules that hit only if another rule of the same matrix also hits. The caller must leave out rules that never hit. */
export function* findSubsumedRules(
  readers: readonly FormulaReader[],
  questions: Solver,
): Steps<readonly RuleFinding[]> {
  const byMatrix = new Map<string, RuleEntry[]>();
  for (const reader of readers) {
    if (reader.rule.matrices.length === 0) continue;
    const entry = entryOf(reader);
    yield;
    for (const matrix of reader.rule.matrices) byMatrix.set(matrix, [...(byMatrix.get(matrix) ?? []), entry]);
  }
  const comparison = new RuleComparison(questions, new Set());
  for (const [matrix, entries] of byMatrix) yield* comparison.compare(matrix, entries);
  return comparison.found;
}
