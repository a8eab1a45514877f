import type { BatchOptions } from '../../batch-jobs/index.js';
import type { EntityStatus } from '../../../parties/entities/index.js';

/** How rows become entities: as sent, or enriched from external data about the tax id that each row gives. */
export const entityImportModes = ['manual_no_enrichment', 'automatic_enriched'] as const;
export type EntityImportMode = (typeof entityImportModes)[number];

/** Code for skipping a row because the organization already has the entity, by import mode. */
export const skipCodes = {
  manual_no_enrichment: 'SKIPPED_DUPLICATE_TAX_ID',
  automatic_enriched: 'SKIPPED_ENTITY_ALREADY_EXISTS',
} as const satisfies Readonly<Record<EntityImportMode, string>>;

/** Options that apply to every entity of a batch unless its row overrides them. */
export interface EntityBatchOptions extends BatchOptions {
  readonly entityImportMode: EntityImportMode;
  readonly skipRulesExecution: boolean;
  /** Risk matrices for people and companies whose row names none; `null` uses those of the organization. */
  readonly riskMatrixPersonId: string | null;
  readonly riskMatrixCompanyId: string | null;
  readonly validateExistingEntity: boolean;
  readonly linkEntityStrict: boolean | null;
  readonly isClient?: boolean;
  readonly status?: EntityStatus;
  readonly nationality?: string;
  /** JSON text of an object. Members set by the row itself take precedence. */
  readonly attributes?: string;
  readonly monitoring?: object;
  /** Only for `automatic_enriched`. */
  readonly autoExecuteIntegrations?: object;
  readonly autoExecuteIntegrationsShareholders?: object;
  readonly depth?: number;
}

/** Whether an entity with missing counterparts is stored without those relationships, rather than not at all. */
export const isLinkedSoftly = ({ validateExistingEntity, linkEntityStrict }: EntityBatchOptions): boolean =>
  !(linkEntityStrict ?? validateExistingEntity);
