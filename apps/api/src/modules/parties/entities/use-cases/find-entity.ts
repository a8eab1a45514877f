import { Injectable } from '@nestjs/common';

import { ApiError, type ErrorCode } from '../../../../platform/http/index.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { EntityRepository } from '../persistence/entity-repository.js';
import { toEntityLocator } from './to-entity-locator.js';
import type { EntityKey } from './get-entity.js';

/** The one entity that a route changes or reads something of. */
@Injectable()
export class FindEntity {
  constructor(private readonly entities: EntityRepository) {}

  /**
   * By id (what is no UUID is nobody's), by external id, or by tax id in any spelling. Throws 404 `unknown` for an unknown or deleted
   * entity and for one of another organization, 409 `AMBIGUOUS_TAX_ID_LOOKUP` when several entities share the tax id.
   */
  async find(organizationId: string, key: EntityKey, unknown: ErrorCode = 'ENTITY_NOT_FOUND'): Promise<EntityRow> {
    const place = toEntityLocator(key);
    const [found, second] = place ? await this.entities.find(organizationId, place, 2) : [];
    if (second) throw new ApiError('AMBIGUOUS_TAX_ID_LOOKUP', 'Several entities have this tax id');
    if (!found) throw new ApiError(unknown, 'Entity not found');
    return found;
  }
}
