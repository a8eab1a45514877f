import { Injectable } from '@nestjs/common';

import { aloneOnFailure, Batcher } from '../../../../platform/batcher.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, type ErrorCode } from '../../../../platform/http/index.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { EntityRepository, findEntitiesById } from '../persistence/entity-repository.js';
import type { EntityLocator } from '../persistence/entity-writer.js';
import { toEntityLocator } from './to-entity-locator.js';
import type { EntityKey } from './get-entity.js';

/** Finds the single entity that a route changes or reads. */
@Injectable()
export class FindEntity {
  private readonly byId = new Batcher<string, EntityRow | null>({
    maxBatchSize: 64,
    maxConcurrency: 2,
    processBatch: aloneOnFailure((organizationId, ids) => this.findById(organizationId, ids)),
  });

  constructor(
    private readonly database: TenantDatabase,
    private readonly entities: EntityRepository,
  ) {}

  /**
   * Finds an entity by id (a value that is not a UUID matches none), by external id, or by tax id in any spelling. Throws 404 `unknown` if
   * the entity is unknown, deleted or of another organization, and 409 `AMBIGUOUS_TAX_ID_LOOKUP` if several entities share the tax id.
   */
  async find(organizationId: string, key: EntityKey, unknown: ErrorCode = 'ENTITY_NOT_FOUND'): Promise<EntityRow> {
    const place = toEntityLocator(key);
    const [found, second] = place ? await this.findAt(organizationId, place) : [];
    if (second) throw new ApiError('AMBIGUOUS_TAX_ID_LOOKUP', 'Several entities have this tax id');
    if (!found) throw new ApiError(unknown, 'Entity not found');
    return found;
  }

  private async findAt(organizationId: string, place: EntityLocator): Promise<readonly EntityRow[]> {
    if (!('id' in place)) return this.entities.find(organizationId, place, 2);
    const found = this.database.isInTransaction()
      ? (await this.findById(organizationId, [place.id]))[0]
      : await this.byId.enqueue(organizationId, place.id);
    return found ? [found] : [];
  }

  private async findById(organizationId: string, ids: readonly string[]): Promise<readonly (EntityRow | null)[]> {
    const found = await findEntitiesById(this.database.forOrganization(organizationId), organizationId, ids);
    return ids.map((id) => found.get(id) ?? null);
  }
}
