import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { EvaluationResponse } from '../../../decisions/evaluations/index.js';
import type { EnrichmentWish } from '../domain/new-entity.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** State of the enrichment of a new entity. */
export interface CreationEnrichment {
  /** `null` if nothing was requested. */
  readonly requestId: string | null;
  readonly status: 'processing' | 'completed' | 'failed';
  readonly failed: readonly { readonly integrationCode: string; readonly code: string }[];
  /** Result of the rules that ran after it; `null` if none did, or not yet. */
  readonly rules: EvaluationResponse | null;
}

/** The integrations requested for one entity. */
export interface ResolvedWish {
  readonly codes: readonly string[];
  /** Codes of checks that were named, which are not executed on creation. */
  readonly ignored: readonly string[];
}

/** An enrichment request that is stored with its entity. */
export interface BegunEnrichment {
  readonly requestId: string;
  /** Executes it once the entity is committed, waits for a while, and then lets it continue in the background. */
  readonly launch: () => Promise<CreationEnrichment>;
}

/** Enriches new entities. It is implemented by the higher-level `enrichment` modules. */
export abstract class EnrichmentOnCreation {
  /** Throws 404 `ENRICHMENT_GROUP_NOT_FOUND`. */
  abstract resolve(
    organizationId: string,
    entity: Pick<EntityRow, 'type' | 'countryCode'>,
    wish: EnrichmentWish,
  ): Promise<ResolvedWish>;

  /** Stores the request, in the transaction that stores the entity. `isLeft` is set if `launch` will not be called. */
  abstract begin(
    client: Transaction,
    principal: Principal,
    row: EntityRow,
    asked: { readonly codes: readonly string[]; readonly withRules: boolean; readonly isLeft: boolean },
  ): Promise<BegunEnrichment>;
}
