import { newId, type TransactionClient } from '../../../platform/database/index.js';
import type { NewAlert, WrittenAlert } from '../domain/new-alert.js';
import { type AlertToStore, countOnEarlier, insertAlerts, lockDedupeKeys } from '../persistence/alert-writer.js';

/**
 * Stores the alerts of one run inside the caller's transaction and says for each, in order, under which id it can be found. An
 * alert that repeats an earlier one of its rule raises that one's `duplicateCount` and `lastSeenAt` instead.
 *
 * `at` is the logical time of the run: alerts are created at it, and windows end at it.
 */
export async function writeAlerts(
  client: TransactionClient,
  organizationId: string,
  alerts: readonly NewAlert[],
  at: Date,
): Promise<readonly WrittenAlert[]> {
  await lockDedupeKeys(client, organizationId, alerts);
  const written: WrittenAlert[] = [];
  const waiting: AlertToStore[] = [];
  const store = (): Promise<void> => insertAlerts(client, organizationId, waiting.splice(0), at);
  for (const alert of alerts) {
    const { ruleId, dedupe } = alert;
    const isRepeatable = ruleId !== null && dedupe != null;
    // It may be one of the same run that it repeats.
    if (isRepeatable) await store();
    const earlier = isRepeatable && (await countOnEarlier(client, organizationId, ruleId, dedupe, at));
    const alertId = earlier || newId();
    if (!earlier) waiting.push({ id: alertId, alert });
    written.push({ alertId, deduplicated: alertId === earlier });
  }
  await store();
  return written;
}
