import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { assertPermission, type Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, checkVersion, invalid, notFound } from '../../../../platform/http/index.js';
import { type OutboxEvent, writeEvents } from '../../../../platform/outbox/index.js';
import {
  type ActionContext,
  alertAuditEntry,
  type AlertChange,
  alertEvents,
  assignmentFields,
  type AssignRequest,
  type ChangedAlert,
  checkAssignee,
  checkStatusTransition,
  lockAlerts,
  openAlertIds,
  resolutionChange,
  saveAlerts,
  type Severity,
  type WorkStatus,
} from '../../alerts/index.js';
import { requestReleaseOfReopened } from '../../../tenancy/members/index.js';
import { type Note, noteAdded, writeNote } from '../../notes/index.js';
import { type CaseChange, caseAuditEntry, caseEvents, relatedIdsOf } from '../domain/case-changes.js';
import { type Outcome, type StoredCase, resolutionFor } from '../domain/stored-case.js';
import { findCase, saveCase } from '../persistence/case-store.js';
import { addAlertsToCase, removeAlertsFromCase } from './add-alerts-to-case.js';
import { casePermissions } from './release-cases.js';
import { type NewCase, openCase } from './open-case.js';

/** Resolves the open alerts of a case according to its outcome, and returns the changes. */
async function resolveOpenAlerts(
  client: Transaction,
  closed: StoredCase,
  deed: ActionContext,
): Promise<readonly (AlertChange & { readonly entryId: string })[]> {
  const { organizationId, id, outcome, closureReason } = closed;
  const alerts = await lockAlerts(client, organizationId, await openAlertIds(client, organizationId, id));
  const disposition = { resolution: resolutionFor(outcome), notes: closureReason };
  // Somebody may have resolved an alert while its lock was awaited.
  const resolved = alerts
    .filter(({ status }) => status !== 'RESOLVED')
    .map((alert) => ({ ...resolutionChange(alert, disposition, deed), entryId: newId() }));
  await saveAlerts(
    client,
    organizationId,
    resolved.map(({ after }) => after),
  );
  return resolved;
}

/** Fields of a case to be changed; absent fields stay unchanged. */
export interface CaseFields {
  readonly name?: string;
  readonly description?: string | null;
  readonly priority?: Severity;
  readonly dueDate?: Date | null;
  readonly tags?: readonly string[];
}

/** The version on which a change is based; if the case has another one, it throws 409 `VERSION_CONFLICT`. */
interface ExpectedVersion {
  readonly ifVersion?: number | null;
}

export interface CaseStatusChange extends ExpectedVersion {
  readonly status: WorkStatus;
  readonly closureReason?: string | null;
  readonly outcome?: Outcome | null;
  readonly reason?: string | null;
  readonly keepAlertsOpen?: boolean | null;
}

/** A case with its new status, and the alerts resolved by closing it. */
export interface MovedCase {
  readonly moved: StoredCase;
  readonly resolvedAlerts: readonly ChangedAlert[];
}

/** A change of a case, and the accompanying changes of its alerts. */
interface CaseChangeResult {
  readonly change: CaseChange | null;
  readonly entries?: readonly AuditEntry[];
  readonly events?: readonly OutboxEvent[];
}

type BuildCaseChange = (
  before: StoredCase,
  deed: ActionContext,
  client: Transaction,
) => CaseChangeResult | Promise<CaseChangeResult>;

/** Operations of people on cases; changes of one case are made one after another. Each one except `open` throws 404 `NOT_FOUND`. */
@Injectable()
export class ChangeCase {
  constructor(private readonly database: TenantDatabase) {}

