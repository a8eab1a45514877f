import { limits } from '../../../platform/limits.js';
import type { RuleCounts } from '../rules/index.js';
import { checkedMatrix, type RiskMatrix } from '../../decisions/rule-sets/index.js';

/** Limits of matrix records, with their reasons. */
export const riskMatrixLimits = {
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  /** One for each decision there is. */
  decisions: 4,
  /** Each is looked at in every run of the matrix. */
  triggers: 50,
  tags: 20,
  tagCharacters: 100,
  reasonCharacters: 4_000,
  /** As many as a matrix may have rules. */
  rules: 1_000,
  /** Matrices that run one after the other when nothing names one. */
  defaultsPerTarget: limits.riskMatrixIds,
} as const;

/** What is counted of the rules of a matrix. */
export interface MatrixCounts extends RuleCounts {
  /** Points of the rules that run. */
  readonly cost: number;
}

/** Whose a matrix is. `sharedEnabled`: of one of the parent, whether it is switched on here. */
export type MatrixOrigin =
  | { readonly origin: 'local'; readonly readOnly: false }
  | { readonly origin: 'parent'; readonly readOnly: true; readonly sharedEnabled: boolean };

const local: MatrixOrigin = { origin: 'local', readOnly: false };

/** The record of a matrix as every answer shows it. */
export function riskMatrixView(
  matrix: RiskMatrix,
  figures: MatrixCounts,
  origin: MatrixOrigin = local,
): Record<string, unknown> {
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
    ruleCount: figures.ruleCount,
    activeRuleCount: figures.activeRuleCount,
    cost: figures.cost,
    ...origin,
    createdBy: matrix.createdBy,
    createdAt: matrix.createdAt.toISOString(),
    updatedBy: matrix.updatedBy,
    updatedAt: matrix.updatedAt.toISOString(),
  };
}
