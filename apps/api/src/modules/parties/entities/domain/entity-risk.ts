import {
  confidenceOf,
  type EvaluationReport,
  evaluationTypeOf,
  riskFactorsOf,
} from '../../../decisions/evaluations/index.js';
import type { CurrentEvaluation, RiskFactor } from './entity-record.js';

/** The result of an evaluation that is stored on its entity. */
export interface EntityRisk {
  readonly riskScore: number;
  readonly riskLevel: EvaluationReport['decided']['outcome']['riskLevel'];
  /** One factor for each rule that counts as a hit. */
  readonly riskFactors: readonly RiskFactor[];
  readonly currentEvaluation: CurrentEvaluation;
}

export function toEntityRisk(report: EvaluationReport): EntityRisk {
  const { subject, decided, evaluatedAt } = report;
  const { set, outcome, run } = decided;
  const { decision, riskScore, riskLevel, totalScore } = outcome;
  return {
    riskScore,
    riskLevel,
    riskFactors: riskFactorsOf(decided),
    currentEvaluation: {
      id: run.evaluationId,
      entityId: subject.recordId,
      evaluationType: evaluationTypeOf(report),
      result: { decision, riskScore, riskLevel, totalScore, ruleSetVersion: set.version },
      confidence: confidenceOf(decided),
      evaluatedAt: evaluatedAt.toISOString(),
    },
  };
}
