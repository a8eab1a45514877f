import type { RuleCounts } from '../../rules/index.js';
import { checkedMatrix, type RiskMatrix } from '../../rule-sets/index.js';

/** The record of a matrix as every answer shows it. */
export function riskMatrixView(matrix: RiskMatrix, counts: RuleCounts | undefined): Record<string, unknown> {
  const { scale, thresholds } = checkedMatrix(matrix);
  return {
    id: matrix.id,
    organizationId: matrix.organizationId,
    key: matrix.key,
    name: matrix.name,
    description: matrix.description,
    category: matrix.category,
    status: matrix.status,
    targetEntityTypes: matrix.targetEntityTypes,
    version: matrix.version,
    scoringConfig: { minScore: scale.minimum, maxScore: scale.maximum, thresholds, aggregation: 'sum' },
    decisions: matrix.decisions,
    triggers: matrix.triggers,
    evaluationTriggers: matrix.evaluationTriggers,
    tags: matrix.tags,
    ruleCount: counts?.ruleCount ?? 0,
    activeRuleCount: counts?.activeRuleCount ?? 0,
    origin: 'local',
    readOnly: false,
    createdBy: matrix.createdBy,
    createdAt: matrix.createdAt.toISOString(),
    updatedBy: matrix.updatedBy,
    updatedAt: matrix.updatedAt.toISOString(),
  };
}
