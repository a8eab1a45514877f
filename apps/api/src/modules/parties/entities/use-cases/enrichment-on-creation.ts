import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { EvaluationResponse } from '../../../decisions/evaluations/index.js';
import type { EnrichmentWish } from '../domain/new-entity.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** How the enrichment of a new entity stands. */
export interface CreationEnrichment {
  /** Null: nothing was to be asked. */
  readonly requestId: string | null;
  readonly status: 'processing' | 'completed' | 'failed';
  readonly failed: readonly { readonly integrationCode: string; readonly code: string }[];
  /** What the rules came to that ran after it; null: none did, or have not yet. */
  readonly rules: EvaluationResponse | null;
}

/** What a wish means for one entity. */
export interface ResolvedWish {
  readonly codes: readonly string[];
  /** Codes of checks that were named: no creation runs one. */
  readonly ignored: readonly string[];
}

/** A request that is stored with its entity. */
export interface BegunEnrichment {
  readonly requestId: string;
  /** Runs it once the entity is committed, waits for a while, and lets it go on. */
  readonly launch: () => Promise<CreationEnrichment>;
}

/** Enriches new entities. The room `enrichment`, which stands above, provides it. */
export abstract class EnrichmentOnCreation {
  /** Throws 404 `ENRICHMENT_GROUP_NOT_FOUND`. */
  abstract resolve(
    organizationId: string,
    entity: Pick<EntityRow, 'type' | 'countryCode'>,
    wish: EnrichmentWish,
  ): Promise<ResolvedWish>;

  /** Stores the request, in the transaction that stores the entity. `isLeft`: nobody will call `launch`. */
  abstract begin(
    client: Transaction,
    principal: Principal,
    row: EntityRow,
    asked: { readonly codes: readonly string[]; readonly withRules: boolean; readonly isLeft: boolean },
  ): Promise<BegunEnrichment>;
}