  /**
   * Opens a case. Throws the same errors as `openCase`, 400 `VALIDATION_ERROR` if the assignee does not exist, and 403 if it is assigned
   * without `cases:assign`.
   */
  open(principal: Principal, request: NewCase): Promise<StoredCase> {
    const { organizationId, actor } = principal;
    if (request.assignedTo != null) assertPermission(principal, 'cases:assign');
    return this.database.transaction(organizationId, async (client) => {
      const assignment = { assignedTo: request.assignedTo ?? null, assignedToType: request.assignedToType ?? 'user' };
      await checkAssignee(client, organizationId, assignment, casePermissions);
      const deed = { by: actor.id, at: new Date() };
      const { opened, entries, events } = await openCase(client, organizationId, request, deed);
      await writeEvents(client, events);
      await recordAudit(client, byPrincipal(principal), entries);
      return opened;
    });
  }

  /** Edits a case. Values equal to the stored ones cause no change and no event. */
  edit(principal: Principal, id: string, { ifVersion, ...fields }: CaseFields & ExpectedVersion): Promise<StoredCase> {
    const step: BuildCaseChange = (before, { at }) => {
      const edited = { ...before, ...fields };
      if (isDeepStrictEqual(edited, before)) return { change: null };
      const after = { ...edited, version: before.version + 1, updatedAt: at };
      return { change: { before, after, event: 'investigation_updated', summary: 'changed' } };
    };
    return this.change(principal, id, step, { ifVersion });
  }

  /**
   * Changes the status of a case. Closing it resolves its open alerts, unless they are to stay open. Throws 409
   * `INVALID_STATUS_TRANSITION`, 400 `REASON_REQUIRED`, 400 `VALIDATION_ERROR`, and 403 if it is closed without `cases:close`.
   */
  async changeStatus(principal: Principal, id: string, move: CaseStatusChange): Promise<MovedCase> {
    if (move.status === 'CLOSED') assertPermission(principal, 'cases:close');
    checkClosing(move);
    let resolvedAlerts: readonly ChangedAlert[] = [];
    const { status: to, reason, ifVersion } = move;
    const step: BuildCaseChange = async (before, deed, client) => {
      checkStatusTransition({ recordLabel: 'An investigation', from: before.status, to, reason });
      const summary = `status ${before.status} to ${to}`;
      const moving = { status: to, version: before.version + 1, updatedAt: deed.at };
      if (to !== 'CLOSED') {
        const { assignedTo, assignedToType: type } = before;
        if (before.status === 'CLOSED' && type !== null && assignedTo !== null)
          await requestReleaseOfReopened(client, before.organizationId, [{ type, id: assignedTo }]);
        const open = { closureReason: null, outcome: null, closedAt: null, closedBy: null };
        const after = { ...before, ...open, ...moving };
        return { change: { before, after, event: 'investigation_status_changed', summary, reason: reason ?? null } };
      }
      const closed = {
        closureReason: move.closureReason!,
        outcome: move.outcome ?? null,
        closedAt: deed.at,
        closedBy: deed.by,
      };
      const after: StoredCase = { ...before, ...closed, ...moving };
      const resolved = move.keepAlertsOpen === true ? [] : await resolveOpenAlerts(client, after, deed);
      resolvedAlerts = resolved.map(({ after: alert, entryId }) => ({ alertId: alert.id, entryId }));
      return {
        change: { before, after, event: 'investigation_closed', summary, reason: reason ?? closed.closureReason },
        entries: resolved.map(alertAuditEntry),
        events: resolved.flatMap(alertEvents),
      };
    };
    const moved = await this.change(principal, id, step, { ifVersion });
    return { moved, resolvedAlerts };
  }

  /** Assigns a case, and returns the id of the assignment, `null` if nothing changed. Throws the same errors as `checkAssignee`. */
  async assign(
    principal: Principal,
    id: string,
    request: AssignRequest & ExpectedVersion,
  ): Promise<{ readonly assignmentId: string | null; readonly assigned: StoredCase }> {
    let assignmentId: string | null = null;
    const step: BuildCaseChange = async (before, { at }, client) => {
      const edited = { ...before, ...assignmentFields(request) };
      await checkAssignee(client, principal.organizationId, edited, casePermissions);
      if (isDeepStrictEqual(edited, before)) return { change: null };
      const after = { ...edited, version: before.version + 1, updatedAt: at };
      const summary = `assigned to a ${after.assignedToType}`;
      const reason = request.reason ?? null;
      assignmentId = newId();
      return { change: { before, after, event: 'investigation_assigned', summary, reason, entryId: assignmentId } };
    };
    const assigned = await this.change(principal, id, step, { ifVersion: request.ifVersion });
    return { assignmentId, assigned };
  }

