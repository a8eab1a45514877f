import type { Cause, Expression, Outcome } from '@tamis/lang';
import type { Context, SetRule } from '../rule-set/compiled-rule-set.js';
import type { MatrixContent } from '../rule-set/rule-set-content.js';
import { decide, type CountedRule, type UndecidedRule } from './decide.js';
import type { Effect } from './effect.js';
import { effectsOfRule, missingDataAlert, type EffectSource } from './effects-of-rule.js';
import type { Run } from './run.js';
import type { LeafOutcome, RuleOutcome, RunOutcome, Suggestion } from './run-outcome.js';
import { skipRepeated } from './skip-repeated.js';
import { stoppedRules } from './stopped-rules.js';

/** A rule whose condition is true or unknown, before anything follows from it. */
export interface Finding {
  readonly index: number;
  readonly rule: SetRule;
  readonly outcome: 'hit' | 'unknown';
  readonly causes: readonly Cause[];
  readonly leaves: readonly LeafOutcome[];
  readonly evaluate: (expression: Expression) => Outcome;
}

/** The run a set of findings belongs to. */
export interface Concluded {
  readonly run: Run;
  readonly context: Context;
  readonly timezone: string;
  /** Indexes of the rules that were evaluated. */
  readonly evaluated: readonly number[];
  readonly rules: readonly SetRule[];
  readonly executed: readonly MatrixContent[];
}

const counts = ({ outcome, rule }: Finding): boolean => outcome === 'hit' || rule.checked.unknownPolicy === 'hit';

const toReview = ({ outcome, rule }: Finding): boolean =>
  outcome === 'unknown' && rule.checked.unknownPolicy === 'review';

function suggestionOf({ checked }: SetRule): Suggestion | null {
  for (const action of checked.actions)
    if (action.kind === 'suggestAction') return action.suggestion.text as Suggestion;
  return null;
}

/** Recorded and never counted: by itself, or because all its executed matrices are. */
export function isShadow({ shadow, checked }: SetRule, executed: readonly MatrixContent[]): boolean {
  if (shadow || executed.length === 0) return shadow;
  return executed.every(({ key, status }) => status === 'shadow' || !checked.matrices.includes(key));
}

function ruleOutcome(finding: Finding): RuleOutcome {
  const { index, outcome, causes, leaves } = finding;
  const counted = counts(finding);
  if (outcome === 'hit') return { rule: index, outcome, counts: counted, leaves };
  return { rule: index, outcome, counts: counted, causes, leaves };
}

const counted = ({ rule }: Finding, shadow: boolean): CountedRule => ({
  ruleId: rule.content.ruleId,
  score: rule.checked.score,
  suggestion: suggestionOf(rule),
  matrices: rule.checked.matrices,
  shadow,
});

const undecided = ({ rule, causes }: Finding): UndecidedRule => ({ ruleId: rule.content.ruleId, causes });

const noEffects: readonly Effect[] = [];

function effects(
  finding: Finding,
  { run, context, timezone }: Concluded,
  shadow: boolean,
  stopped: boolean,
): readonly Effect[] {
  const { rule, evaluate } = finding;
  if (rule.checked.actions.length === 0 && !toReview(finding)) return noEffects;
  const source: EffectSource = { rule, run, context, timezone, shadow, stopped, evaluate };
  if (counts(finding)) return effectsOfRule(source);
  return toReview(finding) ? [missingDataAlert(source)] : noEffects;
}

/** What follows from the findings, which stand in set order: score, decision, effects. */
export function conclude(findings: readonly Finding[], concluded: Concluded): RunOutcome {
  const { evaluated, rules, executed, run } = concluded;
  const hits: CountedRule[] = [];
  const review: UndecidedRule[] = [];
  const wanted: Effect[] = [];
  const stopped = stoppedRules(
    findings.filter((finding) => counts(finding) && !isShadow(finding.rule, executed)).map(({ rule }) => rule),
    executed,
  );
  for (const finding of findings) {
    const shadow = isShadow(finding.rule, executed);
    // A rule that is shadow by itself counts in no matrix, not even in a shadow one.
    if (counts(finding) && !finding.rule.shadow) hits.push(counted(finding, shadow));
    if (!shadow && toReview(finding)) review.push(undecided(finding));
    wanted.push(...effects(finding, concluded, shadow, stopped(finding.rule)));
  }
  const tied = executed.map((matrix) => ({
    matrix,
    rulesEvaluated: evaluated.filter((index) => rules[index]?.checked.matrices.includes(matrix.key)).length,
  }));
  // Rules that run after the answer change neither score nor decision (language manual 7.1).
  const verdict = run.stage === 'async' ? decide([], [], []) : decide(hits, review, tied);
  return { evaluated, outcomes: findings.map(ruleOutcome), ...verdict, effects: skipRepeated(wanted) };
}
