import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { ActionContext } from '../../alerts/index.js';
import { caseAuditEntry } from '../domain/case-changes.js';
import type { StoredCase } from '../domain/stored-case.js';
import { saveCase } from '../persistence/case-store.js';
import { addAlertsToCase } from './add-alerts-to-case.js';
import { type NewCase, openCase } from './open-case.js';

/** A case opened for a rule or matrix, with what has to be recorded and announced at the end of the transaction. */
export interface RaisedCase {
  readonly investigation: StoredCase;
  /** `false` if its alerts were added to a case that was already open. */
  readonly isNew: boolean;
  readonly entries: readonly AuditEntry[];
  readonly events: readonly OutboxEvent[];
}

/**
 * Opens a case, or adds the alerts to the one found by `lockRaisedCase`, inside the caller's transaction. Throws the same errors as
 * `openCase`.
 */
export async function raiseCase(
  client: Transaction,
  organizationId: string,
  open: StoredCase | undefined,
  request: NewCase,
  deed: ActionContext,
): Promise<RaisedCase> {
  if (!open) {
    const { opened, entries, events } = await openCase(client, organizationId, request, deed);
    return { investigation: opened, isNew: true, entries, events };
  }
  const { change, entries } = await addAlertsToCase(client, open, request.alertIds ?? [], deed);
  if (!change) return { investigation: open, isNew: false, entries: [], events: [] };
  await saveCase(client, change.after);
  return { investigation: change.after, isNew: false, entries: [caseAuditEntry(change), ...entries], events: [] };
}
