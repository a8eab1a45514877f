import { confidenceOf, riskFactorsOf, type EvaluationReport } from '../../../decisions/evaluations/index.js';
import type { EvaluationType } from './entity-enumerations.js';
import type { CurrentEvaluation, RiskFactor } from './entity-record.js';

/** What a run leaves on the entity it was about. */
export interface EntityRisk {
  readonly riskScore: number;
  readonly riskLevel: EvaluationReport['decided']['outcome']['riskLevel'];
  /** One for each rule that counts as a hit. */
  readonly riskFactors: readonly RiskFactor[];
  readonly currentEvaluation: CurrentEvaluation;
}

/** `evaluationType`: why the rules ran. */
export function toEntityRisk(
  { subject, decided, evaluatedAt }: EvaluationReport,
  evaluationType: EvaluationType,
): EntityRisk {
  const { set, outcome, run } = decided;
  const { decision, riskScore, riskLevel, totalScore } = outcome;
  return {
    riskScore,
    riskLevel,
    riskFactors: riskFactorsOf(decided),
    currentEvaluation: {
      id: run.evaluationId,
      entityId: subject.recordId,
      evaluationType,
      result: { decision, riskScore, riskLevel, totalScore, ruleSetVersion: set.version },
      confidence: confidenceOf(decided),
      evaluatedAt: evaluatedAt.toISOString(),
    },
  };
}
