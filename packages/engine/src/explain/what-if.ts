import { possibleChanges, readPath, withField, type PossibleChange } from '@tamis/lang';
import { canonicalJson } from '@tamis/stdx';
import { decisionStrength } from '../evaluate/decide.js';
import type { EvaluationParams } from '../facts/evaluation-params.js';
import type { Decision, EvaluationOutcome } from '../outcome/evaluation-outcome.js';
import type { Facts, Context } from '../facts/facts.js';
import { maxWhatIfRuns } from '../limits.js';
import type { CompiledRuleSet } from '../evaluate/compiled-rule-set.js';

/** One or two changes that would lead to the goal, confirmed by an evaluation with them applied. */
export interface WhatIf {
  /** Changes as an author would write them: `transaction.amount < 8000 USD`. */
  readonly changes: readonly string[];
  /** The same changes as data: which comparison of which rule each one turns. */
  readonly steps: readonly { readonly rule: number; readonly change: PossibleChange }[];
  readonly decision: Decision;
  /** Indexes of rules that would newly hit or would no longer hit. */
  readonly rulesChanged: readonly number[];
}

/** Goal of the search. `weaker` and `other` are relative to the original decision. */
export type WhatIfGoal =
  | { readonly kind: 'hit'; readonly rule: number }
  | { readonly kind: 'decision'; readonly which: 'weaker' | 'other' };

/** The original evaluation. */
export interface RecordedEvaluation {
  readonly context: Context;
  readonly facts: Facts;
  readonly params: EvaluationParams;
}

/** Maximum number of suggestions, those with the smallest changes first. */
const maxSuggestions = 5;

/** A change that is tried. */
interface CandidateChange {
  readonly change: PossibleChange;
  readonly rule: number;
  /** Distance from the original value: 0 for no change, 1 for a completely different value. */
  readonly distance: number;
}

const number = (value: unknown): number | null => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const read = Number(value);
  return Number.isFinite(read) ? read : null;
};

/** Relative distance for numbers. Other values have no notion of distance. */
function distance(from: unknown, to: unknown): number {
  const [a, b] = [number(from), number(to)];
  if (a === null || b === null) return 1;
  return Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b), 1);
}

/** Searches for changes to one evaluation. */
class WhatIfSearch {
  private runs = 0;
  private readonly before: EvaluationOutcome;
  private readonly windows: string;
  private readonly rates: ReadonlySet<string>;
  private readonly hitsBefore: ReadonlySet<number>;

  constructor(
    private readonly set: CompiledRuleSet,
    private readonly past: RecordedEvaluation,
    private readonly goal: WhatIfGoal,
  ) {
    this.before = set.evaluate(past.context, past.facts, past.params);
    this.hitsBefore = new Set(this.before.hits);
    this.windows = this.windowsOf(past.context);
    const { rates } = set.requests(past.context, past.params, past.facts);
    this.rates = new Set(rates.map((rate) => canonicalJson({ ...rate })));
  }

  find(): readonly WhatIf[] {
    if (this.meetsGoal(this.before)) return [];
    const steps = this.candidateChanges();
    const single = this.firstConfirmed(steps.map((step) => [step]));
    if (single.length > 0) return single;
    const pairs = steps.flatMap((a, index) =>
      steps.slice(index + 1).flatMap((b) => (a.change.key === b.change.key ? [] : [[a, b] as const])),
    );
    return this.firstConfirmed(pairs);
  }

  private firstConfirmed(tries: readonly (readonly CandidateChange[])[]): readonly WhatIf[] {
    const total = (steps: readonly CandidateChange[]): number => steps.reduce((sum, step) => sum + step.distance, 0);
    const found: WhatIf[] = [];
    for (const steps of [...tries].sort((a, b) => total(a) - total(b))) {
      if (found.length >= maxSuggestions || this.runs >= maxWhatIfRuns) break;
      const outcome = this.evaluateWith(steps);
      const changes = steps.map(({ change }) => change.text);
      if (!outcome || !this.meetsGoal(outcome) || found.some((known) => known.changes.join() === changes.join()))
        continue;
      const told = steps.map(({ rule, change }) => ({ rule, change }));
      found.push({ changes, steps: told, decision: outcome.decision, rulesChanged: this.changed(outcome) });
    }
    return found;
  }