  /**
   * Links alerts to a case; alerts that are already linked stay so. Throws 409 `INVESTIGATION_CLOSED`, 409 `ALERT_IN_OTHER_INVESTIGATION`,
   * and 422 `NOT_FOUND` for unknown alerts. `unknown` is the response status for an unknown case, for requests that name it in the body.
   */
  linkAlerts(principal: Principal, id: string, alertIds: readonly string[], unknown = 404): Promise<StoredCase> {
    const step: BuildCaseChange = (before, deed, client) => {
      if (before.status === 'CLOSED') throw new ApiError('INVESTIGATION_CLOSED', 'The investigation is closed');
      return addAlertsToCase(client, before, alertIds, deed);
    };
    return this.change(principal, id, step, { unknown });
  }

  /** Unlinks alerts; those of no case or another one stay unchanged. Throws 409 `INVESTIGATION_CLOSED`. */
  unlinkAlerts(principal: Principal, id: string, alertIds: readonly string[]): Promise<StoredCase> {
    return this.change(principal, id, (before, deed, client) => {
      if (before.status === 'CLOSED') throw new ApiError('INVESTIGATION_CLOSED', 'The investigation is closed');
      return removeAlertsFromCase(client, before, alertIds, deed);
    });
  }

  addNote(principal: Principal, id: string, body: string): Promise<Note> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const found = await findCase(client, organizationId, id, 'locked');
      if (!found) throw notFound('Investigation');
      const about = { type: 'investigation', id } as const;
      const note = await writeNote(client, principal, about, body, new Date());
      await writeEvents(client, [
        { organizationId, event: 'investigation.note_added', payload: { ...found, note: { ...note, editedAt: null } } },
      ]);
      await recordAudit(client, byPrincipal(principal), [noteAdded(about, relatedIdsOf(found))]);
      return note;
    });
  }

  private change(
    principal: Principal,
    id: string,
    step: BuildCaseChange,
    { ifVersion, unknown = 404 }: ExpectedVersion & { readonly unknown?: number } = {},
  ): Promise<StoredCase> {
    const { organizationId, actor } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const before = await findCase(client, organizationId, id, 'locked');
      if (!before) throw new ApiError('NOT_FOUND', 'Investigation not found', undefined, undefined, unknown);
      checkVersion('The investigation', before.version, ifVersion);
      // The time is read once the case is locked, so that changes are recorded in the order in which they were made.
      const { change, entries = [], events = [] } = await step(before, { by: actor.id, at: new Date() }, client);
      if (change === null) return before;
      await saveCase(client, change.after);
      await writeEvents(client, [...caseEvents(change), ...events]);
      await recordAudit(client, byPrincipal(principal), [caseAuditEntry(change), ...entries]);
      return change.after;
    });
  }
}

/** Throws 400 `VALIDATION_ERROR`: closing a case requires a reason, and only a closed case has an outcome. */
function checkClosing({ status, closureReason, outcome, keepAlertsOpen }: CaseStatusChange): void {
  if (status === 'CLOSED') {
    if (!closureReason?.trim()) throw invalid({ closureReason: 'closureReason is required to close an investigation' });
    return;
  }
  const only = Object.entries({ closureReason, outcome, keepAlertsOpen }).filter(([, value]) => value != null);
  if (only.length === 0) return;
  throw invalid(Object.fromEntries(only.map(([name]) => [name, `${name} can only be used with the status CLOSED`])));
}
