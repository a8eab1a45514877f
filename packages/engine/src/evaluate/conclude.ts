import type { Cause, Expression, Outcome, Unknown } from '@tamis/lang';
import type { MatrixContent } from '../rules/rule-set-content.js';
import type { ActionSemantics } from '../outcome/action-meaning.js';
import { decide, noExtras, type CountedRule, type ExecutedMatrix, type UndecidedRule, type Verdict } from './decide.js';
import type { ValueStyle } from '../outcome/format-value.js';
import type { Effect } from '../outcome/effect.js';
import { effectsOfRule, missingDataAlert, type EffectSource } from './effects-of-rule.js';
import type { EvaluationParams } from '../facts/evaluation-params.js';
import type { PartyRestriction, Suggestion } from '../outcome/evaluation-outcome.js';
import type { SetRule } from '../rules/set-rule.js';
import type { Context } from '../facts/facts.js';

/**
 * Returns which rules are stopped by `stop on match` of other rules. All their actions except the suggestion are skipped. A rule in several
 * executed matrices is stopped only if each of them stops it. Without matrices, all rules of the evaluation form one group.
 *
 * @param hits rules that hit and count.
 */
function stoppedRules(hits: readonly SetRule[], executed: readonly MatrixContent[]): (rule: SetRule) => boolean {
  const stopping = hits.filter(({ checked }) => checked.stopOnMatch);
  if (stopping.length === 0) return () => false;
  const highest = (rules: readonly SetRule[]): number => Math.max(...rules.map(({ checked }) => checked.priority));
  if (executed.length === 0) return ({ checked }) => checked.priority < highest(stopping);
  const byMatrix = new Map(
    executed.map(({ key }) => [key, highest(stopping.filter(({ checked }) => checked.matrices.includes(key)))]),
  );
  return ({ checked }) => {
    const own = [...byMatrix].filter(([key]) => checked.matrices.includes(key));
    return own.length > 0 && own.every(([, priority]) => checked.priority < priority);
  };
}

/** Starts an automation once per evaluation, for the first rule that requests it. */
function skipDuplicateAutomations(effects: readonly Effect[]): readonly Effect[] {
  if (!effects.some(({ kind }) => kind === 'runAutomation')) return effects;
  const started = new Set<string>();
  return effects.map((effect) => {
    if (effect.kind !== 'runAutomation' || effect.mode === 'shadow' || effect.skipped !== null) return effect;
    if (started.has(effect.automationId)) return { ...effect, skipped: 'duplicate' };
    started.add(effect.automationId);
    return effect;
  });
}

/** A rule with everything known about it before an evaluation of its scope. */
export interface ScopeRule {
  /** Index into the rules of the set. */
  readonly index: number;
  readonly rule: SetRule;
  /** Recorded but never counted, either because of the rule itself or because all its executed matrices are in shadow. */
  readonly shadow: boolean;
  /** Its contribution to score and decision if it counts; `null` if the rule itself is in shadow. */
  readonly counted: CountedRule | null;
  /** Whether a hit only adds its score, an integer. */
  readonly isPlain: boolean;
  /** Evaluates an expression of its actions in the current evaluation. */
  readonly evaluate: (expression: Expression) => Outcome;
  readonly meaning: ActionSemantics | null;
}

/** A rule whose condition is true or unknown. */
export interface Finding {
  readonly of: ScopeRule;
  readonly value: true | Unknown;
}

/** The evaluation to which a set of findings belongs. */
export interface ConclusionContext extends ValueStyle {
  readonly run: EvaluationParams;
  readonly context: Context;
  readonly executed: readonly ExecutedMatrix[];
}

const noCauses: readonly Cause[] = [];

export const causesOf = ({ value }: Finding): readonly Cause[] => (value === true ? noCauses : value.causes);

/** Returns whether a finding counts for score and effects: a hit, or unknown under the policy `hit`. */
export const countsAsHit = ({ value, of }: Finding): boolean =>
  value === true || of.rule.checked.unknownPolicy === 'hit';

const needsReview = ({ value, of }: Finding): boolean => value !== true && of.rule.checked.unknownPolicy === 'review';

function suggestionOf({ checked }: SetRule): Suggestion | null {
  for (const action of checked.actions)
    if (action.kind === 'suggestAction') return action.suggestion.text as Suggestion;
  return null;
}

/**
 * Returns whether a rule is only recorded in an evaluation with these matrices: it is in shadow itself, or all its matrices among them are.
 */
export function isShadow(
  { shadow, checked }: Pick<SetRule, 'shadow' | 'checked'>,
  executed: readonly Pick<MatrixContent, 'key' | 'status'>[],
): boolean {
  if (shadow || executed.length === 0) return shadow;
  return executed.every(({ key, status }) => status !== 'active' || !checked.matrices.includes(key));
}

