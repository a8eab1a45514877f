import { Injectable } from '@nestjs/common';

import { byPrincipal } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { changeTime } from '../domain/change-time.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { lockEntityRow, updateEntity } from '../persistence/entity-writer.js';
import { statusBeforeDeletion } from '../persistence/status-history-store.js';
import { storeStatusChange } from './change-entity.js';
import { announceChanges, type EntityChange, recordChanges } from './entity-change.js';
import { duplicateError } from './change-errors.js';

/** Restores a deleted entity with its previous status, unless another entity now has its external id or tax id. */
@Injectable()
export class RestoreEntity {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404, 409 `INVALID_STATUS_TRANSITION` for an entity that is not deleted, and 409 `DUPLICATE_…_ID`. */
  restore(principal: Principal, id: string, now: Date): Promise<EntityRow> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const before = await lockEntityRow(client, organizationId, { id }, { deleted: true });
      if (!before) throw await notDeletedError(client, organizationId, id);
      const status = (await statusBeforeDeletion(client, organizationId, id)) ?? 'under_review';
      const at = changeTime(now, before);
      const after: EntityRow = { ...before, status, statusReason: null, deletedAt: null, updatedAt: at };
      const duplicate = await updateEntity(client, before, after);
      if (duplicate) throw duplicateError(duplicate, 'restored');
      const by = byPrincipal(principal);
      await storeStatusChange(client, by, before, after, at);
      const changes: readonly EntityChange[] = [{ kind: 'restored', before, after, reason: null }];
      await announceChanges(client, by.actor, changes);
      await recordChanges(client, by, changes);
      return after;
    });
  }
}

async function notDeletedError(client: Transaction, organizationId: string, id: string): Promise<ApiError> {
  if (!(await lockEntityRow(client, organizationId, { id }))) return notFound('Entity');
  return new ApiError('INVALID_STATUS_TRANSITION', 'The entity is not deleted');
}
