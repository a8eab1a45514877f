import type { EvaluationReport } from '../../../decisions/evaluations/index.js';
import type { UserEvent } from './user-event.js';

/** Returns the event with the result of an evaluation. */
export const withDecision = (event: UserEvent, { decided, evaluatedAt }: EvaluationReport): UserEvent => ({
  ...event,
  riskScore: decided.outcome.riskScore,
  decision: decided.outcome.decision,
  lastEvaluationId: decided.run.evaluationId,
  ruleSetVersion: decided.set.version,
  lastRiskEvaluationAt: evaluatedAt,
});
