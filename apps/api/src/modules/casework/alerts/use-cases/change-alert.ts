import { Injectable } from '@nestjs/common';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { assertPermission, type Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { type Note, noteAdded, writeNote } from '../../notes/index.js';
import { type ActionContext, type AlertChange, relatedIdsOf } from '../domain/alert-changes.js';
import type { Resolution } from '../domain/alert-enumerations.js';
import {
  acknowledged,
  assigned,
  type AssignRequest,
  assignmentFields,
  moved,
  resolved,
} from '../domain/alert-steps.js';
import type { StoredAlert } from '../domain/stored-alert.js';
import type { WorkStatus } from '../domain/work-status.js';
import { lockAlerts } from '../persistence/alert-updates.js';
import { alertPermissions, checkAssignee } from './check-assignee.js';
import { storeChanges } from './store-changes.js';

type BuildAlertChange = (
  before: StoredAlert,
  deed: ActionContext,
  client: Transaction,
) => AlertChange | Promise<AlertChange>;

/**
 * Operations of people on an alert. If several people do the same at once, only one succeeds. Each throws 404 `NOT_FOUND`, or
 * `ALERT_NOT_FOUND` in the case of `acknowledge`.
 */
@Injectable()
export class ChangeAlert {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws the same errors as `acknowledged`. */
  acknowledge(principal: Principal, id: string): Promise<AlertChange> {
    const missing = new ApiError('ALERT_NOT_FOUND', 'Alert not found', undefined, { alertId: id });
    return this.change(principal, id, acknowledged, missing);
  }

  /** Throws the same errors as `resolved`. */
  resolve(
    principal: Principal,
    id: string,
    {
      resolution,
      resolutionNotes,
    }: { readonly resolution?: Resolution | null; readonly resolutionNotes?: string | null },
  ): Promise<AlertChange> {
    const disposition = { resolution: resolution ?? null, notes: resolutionNotes ?? null };
    return this.change(principal, id, (before, deed) => resolved(before, disposition, deed));
  }

  /** Throws the same errors as `moved`, and 403 if it resolves the alert without `alerts:resolve`. */
  changeStatus(principal: Principal, id: string, to: WorkStatus, reason: string | null): Promise<AlertChange> {
    if (to === 'CLOSED') assertPermission(principal, 'alerts:resolve');
    return this.change(principal, id, (before, deed) => moved(before, to, reason, deed));
  }

  /** Returns the alert with the id of the assignment, `null` if nothing changed. Throws the same errors as `checkAssignee`. */
  async assign(
    principal: Principal,
    id: string,
    request: AssignRequest,
  ): Promise<{ readonly assignmentId: string | null; readonly after: StoredAlert }> {
    const assignmentId = newId();
    const { before, after } = await this.change(principal, id, async (found, deed, client) => {
      const change = assigned(found, assignmentFields(request), request.reason ?? null, deed);
      await checkAssignee(client, principal.organizationId, change.after, alertPermissions);
      return { ...change, entryId: assignmentId };
    });
    return { assignmentId: after === before ? null : assignmentId, after };
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
      // The time is read once the alert is locked, so that changes are recorded in the order in which they were made.
      const made = await step(before, { by: actor.id, at: new Date() }, client);
      if (made.after !== before) await storeChanges(client, byPrincipal(principal), [made]);
      return made;
    });
  }
}
