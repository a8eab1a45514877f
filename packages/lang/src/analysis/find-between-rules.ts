import type { CheckedRule, RuleScope } from '../check/checked-rule.js';
import type { Expression } from '../ast/expression.js';
import type { RuleFinding } from './finding.js';
import type { Formula } from './formula.js';
import type { Questions } from './questions.js';
import type { FormulaReader } from './read-formula.js';

/** Pairs of rules that are compared in one analysis. */
const mostPairs = 30_000;

/** What a formula speaks of, so that pairs with nothing in common are never compared. */
function subjectsOf(formula: Formula, found = new Set<string>()): ReadonlySet<string> {
  if (formula.kind === 'one') found.add(formula.thing.base ?? formula.thing.key);
  else for (const part of formula.parts) subjectsOf(part, found);
  return found;
}

const conjuncts = (node: Expression): readonly Expression[] =>
  node.kind === 'and' ? node.items.flatMap(conjuncts) : [node];

const holds = (wide: readonly string[] | null, narrow: readonly string[] | null): boolean =>
  wide === null || (narrow?.every((each) => wide.includes(each)) ?? false);

const scopeHolds = (wide: RuleScope, narrow: RuleScope): boolean =>
  holds(wide.countries, narrow.countries) &&
  holds(wide.entityTypes, narrow.entityTypes) &&
  holds(wide.paymentMethods, narrow.paymentMethods) &&
  holds(wide.transactionTypes, narrow.transactionTypes);

/** Whether `wide` runs whenever `narrow` does, and its hits count in the same way. */
function runsWith(wide: CheckedRule, narrow: CheckedRule): boolean {
  const { effective } = wide;
  return (
    narrow.targets.every((target) => wide.targets.includes(target)) &&
    (wide.triggers.length === 0 || (narrow.triggers.length > 0 && holds(wide.triggers, narrow.triggers))) &&
    scopeHolds(wide.scope, narrow.scope) &&
    wide.evaluate === narrow.evaluate &&
    wide.mode === narrow.mode &&
    (effective === null || (effective.from === narrow.effective?.from && effective.until === narrow.effective.until)) &&
    // Where an unknown condition counts as a hit, being true is not all there is to it.
    narrow.unknownPolicy !== 'hit'
  );
}

interface Entry {
  readonly reader: FormulaReader;
  readonly rule: CheckedRule;
  readonly isTrue: Formula;
  readonly isNotTrue: Formula;
  readonly key: string;
  readonly subjects: ReadonlySet<string>;
  /** What each part of the condition speaks of. */
  readonly parts: readonly ReadonlySet<string>[];
}

function entryOf(reader: FormulaReader): Entry {
  const { rule } = reader;
  const { condition } = rule;
  const isTrue = reader.formula(condition, 'true');
  return {
    reader,
    rule,
    isTrue,
    isNotTrue: reader.formula(condition, 'notTrue'),
    key: reader.things.keys.of(condition),
    subjects: subjectsOf(isTrue),
    parts: conjuncts(reader.things.behind(condition)).map((part) => subjectsOf(reader.formula(part, 'notTrue'))),
  };
}

/** Rules by what they speak of. */
function indexed(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const index = new Map<string, Entry[]>();
  for (const entry of entries)
    for (const subject of entry.subjects) {
      const known = index.get(subject);
      if (known) known.push(entry);
      else index.set(subject, [entry]);
    }
  return index;
}

/** Rules that may imply another one: they speak of something in each of its parts. The rarest part is looked at first. */
function candidates(wide: Entry, index: ReadonlyMap<string, readonly Entry[]>): readonly Entry[] {
  const count = (part: ReadonlySet<string>): number =>
    [...part].reduce((sum, subject) => sum + (index.get(subject)?.length ?? 0), 0);
  const [rarest] = [...wide.parts].sort((a, b) => count(a) - count(b));
  const found = new Set([...(rarest ?? [])].flatMap((subject) => index.get(subject) ?? []));
  found.delete(wide);
  return [...found].filter(({ subjects }) => wide.parts.every((part) => [...part].some((each) => subjects.has(each))));
}

/** Rules of one matrix. */
class RuleComparison {
  readonly found: RuleFinding[] = [];
  private pairs = 0;

  constructor(
    private readonly questions: Questions,
    /** A rule is reported once, whatever matrices it is in. */
    private readonly reported: Set<CheckedRule>,
  ) {}

  private implies(narrow: Entry, wide: Entry): boolean {
    if (narrow.key === wide.key) return true;
    return this.questions.isImpossible([narrow.isTrue, wide.isNotTrue]);
  }

  private isEqual(narrow: Entry, wide: Entry): boolean {
    const isBack = wide.rule.unknownPolicy !== 'hit' && runsWith(narrow.rule, wide.rule);
    return isBack && this.implies(wide, narrow);
  }

  compare(matrix: string, entries: readonly Entry[]): void {
    const place = new Map(entries.map((entry, index) => [entry, index]));
    const index = indexed(entries);
    for (const wide of entries)
      for (const narrow of candidates(wide, index)) {
        if (this.pairs >= mostPairs || this.questions.effort.left <= 0) return;
        if (this.reported.has(narrow.rule) || !runsWith(wide.rule, narrow.rule)) continue;
        this.pairs += 1;
        if (!this.implies(narrow, wide)) continue;
        const isEqual = this.isEqual(narrow, wide);
        // Of equal rules, the later one is too many.
        if (isEqual && (place.get(narrow) ?? 0) < (place.get(wide) ?? 0)) continue;
        this.reported.add(narrow.rule);
        this.found.push(this.finding(isEqual, narrow, wide, matrix));
      }
  }

  private finding(isEqual: boolean, narrow: Entry, wide: Entry, matrix: string): RuleFinding {
    const both = this.questions.witness(narrow.reader, [[narrow.rule.condition, 'true']]);
    const only = isEqual ? null : this.questions.context([wide.isTrue, narrow.isNotTrue]);
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

/** Rules that hit only where another one of the same matrix hits too. Rules that never hit are left out by the caller. */
export function findBetweenRules(readers: readonly FormulaReader[], questions: Questions): readonly RuleFinding[] {
  const byMatrix = new Map<string, Entry[]>();
  for (const reader of readers) {
    if (reader.rule.matrices.length === 0) continue;
    const entry = entryOf(reader);
    for (const matrix of reader.rule.matrices) byMatrix.set(matrix, [...(byMatrix.get(matrix) ?? []), entry]);
  }
  const comparison = new RuleComparison(questions, new Set());
  for (const [matrix, entries] of byMatrix) comparison.compare(matrix, entries);
  return comparison.found;
}
