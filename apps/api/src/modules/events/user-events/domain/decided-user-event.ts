import type { EvaluationReport } from '../../../decisions/evaluations/index.js';
import type { UserEvent } from './user-event.js';

/** An event with what a run left on it. */
export const withDecision = (event: UserEvent, { decided, evaluatedAt }: EvaluationReport): UserEvent => ({
  ...event,
  riskScore: decided.outcome.riskScore,
  decision: decided.outcome.decision,
  lastEvaluationId: decided.run.evaluationId,
  ruleSetVersion: decided.set.version,
  lastRiskEvaluationAt: evaluatedAt,
});
