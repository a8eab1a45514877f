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

function suggestionOf({ checked }: SetRule): Suggestion | null {
  for (const action of checked.actions)
    if (action.kind === 'suggestAction') return action.suggestion.text as Suggestion;
  return null;
}

function ruleOutcome(finding: Finding): RuleOutcome {
  const { index, outcome, causes, leaves } = finding;
  const counted = counts(finding);
  if (outcome === 'hit') return { rule: index, outcome, counts: counted, leaves };
  return { rule: index, outcome, counts: counted, causes, leaves };
}

function counted({ rule }: Finding): CountedRule {
  return { ruleId: rule.content.ruleId, score: rule.checked.score, suggestion: suggestionOf(rule) };
}

const undecided = ({ rule, causes }: Finding): UndecidedRule => ({ ruleId: rule.content.ruleId, causes });

const noEffects: readonly Effect[] = [];

function effects(finding: Finding, run: Run, context: Context, timezone: string): readonly Effect[] {
  if (finding.rule.checked.actions.length === 0 && !toReview(finding)) return noEffects;
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
  const hits: CountedRule[] = [];
  const review: UndecidedRule[] = [];
  const wanted: Effect[] = [];
  for (const finding of findings) {
    if (!finding.rule.shadow && counts(finding)) hits.push(counted(finding));
    if (!finding.rule.shadow && toReview(finding)) review.push(undecided(finding));
    wanted.push(...effects(finding, run, context, timezone));
  }
  return { evaluated, outcomes: findings.map(ruleOutcome), ...decide(hits, review), effects: wanted };
}
