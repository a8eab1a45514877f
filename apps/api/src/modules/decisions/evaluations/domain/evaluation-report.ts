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

/** A contribution to a score, as displayed to users. */
export interface RiskFactor {
  readonly factor: string;
  readonly impact: number;
  readonly description: string;
}

/** Returns the rules that count as hits. Rules that are only recorded trigger nothing. */
export function triggeredRules({ set, outcome, run }: EvaluationResult): readonly RuleOutcome[] {
  const executed = executedMatrices(set.content, run);
  return outcome.outcomes.filter(({ rule, counts }) => counts && !isShadow(set.compiled.rules[rule]!, executed));
}

/** Returns one factor for each rule that counts as a hit. */
export const riskFactorsOf = (decided: EvaluationResult): readonly RiskFactor[] =>
  triggeredRules(decided).map(({ rule }) => {
    const { name: factor, score: impact, description } = decided.set.compiled.rules[rule]!.checked;
    return { factor, impact, description };
  });

/** An evaluation and everything it read. */
export interface EvaluationResult {
  readonly set: LoadedRuleSet;
  readonly run: EvaluationParams;
  readonly outcome: EvaluationOutcome;
  /** JSON text of the context. `facts` is the JSON text of the facts. */
  readonly context: string;
  readonly facts: string;
  /** The only rule that was evaluated. Absent if all were. */
  readonly ruleId?: string;
}

/** An evaluation ready to be stored. */
export interface StorableEvaluationResult extends EvaluationResult {
  /** JSON text of the outcome. */
  readonly outcomeJson: string;
  /** Effects of the outcome to be applied. Account numbers in their messages are masked. */
  readonly effects: readonly Effect[];
  /** The texts as stored, with account numbers encrypted. */
  readonly sealed: Readonly<Record<'context' | 'facts' | 'outcome', string>> & {
    /** The looked-up data; `null` if there was none. */
    readonly reads: string | null;
  };
}

/** The result of applying the effects of an evaluation. */
export interface AppliedEffects {
  readonly actions: AppliedActions;
  /** The status that a rule assigns to the record itself. The module of the record stores it. */
  readonly move: RecordStatusChange | null;
  /** The new alerts. */
  readonly raised: readonly RaisedAlert[];
  /** Further events: the cases that were opened. */
  readonly events: readonly OutboxEvent[];
  /** Audit entries for all of it. */
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

/** The decision of the rules on a record, and their effects. */
export interface EvaluationReport {
  readonly subject: EvaluationSubject;
  readonly decided: StorableEvaluationResult;
  readonly applied: AppliedEffects;
  /** `entity_created` */
  readonly trigger: string;
  /** Whether further rules may have to be evaluated after the response. */
  readonly isFollowed: boolean;
  readonly evaluatedAt: Date;
  readonly executionTimeMs: number;
}

/** Returns `MANUAL` if a user requested the evaluation. */
export const evaluationTypeOf = ({ trigger }: EvaluationReport): 'RULES' | 'MANUAL' =>
  trigger === 'manual_evaluation' ? 'MANUAL' : 'RULES';
