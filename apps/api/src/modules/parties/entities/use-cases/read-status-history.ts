import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { StatusChange } from '../domain/status-change.js';
import { findStatusChanges, entityEverExisted } from '../persistence/status-history-store.js';

@Injectable()
export class ReadStatusHistory {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404 for an entity that never existed, or belongs to another organization. */
  async read(organizationId: string, id: string): Promise<readonly StatusChange[]> {
    const moves = await findStatusChanges(this.database.forOrganization(organizationId), organizationId, id);
    if (
      moves.length > 0 ||
      (await entityEverExisted(this.database.forOrganization(organizationId), organizationId, id))
    )
      return moves;
    throw notFound('Entity');
  }
}
