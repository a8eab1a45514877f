import { Injectable } from '@nestjs/common';

import type { EntityType } from '../domain/entity-enumerations.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { EntityStore } from '../persistence/entity-store.js';

export interface EntityListFilter {
  readonly type?: EntityType;
  readonly country?: string;
  readonly taxId?: string;
  readonly externalId?: string;
  readonly limit: number;
}

@Injectable()
export class ListEntities {
  constructor(private readonly entities: EntityStore) {}

  async run(
    organizationId: string,
    { type, country, taxId, externalId, limit }: EntityListFilter,
  ): Promise<EntityRow[]> {
    const normalizedTaxId = taxId === undefined ? undefined : normalizeTaxId(taxId);
    if (normalizedTaxId === '') return [];
    return this.entities.find(
      organizationId,
      {
        ...(type !== undefined && { type }),
        ...(country !== undefined && { countryCode: country.toUpperCase() }),
        ...(normalizedTaxId !== undefined && { normalizedTaxId }),
        ...(externalId !== undefined && { externalId }),
      },
      limit,
    );
  }
}
