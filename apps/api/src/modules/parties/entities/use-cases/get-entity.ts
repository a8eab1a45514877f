import { Injectable } from '@nestjs/common';

import type { EntityRow } from '../persistence/entity-row.js';
import { EntityRepository } from '../persistence/entity-repository.js';
import { toEntityLocator } from './to-entity-locator.js';

/** The one identifier an entity is asked for by. */
export type EntityKey = { readonly id: string } | { readonly externalId: string } | { readonly taxId: string };

@Injectable()
export class GetEntity {
  constructor(private readonly entities: EntityRepository) {}

  /** Null for an unknown entity, a deleted one, and one of another organization. */
  async get(organizationId: string, key: EntityKey): Promise<EntityRow | null> {
    const place = toEntityLocator(key);
    return place && this.entities.findOne(organizationId, place);
  }
}
