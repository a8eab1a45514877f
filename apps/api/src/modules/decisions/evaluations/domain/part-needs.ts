import type { CompiledRuleSet } from '@tamis/engine';

import type { EnrichmentNeeds } from '../../enrichment-data/index.js';
import { jointEnrichmentNeeds } from './enrichment-needs.js';

/** What rules name of entities that is stored in versions apart from them. */
export interface PartNeeds {
  /** Of what integrations found; null: nothing. */
  readonly enrichment: EnrichmentNeeds | null;
  /** Who owns companies. */
  readonly ownership: boolean;
}

/** What several sets name together. */
export const jointPartNeeds = (sets: readonly Pick<CompiledRuleSet, 'factNeeds'>[]): PartNeeds => ({
  enrichment: jointEnrichmentNeeds(sets),
  ownership: sets.some((set) => set.factNeeds().ownership.length > 0),
});
