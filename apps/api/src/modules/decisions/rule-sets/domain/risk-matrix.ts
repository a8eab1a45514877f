import type { ScoreTrigger } from '@tamis/engine';
import type { MatrixDecisionJson, ScoringConfigJson } from '@tamis/lang';

export const riskMatrixStatuses = ['draft', 'active', 'shadow', 'inactive', 'archived'] as const;
export type RiskMatrixStatus = (typeof riskMatrixStatuses)[number];

export const riskMatrixCategories = [
  'aml',
  'kyc',
  'fraud',
  'sanctions',
  'transaction_monitoring',
  'customer_risk',
  'regulatory',
  'custom',
] as const;
export type RiskMatrixCategory = (typeof riskMatrixCategories)[number];

/** Scoring settings of a matrix; null values stand for the defaults. */
export interface MatrixScoring {
  readonly scoringConfig: ScoringConfigJson | null;
  readonly decisions: readonly MatrixDecisionJson[] | null;
}

/** Whether the rules of a matrix run on an event. */
export interface EvaluationTrigger {
  /** `entity_updated` */
  readonly event: string;
  readonly enabled: boolean;
  /** JSON paths: on an update, the matrix only runs if one of them changed. If empty, any change counts. */
  readonly watchFields: readonly string[];
}

/** Comparisons of the score in a score trigger, and its actions. */
export const scoreOperators = [
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
] as const satisfies readonly ScoreTrigger['condition']['operator'][];
export const scoreActions = [
  'create_alert',
  'create_investigation',
  'send_notification',
  'block_entity',
  'require_review',
] as const satisfies readonly ScoreTrigger['action'][];

/** Groups rules, and defines how their scores are interpreted. */
export interface RiskMatrix extends MatrixScoring {
  readonly organizationId: string;
  readonly id: string;
  /** Name used in rule text. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: RiskMatrixCategory;
  readonly status: RiskMatrixStatus;
  readonly targetEntityTypes: readonly string[];
  readonly triggers: readonly ScoreTrigger[];
  readonly evaluationTriggers: readonly EvaluationTrigger[];
  readonly tags: readonly string[];
  readonly version: number;
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly updatedBy: string | null;
  readonly updatedAt: Date;
}

/** Whether a matrix runs: its rules are evaluated; in shadow, they have no effect. */
export const isMatrixRunning = ({ status }: RiskMatrix): boolean => status === 'active' || status === 'shadow';

export const matrixTargets = ['person', 'company', 'transaction', 'user_event'] as const;
export type MatrixTarget = (typeof matrixTargets)[number];

/** Matrices used if nothing names one, in order, by target. */
export type MatrixDefaults = Readonly<Record<MatrixTarget, readonly string[]>>;
