import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { type AlertChange, alertAuditEntry, alertEvents } from '../domain/alert-changes.js';
import { saveAlerts } from '../persistence/alert-updates.js';

/** Stores, announces and records changes of locked alerts. */
export async function storeChanges(
  client: Transaction,
  principal: Principal,
  changes: readonly AlertChange[],
): Promise<void> {
  if (changes.length === 0) return;
  await saveAlerts(
    client,
    principal.organizationId,
    changes.map(({ after }) => after),
  );
  await writeEvents(client, changes.flatMap(alertEvents));
  await recordAudit(client, byPrincipal(principal), changes.map(alertAuditEntry));
}
