import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { type ActionContext, alertAuditEntry, lockAlerts, saveAlerts } from '../../alerts/index.js';
import { type CaseChange, highestContribution, unlinkChange } from '../domain/case-changes.js';
import type { StoredCase } from '../domain/stored-case.js';
import { checkAlertCount, linkLockedAlerts, lockLinkableAlerts } from './link-alerts.js';

/** Outcome for a case that alerts were added to or removed from; the caller stores, announces and records it. */
export interface CaseAlertsChange {
  /** `null` if nothing changed. */
  readonly change: CaseChange | null;
  /** Audit entries of the alerts. */
  readonly entries: readonly AuditEntry[];
}

/**
 * Links alerts to a locked case; alerts that are already linked stay so. Throws 409 `ALERT_IN_OTHER_INVESTIGATION`, 422 `NOT_FOUND` for
 * unknown alerts, and 400 for more than a case may have.
 */
export async function addAlertsToCase(
  client: Transaction,
  before: StoredCase,
  alertIds: readonly string[],
  deed: ActionContext,
): Promise<CaseAlertsChange> {
  const alerts = await lockLinkableAlerts(client, before.organizationId, alertIds, before.id);
  const linked = await linkLockedAlerts(client, before, alerts, deed);
  if (linked.length === 0) return { change: null, entries: [] };
  const alertCount = before.alertCount + linked.length;
  checkAlertCount(alertCount);
  const highest = highestContribution(alerts);
  const isHigher = before.entity === null && highest !== null && highest > (before.riskScore ?? -Infinity);
  const after = { ...before, alertCount, riskScore: isHigher ? highest : before.riskScore, updatedAt: deed.at };
  const summary = `${linked.length} ${linked.length === 1 ? 'alert' : 'alerts'} linked`;
  return { change: { before, after, event: 'investigation_updated', summary }, entries: linked.map(alertAuditEntry) };
}

/** Removes alerts from a locked case; alerts that are not in it stay unchanged. */
export async function removeAlertsFromCase(
  client: Transaction,
  before: StoredCase,
  alertIds: readonly string[],
  deed: ActionContext,
): Promise<CaseAlertsChange> {
  const { organizationId } = before;
  const ids = [...new Set(alertIds)];
  const alerts = await lockAlerts(client, organizationId, ids);
  const unlinked = alerts
    .filter(({ investigationId }) => investigationId === before.id)
    .map((alert) => unlinkChange(alert, before, deed));
  if (unlinked.length === 0) return { change: null, entries: [] };
  await saveAlerts(
    client,
    organizationId,
    unlinked.map(({ after }) => after),
  );
  const after = { ...before, alertCount: before.alertCount - unlinked.length, updatedAt: deed.at };
  const summary = `${unlinked.length} ${unlinked.length === 1 ? 'alert' : 'alerts'} unlinked`;
  return { change: { before, after, event: 'investigation_updated', summary }, entries: unlinked.map(alertAuditEntry) };
}
