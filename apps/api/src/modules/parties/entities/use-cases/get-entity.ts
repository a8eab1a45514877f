import { Injectable } from '@nestjs/common';

import type { EntityRow } from '../persistence/entity-row.js';
import { EntityRepository } from '../persistence/entity-repository.js';
import { toEntityLocator } from './to-entity-locator.js';

/** The identifier by which an entity is requested. */
export type EntityKey = { readonly id: string } | { readonly externalId: string } | { readonly taxId: string };

@Injectable()
export class GetEntity {
  constructor(private readonly entities: EntityRepository) {}

  /** Returns `null` for an unknown entity, a deleted one, and one of another organization. */
  async get(organizationId: string, key: EntityKey): Promise<EntityRow | null> {
    const place = toEntityLocator(key);
    return place && this.entities.findOne(organizationId, place);
  }
}