/** Prepares a rule for a scope that executes these matrices. */
export function scopeRule(
  rule: SetRule,
  index: number,
  executed: readonly MatrixContent[],
  { evaluate, meaning }: Pick<ScopeRule, 'evaluate' | 'meaning'>,
): ScopeRule {
  const shadow = isShadow(rule, executed);
  // A rule that is itself in shadow does not count in any matrix, not even in a shadow matrix.
  const counted = rule.shadow
    ? null
    : {
        ruleId: rule.content.ruleId,
        score: rule.checked.score,
        suggestion: suggestionOf(rule),
        matrices: rule.checked.matrices,
        shadow,
      };
  const { actions, stopOnMatch, score } = rule.checked;
  const isPlain = !shadow && executed.length === 0 && actions.length === 0 && !stopOnMatch && isSmallInteger(score);
  return { index, rule, shadow, counted, isPlain, evaluate, meaning };
}

const maxSmallInteger = 1e9;

/** Limit that lets the scores of any number of rules be added without rounding. */
const isSmallInteger = (score: number): boolean => Number.isInteger(score) && Math.abs(score) <= maxSmallInteger;

const toUndecidedRule = (finding: Finding): UndecidedRule => ({
  ruleId: finding.of.rule.content.ruleId,
  causes: causesOf(finding),
});

function effects(
  finding: Finding,
  { run, context, timezone, numberFormat }: ConclusionContext,
  stopped: (rule: SetRule) => boolean,
): readonly Effect[] {
  const { rule, shadow, evaluate, meaning } = finding.of;
  const style = { timezone, numberFormat };
  const source: EffectSource = { rule, run, context, ...style, shadow, stopped: stopped(rule), evaluate, meaning };
  return countsAsHit(finding) ? effectsOfRule(source) : [missingDataAlert(source)];
}

const noEffects: readonly Effect[] = [];

function collectEffects(findings: readonly Finding[], concluded: ConclusionContext): readonly Effect[] {
  const acting = findings.filter((each) =>
    countsAsHit(each) ? each.of.rule.checked.actions.length > 0 : needsReview(each),
  );
  if (acting.length === 0) return noEffects;
  const stopped = stoppedRules(
    findings.filter((each) => countsAsHit(each) && !each.of.shadow).map(({ of }) => of.rule),
    concluded.executed.map(({ matrix }) => matrix).filter(({ status }) => status !== 'inactive'),
  );
  return skipDuplicateAutomations(acting.flatMap((each) => effects(each, concluded, stopped)));
}

const noRestrictions: readonly PartyRestriction[] = [];

/** Contexts not written by the server may contain any value under this name. */
const restrictionsOf = ({ partyRestrictions: given }: Context): readonly PartyRestriction[] =>
  Array.isArray(given) ? (given as readonly PartyRestriction[]) : noRestrictions;

/** Rules executed after the response change neither score nor decision (language manual 7.1). */
function asyncVerdict({ executed }: Pick<ConclusionContext, 'executed'>): Verdict {
  const verdict = decide([], [], [], noExtras);
  const running = executed.filter(({ matrix }) => matrix.status !== 'inactive');
  return running.length === 0 ? verdict : { ...verdict, executed: running.map(({ matrix }) => matrix.key) };
}

const noCounted: readonly CountedRule[] = [];
const noUndecided: readonly UndecidedRule[] = [];

function verdictOf(
  hits: readonly CountedRule[],
  review: readonly UndecidedRule[],
  points: number,
  concluded: ConclusionContext,
): Verdict {
  return concluded.run.stage === 'async'
    ? asyncVerdict(concluded)
    : decide(hits, review, concluded.executed, { points, restrictions: restrictionsOf(concluded.context) });
}

/**
 * Derives score, decision and effects from the findings, which are in set order.
 *
 * @param points of plain rules that hit besides.
 */
export function conclude(
  findings: readonly Finding[],
  points: number,
  concluded: ConclusionContext,
): { readonly verdict: Verdict; readonly effects: readonly Effect[] } {
  if (findings.length === 0)
    return { verdict: verdictOf(noCounted, noUndecided, points, concluded), effects: noEffects };
  const hits: CountedRule[] = [];
  const review: UndecidedRule[] = [];
  for (const finding of findings) {
    const { counted, shadow } = finding.of;
    if (counted && countsAsHit(finding)) hits.push(counted);
    if (!shadow && needsReview(finding)) review.push(toUndecidedRule(finding));
  }
  return { verdict: verdictOf(hits, review, points, concluded), effects: collectEffects(findings, concluded) };
}
