import { Injectable } from '@nestjs/common';

import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { EntityStore } from '../persistence/entity-store.js';

/** The one identifier an entity is asked for by. */
export type EntityKey = { readonly id: string } | { readonly externalId: string } | { readonly taxId: string };

@Injectable()
export class GetEntity {
  constructor(private readonly entities: EntityStore) {}

  /** Null for an unknown entity, a deleted one, and one of another organization. */
  async run(organizationId: string, key: EntityKey): Promise<EntityRow | null> {
    if (!('taxId' in key)) return this.entities.findOne(organizationId, key);
    const normalizedTaxId = normalizeTaxId(key.taxId);
    return normalizedTaxId === '' ? null : this.entities.findOne(organizationId, { normalizedTaxId });
  }
}
