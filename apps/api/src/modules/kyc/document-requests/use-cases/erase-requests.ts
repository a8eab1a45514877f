import { Injectable } from '@nestjs/common';

import { bySystem } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { type ErasedEntity, ErasedWithEntities } from '../../../parties/entities/index.js';
import { removeFilesOf } from '../persistence/file-store.js';
import { deleteRequestsOf, lockRequestsOf } from '../persistence/request-store.js';
import { MoveRequest } from './move-request.js';

/**
 * Ends requests before their entity is deleted, which restores its status, and deletes them with it, followed by the blobs of their files.
 */
@Injectable()
export class EraseRequests {
  constructor(
    private readonly moving: MoveRequest,
    erased: ErasedWithEntities,
  ) {
    erased.registerEnd((client, entity) => this.end(client, entity));
    erased.register((client, entity) => this.erase(client, entity));
  }

  private async end(client: Transaction, { organizationId, id: entityId }: ErasedEntity): Promise<void> {
    const ended = { by: bySystem(organizationId, 'erasure'), reason: 'ENTITY_DELETED', now: new Date() };
    for (const each of await lockRequestsOf(client, organizationId, entityId))
      if (each.status === 'pending') await this.moving.move(client, each, { to: 'cancelled', ...ended });
  }

  private async erase(client: Transaction, { organizationId, id: entityId }: ErasedEntity): Promise<void> {
    const found = await lockRequestsOf(client, organizationId, entityId);
    if (found.length === 0) return;
    await removeFilesOf(
      client,
      organizationId,
      found.map(({ id }) => id),
    );
    await deleteRequestsOf(client, organizationId, entityId);
  }
}
