import type { Transaction } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { type AlertChange, type ActionContext, lockAlerts, saveAlerts, type StoredAlert } from '../../alerts/index.js';
import { linkChange } from '../domain/case-changes.js';
import type { StoredCase } from '../domain/stored-case.js';

/**
 * Locks the alerts that a request names, which must all exist and belong to no other case. Throws 422 `NOT_FOUND` and 409
 * `ALERT_IN_OTHER_INVESTIGATION`.
 */
export async function lockLinkableAlerts(
  client: Transaction,
  organizationId: string,
  alertIds: readonly string[],
  caseId: string | null,
): Promise<readonly StoredAlert[]> {
  const ids = [...new Set(alertIds)];
  const alerts = await lockAlerts(client, organizationId, ids);
  if (alerts.length < ids.length) {
    const details = { alertIds: 'contains unknown alerts' };
    throw new ApiError('NOT_FOUND', 'Alert not found', details, undefined, 422);
  }
  const taken = alerts.filter(({ investigationId }) => investigationId !== null && investigationId !== caseId);
  if (taken.length === 0) return alerts;
  const details = Object.fromEntries(taken.map(({ id, investigationId }) => [id, investigationId]));
  throw new ApiError('ALERT_IN_OTHER_INVESTIGATION', 'An alert belongs to another investigation', details);
}

/** Links locked alerts that are not linked yet, and returns the changes. */
export async function linkLockedAlerts(
  client: Transaction,
  investigation: Pick<StoredCase, 'id' | 'investigationNumber' | 'organizationId'>,
  alerts: readonly StoredAlert[],
  deed: ActionContext,
): Promise<readonly AlertChange[]> {
  const changes = alerts
    .filter(({ investigationId }) => investigationId === null)
    .map((alert) => linkChange(alert, investigation, deed));
  await saveAlerts(
    client,
    investigation.organizationId,
    changes.map(({ after }) => after),
  );
  return changes;
}

/** Throws 400 if a case would have more alerts than a response can contain. */
export function checkAlertCount(count: number): void {
  if (count <= limits.alertsPerCase) return;
  throw invalid({ alertIds: `an investigation has at most ${limits.alertsPerCase} alerts` });
}
