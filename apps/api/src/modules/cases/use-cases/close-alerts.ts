import type { TransactionClient } from '../../../platform/database/index.js';
import { type AlertChange, type Deed, lockAlerts, resolving, saveAlerts } from '../../alerts/index.js';
import { resolutionFor, type StoredCase } from '../domain/stored-case.js';
import { openAlertIds } from '../persistence/case-alerts.js';

/** Resolves the open alerts of a case as its outcome says; the changes. */
export async function closeAlerts(
  client: TransactionClient,
  closed: StoredCase,
  deed: Deed,
): Promise<readonly AlertChange[]> {
  const { organizationId, id, outcome, closureReason } = closed;
  const alerts = await lockAlerts(client, organizationId, await openAlertIds(client, organizationId, id));
  const disposition = { resolution: resolutionFor(outcome), notes: closureReason };
  // Somebody may have resolved one while it was waited for.
  const resolved = alerts
    .filter(({ status }) => status !== 'RESOLVED')
    .map((alert) => resolving(alert, disposition, deed));
  await saveAlerts(
    client,
    organizationId,
    resolved.map(({ after }) => after),
  );
  return resolved;
}
