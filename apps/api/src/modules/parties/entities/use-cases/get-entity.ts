import { Injectable } from '@nestjs/common';

import type { EntityRow } from '../persistence/entity-row.js';
import { EntityStore } from '../persistence/entity-store.js';
import { placeOf } from './entity-key.js';

/** The one identifier an entity is asked for by. */
export type EntityKey = { readonly id: string } | { readonly externalId: string } | { readonly taxId: string };

@Injectable()
export class GetEntity {
  constructor(private readonly entities: EntityStore) {}

  /** Null for an unknown entity, a deleted one, and one of another organization. */
  async run(organizationId: string, key: EntityKey): Promise<EntityRow | null> {
    const place = placeOf(key);
    return place && this.entities.findOne(organizationId, place);
  }
}
