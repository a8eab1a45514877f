import {
  type AppliedActions,
  type Effect,
  type EvaluationParams,
  type EvaluationOutcome,
  executedMatrices,
  isShadow,
  type RuleOutcome,
} from '@tamis/engine';
import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { NewAlert } from '../../../casework/alerts/index.js';
import type { LoadedRuleSet } from '../../rule-sets/index.js';
import type { EvaluationSubject } from './evaluation-subject.js';

/** What made a score, for people. */
export interface RiskFactor {
  readonly factor: string;
  readonly impact: number;
  readonly description: string;
}

/** The rules that count as hits: those that are only recorded trigger nothing. */
export function triggeredRules({ set, outcome, run }: EvaluationResult): readonly RuleOutcome[] {
  const executed = executedMatrices(set.content, run);
  return outcome.outcomes.filter(({ rule, counts }) => counts && !isShadow(set.compiled.rules[rule]!, executed));
}

/** One for each rule that counts as a hit. */
export const riskFactorsOf = (decided: EvaluationResult): readonly RiskFactor[] =>
  triggeredRules(decided).map(({ rule }) => {
    const { name: factor, score: impact, description } = decided.set.compiled.rules[rule]!.checked;
    return { factor, impact, description };
  });

/** A run and everything it read. */
export interface EvaluationResult {
  readonly set: LoadedRuleSet;
  readonly run: EvaluationParams;
  readonly outcome: EvaluationOutcome;
  /** JSON texts of what the rules read. */
  readonly context: string;
  readonly facts: string;
  /** The one rule that was run. Absent: all of them. */
  readonly ruleId?: string;
}

/** A run that can be stored. */
export interface StorableEvaluationResult extends EvaluationResult {
  /** JSON text of the outcome. */
  readonly outcomeJson: string;
  /** Of its outcome, as they are applied: what they tell people has account numbers masked. */
  readonly effects: readonly Effect[];
  /** The texts as they are stored: without account numbers in clear. */
  readonly sealed: Readonly<Record<'context' | 'facts' | 'outcome', string>> & {
    /** What was looked up; null: nothing was. */
    readonly reads: string | null;
  };
}

/** What became of the effects of a run. */
export interface AppliedEffects {
  readonly actions: AppliedActions;
  /** The status a rule gives the record itself, which its module stores. */
  readonly move: RecordStatusChange | null;
  /** The alerts that are new. */
  readonly raised: readonly RaisedAlert[];
  /** What is announced besides: the cases that were opened. */
  readonly events: readonly OutboxEvent[];
  /** What the audit trail says of it all. */
  readonly entries: readonly AuditEntry[];
}

export interface RaisedAlert extends NewAlert {
  readonly alertId: string;
}

export interface RecordStatusChange {
  readonly status: string;
  readonly reason: string | null;
  readonly ruleId: string;
}

/** How the rules decided on a record, and what they did. */
export interface EvaluationReport {
  readonly subject: EvaluationSubject;
  readonly decided: StorableEvaluationResult;
  readonly applied: AppliedEffects;
  /** `entity_created` */
  readonly trigger: string;
  /** Whether rules may have to run after the answer. */
  readonly isFollowed: boolean;
  readonly evaluatedAt: Date;
  readonly executionTimeMs: number;
}

/** `MANUAL`: somebody asked for it by hand. */
export const evaluationTypeOf = ({ trigger }: EvaluationReport): 'RULES' | 'MANUAL' =>
  trigger === 'manual_evaluation' ? 'MANUAL' : 'RULES';
