import { limits } from '../../../platform/limits.js';
import type { RuleCounts } from '../rules/index.js';
import { checkedMatrix, type RiskMatrix } from '../../decisions/rule-sets/index.js';

/** Limits of matrix records, with reasons. */
export const riskMatrixLimits = {
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  /** One for each existing decision. */
  decisions: 4,
  /** Each is checked in every evaluation of the matrix. */
  triggers: 50,
  tags: 20,
  tagCharacters: 100,
  reasonCharacters: 4_000,
  /** As many rules as a matrix may have. */
  rules: 1_000,
  /** Matrices that run one after another if nothing names one. */
  defaultsPerTarget: limits.riskMatrixIds,
} as const;

/** Statistics of the rules of a matrix. */
export interface MatrixCounts extends RuleCounts {
  /** Cost points of the running rules. */
  readonly cost: number;
}

/** Whether a matrix belongs to the organization or to its parent. `sharedEnabled`: whether one of the parent is enabled here. */
export type MatrixOrigin =
  | { readonly origin: 'local'; readonly readOnly: false }
  | { readonly origin: 'parent'; readonly readOnly: true; readonly sharedEnabled: boolean };

const local: MatrixOrigin = { origin: 'local', readOnly: false };

/** Returns the record of a matrix as all responses show it. */
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
