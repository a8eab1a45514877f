import { Injectable } from '@nestjs/common';
import type { EntityType } from '@tamis/enrichment';

import { EnrichmentOnCreation, type EnrichmentWish } from '../../../parties/entities/index.js';
import type { ChildEnrichments, RunOptions } from '../domain/materialize-run.js';
import { strategyOf } from '../domain/strategies.js';

/** A child that may be enriched. */
export interface AskedChild {
  readonly type: EntityType;
  readonly countryCode: string | null;
  readonly hasTaxId: boolean;
}

const wishFor = (children: ChildEnrichments, type: EntityType): EnrichmentWish => ({
  executeAllActiveEnrichments: children.executeAllActiveEnrichments,
  enrichments: children.enrichments?.[type],
  enrichmentGroupRefs: children.enrichmentGroupRefs,
  excludeEnrichments: children.excludeEnrichments,
});

/** Selects the integrations that enrich the children of a run. */
@Injectable()
export class ChildPipeline {
  constructor(private readonly wishes: EnrichmentOnCreation) {}

  /** `level` is that of the child. A child whose own partners are to be found is also enriched by the strategy of its country. */
  async codesFor(
    organizationId: string,
    { children, rootDataOnly, depth }: Pick<RunOptions, 'children' | 'rootDataOnly' | 'depth'>,
    child: AskedChild,
    level: number,
  ): Promise<readonly string[]> {
    if (rootDataOnly) return [];
    const { codes } = await this.wishes.resolve(organizationId, child, wishFor(children, child.type));
    const strategy = level < depth && child.hasTaxId ? strategyOf(child.type, child.countryCode) : null;
    return [...new Set([...(strategy?.relationships ?? []), ...codes])];
  }
}
