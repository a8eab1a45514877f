import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { relationshipDeleted } from '../domain/relationship-audit.js';
import type { Relationship } from '../domain/relationship.js';
import { deleteRelationship } from '../persistence/relationship-store.js';

@Injectable()
export class DeleteRelationship {
  constructor(private readonly database: TenantDatabase) {}

  /** Null: there is no such relationship, or none any more. */
  run(principal: Principal, id: string, now: Date): Promise<Relationship | null> {
    return this.database.transaction(principal.organizationId, async (client) => {
      const deleted = await deleteRelationship(client, principal.organizationId, id, now);
      if (deleted) await recordAudit(client, byPrincipal(principal), [relationshipDeleted(deleted)]);
      return deleted;
    });
  }
}
