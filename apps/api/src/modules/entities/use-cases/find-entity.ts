import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';

import { ApiError, type ErrorCode } from '../../../platform/http/index.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { type EntityFilter, EntityStore } from '../persistence/entity-store.js';
import type { EntityKey } from './get-entity.js';

/** The one entity that a route changes or reads something of. */
@Injectable()
export class FindEntity {
  constructor(private readonly entities: EntityStore) {}

  /**
   * By id (what is no UUID is nobody's), by external id, or by tax id in any spelling. Throws 404 `unknown` for an unknown or deleted
   * entity and for one of another organization, 409 `AMBIGUOUS_TAX_ID_LOOKUP` when several entities share the tax id.
   */
  async run(organizationId: string, key: EntityKey, unknown: ErrorCode = 'ENTITY_NOT_FOUND'): Promise<EntityRow> {
    const filter = filterOf(key);
    const [found, second] = filter ? await this.entities.find(organizationId, filter, 2) : [];
    if (second) throw new ApiError('AMBIGUOUS_TAX_ID_LOOKUP', 'Several entities have this tax id');
    if (!found) throw new ApiError(unknown, 'Entity not found');
    return found;
  }
}

/** Null: nobody can be named so. */
function filterOf(key: EntityKey): EntityFilter | null {
  if ('id' in key) return isUUID(key.id) ? { id: key.id.toLowerCase() } : null;
  if ('externalId' in key) return { externalId: key.externalId };
  const normalizedTaxId = normalizeTaxId(key.taxId);
  return normalizedTaxId === '' ? null : { normalizedTaxId };
}
