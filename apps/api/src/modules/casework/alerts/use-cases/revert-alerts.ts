import { byPrincipal, findNewestEntries } from '../../../../platform/audit/index.js';
import { Injectable } from '@nestjs/common';

import { assertPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { AlertChange } from '../domain/alert-changes.js';
import { type RecordedChange, revertibleEvents, takenBack } from '../domain/take-back.js';
import { lockAlerts } from '../persistence/alert-updates.js';
import { alertPermissions, checkAssignee } from './check-assignee.js';
import type { BulkOutcome, ChangedAlert, RefusedAlert } from './change-alerts.js';
import { storeChanges } from './store-changes.js';

/**
 * Returns the permissions required to revert a change: those required for the change, and the one for resolving if it was resolved before.
 */
function permissionsOf({ assignedTo, status }: RecordedChange['changes']): readonly Permission[] {
  const isResolved = status?.previous === 'RESOLVED' || status?.current === 'RESOLVED';
  return [...(assignedTo ? (['alerts:assign'] as const) : []), ...(isResolved ? (['alerts:resolve'] as const) : [])];
}

/** Reverts changes of alerts, each provided that nothing else has happened to the alert since. */
@Injectable()
export class RevertAlerts {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Reverts changes. Throws 403 without the permissions for what is reverted. Changes that cannot be reverted are counted, with the reason.
   */
  revert(principal: Principal, asked: readonly ChangedAlert[]): Promise<Omit<BulkOutcome, 'nextAfter'>> {
    const { organizationId, actor } = principal;
    const entryOf = new Map(asked.map(({ alertId, entryId }) => [alertId, entryId]));
    return this.database.transaction(organizationId, async (client) => {
      const ids = [...entryOf.keys()];
      const locked = new Map((await lockAlerts(client, organizationId, ids)).map((alert) => [alert.id, alert]));
      const newest = await newestChanges(client, organizationId, ids);
      const deed = { by: actor.id, at: new Date() };
      const changes: (AlertChange & { readonly entryId: string })[] = [];
      const failed: RefusedAlert[] = [];
      for (const id of ids) {
        const [before, entry] = [locked.get(id), newest.get(id)];
        try {
          if (!before || !entry) throw new ApiError('NOT_FOUND', 'Alert not found');
          if (entry.entryId !== entryOf.get(id))
            throw new ApiError('VERSION_CONFLICT', 'The alert has been changed again since then');
          for (const permission of permissionsOf(entry.changes)) assertPermission(principal, permission);
          const change = takenBack(before, entry, deed);
          if (entry.changes['assignedTo']) await checkAssignee(client, organizationId, change.after, alertPermissions);
          changes.push({ ...change, entryId: newId() });
        } catch (error) {
          if (!(error instanceof ApiError) || error.status === 403) throw error;
          failed.push({ alertId: id, code: error.code, message: error.message });
        }
      }
      await storeChanges(client, byPrincipal(principal), changes);
      const changed = changes.map(({ after, entryId }) => ({ alertId: after.id, entryId }));
      return { matched: ids.length, changed, failed };
    });
  }
}

async function newestChanges(
  client: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RecordedChange>> {
  const entries = await findNewestEntries(client, organizationId, { type: 'alert', ids, events: revertibleEvents });
  return new Map(entries.map(({ resourceId, ...entry }) => [resourceId, entry]));
}
