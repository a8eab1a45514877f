import type { RecordWrite } from '../../../decisions/evaluations/index.js';
import type { EntityRisk } from '../domain/entity-risk.js';

/** Returns the write that stores the results of an evaluation on the entity, as part of the statement that stores the evaluation. */
export const entityRiskUpdate = (
  organizationId: string,
  id: string,
  { riskScore, riskLevel, riskFactors, currentEvaluation }: EntityRisk,
): RecordWrite => ({
  name: 'entity-risk',
  text: `update entities set risk_score = $3, risk_level = $4, risk_factors = $5, current_evaluation = $6
    where organization_id = $1 and id = $2`,
  values: [organizationId, id, riskScore, riskLevel, JSON.stringify(riskFactors), JSON.stringify(currentEvaluation)],
});
