import type { AuditSubject } from '../../../../platform/audit/index.js';
import type { Permission } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { Assignee } from '../../../tenancy/members/index.js';
import { assigned } from '../domain/alert-steps.js';
import { lockAlerts, openAlertIdsOf } from '../persistence/alert-updates.js';
import { alertPermissions } from './check-assignee.js';
import { storeChanges } from './store-changes.js';

/** A request to return the open work of an assignee to the queue of everybody. */
export interface Release {
  readonly assignee: Assignee;
  /** The maximum number of items. */
  readonly most: number;
  readonly by: AuditSubject;
  readonly reason: string;
}

/** A kind of work that is assigned. */
export interface ReleasableWork {
  /** Who has one of these permissions can work on it. */
  readonly permissions: readonly Permission[];
  /** Returns how many items were found; fewer than `most` if there are no more. */
  readonly release: (client: Transaction, release: Release) => Promise<number>;
}

const nobody = { assignedTo: null, assignedToType: null } as const;

/** How open alerts are returned to the queue if their assignee can no longer work on them. */
export const releasableAlerts: ReleasableWork = {
  permissions: alertPermissions,
  async release(client, { assignee, most, by, reason }) {
    const { organizationId } = by;
    const ids = await openAlertIdsOf(client, organizationId, assignee, most);
    const deed = { by: '', at: new Date() };
    // Somebody may have assigned or resolved an alert while its lock was awaited.
    const changes = (await lockAlerts(client, organizationId, ids))
      .filter(({ assignedTo, status }) => assignedTo === assignee.id && status !== 'RESOLVED')
      .map((alert) => assigned(alert, nobody, reason, deed));
    await storeChanges(client, by, changes);
    return ids.length;
  },
};
