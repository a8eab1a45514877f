import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { assertPermission, type Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { type Note, noteAdded, writeNote } from '../../notes/index.js';
import {
  type AlertChange,
  alertAuditEntry,
  alertEvents,
  type ActionContext,
  withStatus,
  relatedIdsOf,
  resolutionChange,
} from '../domain/alert-changes.js';
import type { AssigneeType, Resolution, Severity } from '../domain/alert-enumerations.js';
import type { StoredAlert } from '../domain/stored-alert.js';
import { alertStatusOf, type WorkStatus, workStatusOf } from '../domain/work-status.js';
import { lockAlerts, saveAlerts } from '../persistence/alert-updates.js';
import { checkAssignee } from './check-assignee.js';
import { checkStatusTransition } from './check-status-transition.js';

/** Whom to give a record to, and what goes with it; absent: as it is. */
export interface AssignRequest {
  readonly assignedTo: string;
  readonly assignedToType?: AssigneeType | null;
  readonly priority?: Severity | null;
  readonly dueDate?: string | null;
  readonly reason?: string | null;
}

/** The members of a record that a request to assign it changes. */
export const assignmentFields = ({ assignedTo, assignedToType, priority, dueDate }: AssignRequest) => ({
  assignedTo,
  assignedToType: assignedToType ?? 'user',
  ...(priority != null && { priority }),
  ...(dueDate != null && { dueDate: new Date(dueDate) }),
});

type BuildAlertChange = (
  before: StoredAlert,
  deed: ActionContext,
  client: Transaction,
) => AlertChange | Promise<AlertChange>;

/** What people do with alerts; of those who do the same at once, one does it. Each throws 404 `NOT_FOUND`; `acknowledge`, `ALERT_NOT_FOUND`. */
@Injectable()
export class ChangeAlert {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 400 `ALREADY_ACKNOWLEDGED` for one that is not open. */
  acknowledge(principal: Principal, id: string): Promise<AlertChange> {
    const step: BuildAlertChange = (before, deed) => {
      const { status: currentStatus } = before;
      if (currentStatus !== 'OPEN') {
        const message = 'The alert is acknowledged already';
        throw new ApiError('ALREADY_ACKNOWLEDGED', message, undefined, { currentStatus });
      }
      const after = { ...withStatus(before, 'IN_PROGRESS', deed), acknowledgedAt: deed.at, acknowledgedBy: deed.by };
      return { before, after, event: 'alert_acknowledged', summary: 'acknowledged' };
    };
    const missing = new ApiError('ALERT_NOT_FOUND', 'Alert not found', undefined, { alertId: id });
    return this.change(principal, id, step, missing);
  }

  /** Throws 409 `ALREADY_RESOLVED`. */
  resolve(
    principal: Principal,
    id: string,
    {
      resolution,
      resolutionNotes,
    }: { readonly resolution?: Resolution | null; readonly resolutionNotes?: string | null },
  ): Promise<AlertChange> {
    return this.change(principal, id, (before, deed) => {
      if (before.status === 'RESOLVED') throw new ApiError('ALREADY_RESOLVED', 'The alert is resolved already');
      return resolutionChange(before, { resolution: resolution ?? null, notes: resolutionNotes ?? null }, deed);
    });
  }

  /** Throws 409 `INVALID_STATUS_TRANSITION`, 400 `REASON_REQUIRED`, and 403 where it resolves without `alerts:resolve`. */
  changeStatus(principal: Principal, id: string, to: WorkStatus, reason: string | null): Promise<AlertChange> {
    if (to === 'CLOSED') assertPermission(principal, 'alerts:resolve');
    return this.change(principal, id, (before, deed) => {
      checkStatusTransition({
        recordLabel: 'An alert',
        from: workStatusOf(before.status),
        to,
        reason,
        statusName: alertStatusOf,
      });
      if (to === 'CLOSED') return resolutionChange(before, { resolution: null, notes: reason }, deed);
      const after = withStatus(before, alertStatusOf(to), deed);
      const summary = `status ${before.status} to ${after.status}`;
      return { before, after, event: 'alert_status_changed', summary, reason };
    });
  }

  /** The change with the id of the assignment. Throws 400 `VALIDATION_ERROR` where there is nobody to assign it to. */
  async assign(
    principal: Principal,
    id: string,
    request: AssignRequest,
  ): Promise<{ readonly assignmentId: string; readonly after: StoredAlert }> {
    const assignmentId = newId();
    const { after } = await this.change(principal, id, async (before, { at }, client) => {
      const assigned = { ...before, ...assignmentFields(request), assignedAt: at, updatedAt: at };
      await checkAssignee(client, principal.organizationId, assigned);
      const summary = `assigned to a ${assigned.assignedToType}`;
      return {
        before,
        after: assigned,
        event: 'alert_assigned',
        summary,
        reason: request.reason ?? null,
        entryId: assignmentId,
      };
    });
    return { assignmentId, after };
  }

  addNote(principal: Principal, id: string, body: string): Promise<Note> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const [alert] = await lockAlerts(client, organizationId, [id]);
      if (!alert) throw notFound('Alert');
      const about = { type: 'alert', id } as const;
      const note = await writeNote(client, principal, about, body, new Date());
      await recordAudit(client, byPrincipal(principal), [noteAdded(about, relatedIdsOf(alert))]);
      return note;
    });
  }

  private change(
    principal: Principal,
    id: string,
    step: BuildAlertChange,
    missing: ApiError = notFound('Alert'),
  ): Promise<AlertChange> {
    const { organizationId, actor } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const [before] = await lockAlerts(client, organizationId, [id]);
      if (!before) throw missing;
      // The time is read when the alert is locked, so that changes stand in the order in which they were made.
      const made = await step(before, { by: actor.id, at: new Date() }, client);
      await saveAlerts(client, organizationId, [made.after]);
      await writeEvents(client, alertEvents(made));
      await recordAudit(client, byPrincipal(principal), [alertAuditEntry(made)]);
      return made;
    });
  }
}
