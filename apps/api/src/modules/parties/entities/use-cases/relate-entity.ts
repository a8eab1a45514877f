import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import {
  createRelationships,
  duplicateRelationship,
  findRelationshipView,
  relationshipCreated,
  type RelationshipView,
} from '../../relationships/index.js';
import type { DeclaredRelationship } from '../domain/declared-relationship.js';
import { lockEntity } from '../persistence/lock-entity.js';
import { declareRelationships } from './declare-relationships.js';

/** Relates a stored entity to another one. */
@Injectable()
export class RelateEntity {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Returns the relationship as the entity sees it, or `null` if there is no such entity. Throws 422 `RELATED_ENTITY_NOT_FOUND`, and 409
   * `DUPLICATE_RELATIONSHIP` if the two already have this relationship.
   */
  relate(
    principal: Principal,
    entityId: string,
    declared: DeclaredRelationship,
    now: Date,
  ): Promise<RelationshipView | null> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      if (!(await lockEntity(client, organizationId, entityId))) return null;
      const [wanted] = await declareRelationships(client, organizationId, entityId, [declared], () => 'relatedEntity');
      const [created] = await createRelationships(client, organizationId, [wanted!], now);
      if (!created) throw await duplicateRelationship(client, organizationId, wanted!);
      await recordAudit(client, byPrincipal(principal), [relationshipCreated(entityId, created)]);
      return findRelationshipView(client, organizationId, created.id, entityId);
    });
  }
}