  private candidateChanges(): readonly CandidateChange[] {
    const { goal, set } = this;
    const rules =
      goal.kind === 'hit'
        ? [goal.rule]
        : goal.which === 'weaker'
          ? this.before.outcomes.map(({ rule }) => rule)
          : this.before.evaluated;
    return rules.flatMap((rule) => {
      const checked = set.rules[rule]?.checked;
      if (!checked) return [];
      const parts = this.set.inspectRule(rule, this.past.context, this.past.facts, this.past.params);
      // A comparison that already has the required result needs no change, although another value with the same result may turn other
      // comparisons.
      const changes = possibleChanges(checked).filter(({ leaf, answer }) => parts.condition(leaf) !== answer);
      return changes.map((change) => this.toCandidateChange(change, rule));
    });
  }

  private toCandidateChange(change: PossibleChange, rule: number): CandidateChange {
    const { context, facts, params: run } = this.past;
    const parts = this.set.inspectRule(rule, context, facts, run);
    if (change.kind === 'count')
      return { change, rule, distance: distance(parts.value(change.aggregate), change.count) };
    const { field, value } = change;
    const path = field.derived ? [...field.derived.owner, ...(field.derived.reads[0] ?? [])] : field.jsonPath;
    const wanted = field.type.kind === 'money' && value !== null ? (value as { amount: string }).amount : value;
    return { change, rule, distance: distance(readPath(context, path), wanted) };
  }

  /** Returns `null` if facts would be required that were not gathered. */
  private evaluateWith(steps: readonly CandidateChange[]): EvaluationOutcome | null {
    const { set, past } = this;
    const { params: run } = past;
    let { context, facts } = past;
    for (const { change } of steps) if (change.kind === 'field') context = withField(context, change);
    for (const { change, rule } of steps) {
      if (change.kind !== 'count') continue;
      const counted = set.inspectRule(rule, context, facts, run).withCount(change.aggregate, change.count);
      if (!counted) return null;
      facts = counted;
    }
    this.runs += 1;
    return this.isCovered(context, facts) ? set.evaluate(context, facts, run) : null;
  }

  private isCovered(context: Context, facts: Facts): boolean {
    if (context !== this.past.context && this.windowsOf(context) !== this.windows) return false;
    const { windows, reads, rates } = this.set.requests(context, this.past.params, facts);
    return (
      windows.length === 0 && reads.length === 0 && rates.every((rate) => this.rates.has(canonicalJson({ ...rate })))
    );
  }

  private windowsOf(context: Context): string {
    return JSON.stringify(this.set.requests(context, this.past.params).windows);
  }

  private meetsGoal(outcome: EvaluationOutcome): boolean {
    const { goal, before } = this;
    if (goal.kind === 'hit') return outcome.hits.includes(goal.rule);
    if (goal.which === 'other') return outcome.decision !== before.decision;
    return decisionStrength[outcome.decision] < decisionStrength[before.decision];
  }

  private changed(outcome: EvaluationOutcome): readonly number[] {
    const now = new Set(outcome.hits);
    return outcome.evaluated.filter((rule) => now.has(rule) !== this.hitsBefore.has(rule));
  }
}

/**
 * Returns the smallest changes of the subject or of a count that would meet the goal: single changes, or otherwise pairs, each confirmed by
 * evaluating the whole set again. The result is empty if the evaluation already meets the goal, or if none was found within `maxWhatIfRuns`
 * evaluations.
 */
export const whatIf = (set: CompiledRuleSet, past: RecordedEvaluation, goal: WhatIfGoal): readonly WhatIf[] =>
  new WhatIfSearch(set, past, goal).find();
