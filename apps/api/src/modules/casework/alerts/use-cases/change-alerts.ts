import { Injectable } from '@nestjs/common';

import { byPrincipal } from '../../../../platform/audit/index.js';
import { assertPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { newId, takeTurn, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { ActionContext, AlertChange, Disposition } from '../domain/alert-changes.js';
import { acknowledged, assigned, moved, resolved } from '../domain/alert-steps.js';
import type { Assignment, StoredAlert } from '../domain/stored-alert.js';
import type { WorkStatus } from '../domain/work-status.js';
import type { AlertFilter } from '../persistence/alert-filter.js';
import { findAlertIds } from '../persistence/alert-repository.js';
import { lockAlerts } from '../persistence/alert-updates.js';
import { findMostUrgentId } from '../persistence/urgent-alerts.js';
import { alertPermissions, checkAssignee } from './check-assignee.js';
import { storeChanges } from './store-changes.js';

/** Action applied to each of many alerts. */
export type BulkAction =
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'resolve'; readonly disposition: Disposition }
  | { readonly kind: 'move'; readonly to: WorkStatus; readonly reason: string | null }
  | { readonly kind: 'assign'; readonly assignment: Assignment; readonly reason: string | null };

/** Selection of alerts: by their ids, or those of a filter with ids after a given one. */
export type BulkChoice =
  | { readonly ids: readonly string[] }
  | { readonly filter: AlertFilter; readonly after: string | null };

/** A changed alert, with the audit entry by which it can be reverted. */
export interface ChangedAlert {
  readonly alertId: string;
  readonly entryId: string;
}

export interface RefusedAlert {
  readonly alertId: string;
  readonly code: string;
  readonly message: string;
}

export interface BulkOutcome {
  readonly matched: number;
  readonly changed: readonly ChangedAlert[];
  readonly failed: readonly RefusedAlert[];
  /** If a filter matches more alerts than one request changes: the id after which to continue. */
  readonly nextAfter: string | null;
}

const permissions: Readonly<Record<BulkAction['kind'], Permission>> = {
  acknowledge: 'alerts:edit',
  move: 'alerts:edit',
  resolve: 'alerts:resolve',
  assign: 'alerts:assign',
};

function stepOf(action: BulkAction): (before: StoredAlert, deed: ActionContext) => AlertChange {
  switch (action.kind) {
    case 'acknowledge':
      return acknowledged;
    case 'resolve':
      return (before, deed) => resolved(before, action.disposition, deed);
    case 'move':
      return (before, deed) => moved(before, action.to, action.reason, deed);
    case 'assign':
      return (before, deed) => assigned(before, action.assignment, action.reason, deed);
  }
}

const refusal = (alertId: string, { code, message }: ApiError): RefusedAlert => ({ alertId, code, message });

/** Operations on many alerts at once: each one is changed or refused individually, and counted. */
@Injectable()
export class ChangeAlerts {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * `asOf`: alerts stored later are excluded from a filter, and alerts changed later are refused. Throws 403 without the permission for the
   * action, and 400 `VALIDATION_ERROR` if the assignee does not exist.
   */
  apply(principal: Principal, choice: BulkChoice, action: BulkAction, asOf: Date | null): Promise<BulkOutcome> {
    const { organizationId } = principal;
    assertPermission(principal, permissions[action.kind]);
    if (action.kind === 'move' && action.to === 'CLOSED') assertPermission(principal, 'alerts:resolve');
    return this.database.transaction(organizationId, async (client) => {
      if (action.kind === 'assign') await checkAssignee(client, organizationId, action.assignment, alertPermissions);
      const most = limits.alertsPerBulkRequest;
      const found =
        'ids' in choice
          ? [...new Set(choice.ids)]
          : await findAlertIds(client, organizationId, choice.filter, {
              after: choice.after,
              until: asOf,
              most: most + 1,
            });
      const ids = found.slice(0, most);
      const outcome = await this.changeAll(client, principal, ids, stepOf(action), asOf);
      return { ...outcome, matched: ids.length, nextAfter: found.length > most ? ids.at(-1)! : null };
    });
  }

  /**
   * Assigns the most urgent unassigned alert of a filter to the caller; returns `null` if there is none. Concurrent callers are served one
   * after another, and each gets a different alert. Throws 403 without a permission to work on alerts.
   */
  takeNext(principal: Principal, filter: AlertFilter): Promise<{ after: StoredAlert; entryId: string } | null> {
    const { organizationId, actor } = principal;
    assertPermission(principal, ...alertPermissions);
    return this.database.transaction(organizationId, async (client) => {
      const assignment: Assignment = { assignedTo: actor.id, assignedToType: 'user' };
      await checkAssignee(client, organizationId, assignment, alertPermissions);
      await takeTurn(client, `take-next:${organizationId}`);
      for (let tries = 0; tries < triesToTake; tries += 1) {
        const id = await findMostUrgentId(client, organizationId, filter);
        if (id === null) return null;
        const [before] = await lockAlerts(client, organizationId, [id]);
        // Somebody assigned or resolved it manually while the lock was awaited, so the next search will not find it.
        if (!before || before.assignedTo !== null || before.status === 'RESOLVED') continue;
        const change = { ...assigned(before, assignment, null, contextOf(principal)), entryId: newId() };
        await storeChanges(client, byPrincipal(principal), [change]);
        return change;
      }
      return null;
    });
  }

  private async changeAll(
    client: Transaction,
    principal: Principal,
    ids: readonly string[],
    step: (before: StoredAlert, deed: ActionContext) => AlertChange,
    asOf: Date | null,
  ): Promise<Pick<BulkOutcome, 'changed' | 'failed'>> {
    const locked = await lockAlerts(client, principal.organizationId, ids);
    const byId = new Map(locked.map((alert) => [alert.id, alert]));
    const deed = contextOf(principal);
    const changes: (AlertChange & { readonly entryId: string })[] = [];
    const failed: RefusedAlert[] = [];
    for (const id of ids) {
      const before = byId.get(id);
      try {
        if (!before) throw new ApiError('NOT_FOUND', 'Alert not found');
        if (asOf !== null && before.updatedAt > asOf)
          throw new ApiError('VERSION_CONFLICT', 'The alert has been changed since it was shown');
        const change = step(before, deed);
        if (change.after !== before) changes.push({ ...change, entryId: newId() });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        failed.push(refusal(id, error));
      }
    }
    await storeChanges(client, byPrincipal(principal), changes);
    return { changed: changes.map(({ after, entryId }) => ({ alertId: after.id, entryId })), failed };
  }
}

/** How many alerts in a row may be taken by others manually before it is reported that there are none. */
const triesToTake = 20;

// The time is read once the alerts are locked, so that changes are recorded in the order in which they were made.
const contextOf = ({ actor }: Principal): ActionContext => ({ by: actor.id, at: new Date() });
