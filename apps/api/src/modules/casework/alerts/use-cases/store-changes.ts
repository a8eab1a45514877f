import { type AuditSubject, recordAudit } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { type AlertChange, alertAuditEntry, alertEvents } from '../domain/alert-changes.js';
import { type Assignee, requestReleaseOfReopened } from '../../../tenancy/members/index.js';
import { saveAlerts } from '../persistence/alert-updates.js';

/** Stores, announces and records changes of locked alerts. */
export async function storeChanges(
  client: Transaction,
  by: AuditSubject,
  changes: readonly AlertChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await saveAlerts(
    client,
    by.organizationId,
    changes.map(({ after }) => after),
  );
  await requestReleaseOfReopened(client, by.organizationId, changes.flatMap(reopenedAssignee));
  await writeEvents(client, changes.flatMap(alertEvents));
  await recordAudit(client, by, changes.map(alertAuditEntry));
}

const reopenedAssignee = ({ before, after }: AlertChange): readonly Assignee[] =>
  before.status === 'RESOLVED' &&
  after.status !== 'RESOLVED' &&
  after.assignedToType !== null &&
  after.assignedTo !== null
    ? [{ type: after.assignedToType, id: after.assignedTo }]
    : [];
