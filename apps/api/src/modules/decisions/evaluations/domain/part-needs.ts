import type { CompiledRuleSet } from '@tamis/engine';

import type { EnrichmentNeeds } from '../../enrichment-data/index.js';
import { jointEnrichmentNeeds } from './enrichment-needs.js';

/** Versioned data of entities that rules read. */
export interface PartNeeds {
  /** The parts of integration results that are read; `null` if there are none. */
  readonly enrichment: EnrichmentNeeds | null;
  /** Whether rules read the ownership of companies. */
  readonly ownership: boolean;
}

/** Returns what several rule sets read together. */
export const jointPartNeeds = (sets: readonly Pick<CompiledRuleSet, 'factNeeds'>[]): PartNeeds => ({
  enrichment: jointEnrichmentNeeds(sets),
  ownership: sets.some((set) => set.factNeeds().ownership.length > 0),
});
