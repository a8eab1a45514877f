import type { BatchOptions } from '../../batch-jobs/index.js';
import type { EntityStatus } from '../../../parties/entities/index.js';

/** How rows become entities: as they are, or from what is known elsewhere of the tax id that each names. */
export const entityImportModes = ['manual_no_enrichment', 'automatic_enriched'] as const;
export type EntityImportMode = (typeof entityImportModes)[number];

/** Why a row was passed over, by its mode: the organization has the entity. */
export const skipCodes = {
  manual_no_enrichment: 'SKIPPED_DUPLICATE_TAX_ID',
  automatic_enriched: 'SKIPPED_ENTITY_ALREADY_EXISTS',
} as const satisfies Readonly<Record<EntityImportMode, string>>;

/** What holds for every entity of a batch that does not say otherwise itself. */
export interface EntityBatchOptions extends BatchOptions {
  readonly entityImportMode: EntityImportMode;
  readonly skipRulesExecution: boolean;
  /** The matrices that judge people and companies which name none; null: those of the organization. */
  readonly riskMatrixPersonId: string | null;
  readonly riskMatrixCompanyId: string | null;
  readonly validateExistingEntity: boolean;
  readonly linkEntityStrict: boolean | null;
  readonly isClient?: boolean;
  readonly status?: EntityStatus;
  readonly nationality?: string;
  /** JSON text of an object; members of a row's own win. */
  readonly attributes?: string;
  readonly monitoring?: object;
  /** Of `automatic_enriched`. */
  readonly autoExecuteIntegrations?: object;
  readonly autoExecuteIntegrationsShareholders?: object;
  readonly depth?: number;
}

/** Whether an entity is stored without the relationships whose counterparts are missing, or not at all. */
export const isLinkedSoftly = ({ validateExistingEntity, linkEntityStrict }: EntityBatchOptions): boolean =>
  !(linkEntityStrict ?? validateExistingEntity);
