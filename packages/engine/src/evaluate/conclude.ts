import type { Cause, Expression, Outcome } from '@tamis/lang';
import type { Context, SetRule } from '../rule-set/compiled-rule-set.js';
import { decide, type CountedRule, type UndecidedRule } from './decide.js';
import type { Effect } from './effect.js';
import { effectsOfRule, missingDataAlert, type EffectSource } from './effects-of-rule.js';
import type { Run } from './run.js';
import type { LeafOutcome, RuleOutcome, RunOutcome, Suggestion } from './run-outcome.js';

/** A rule whose condition is true or unknown, before anything follows from it. */
export interface Finding {
  readonly index: number;
  readonly rule: SetRule;
  readonly outcome: 'hit' | 'unknown';
  readonly causes: readonly Cause[];
  readonly leaves: readonly LeafOutcome[];
  readonly evaluate: (expression: Expression) => Outcome;
}

const counts = ({ outcome, rule }: Finding): boolean => outcome === 'hit' || rule.checked.unknownPolicy === 'hit';

const toReview = ({ outcome, rule }: Finding): boolean =>
  outcome === 'unknown' && rule.checked.unknownPolicy === 'review';

const suggestionOf = ({ checked }: SetRule): Suggestion | null => {
  const action = checked.actions.find((each) => each.kind === 'suggestAction');
  return action ? (action.suggestion.text as Suggestion) : null;
};

function ruleOutcome(finding: Finding): RuleOutcome {
  const { index, outcome, causes, leaves } = finding;
  return { rule: index, outcome, counts: counts(finding), ...(outcome === 'unknown' ? { causes } : {}), leaves };
}

function counted({ rule }: Finding): CountedRule {
  return { ruleId: rule.content.ruleId, score: rule.checked.score, suggestion: suggestionOf(rule) };
}

const undecided = ({ rule, causes }: Finding): UndecidedRule => ({ ruleId: rule.content.ruleId, causes });

function effects(finding: Finding, run: Run, context: Context, timezone: string): readonly Effect[] {
  const source: EffectSource = { rule: finding.rule, run, context, timezone, evaluate: finding.evaluate };
  if (counts(finding)) return effectsOfRule(source);
  return toReview(finding) ? [missingDataAlert(source)] : [];
}

/** What follows from the findings, which stand in set order: score, decision, effects. */
export function conclude(
  evaluated: readonly number[],
  findings: readonly Finding[],
  run: Run,
  context: Context,
  timezone: string,
): RunOutcome {
  const live = findings.filter((finding) => !finding.rule.shadow);
  return {
    evaluated,
    outcomes: findings.map(ruleOutcome),
    ...decide(live.filter(counts).map(counted), live.filter(toReview).map(undecided)),
    effects: findings.flatMap((finding) => effects(finding, run, context, timezone)),
  };
}
