import { newId } from '../../../../platform/database/index.js';
import type { NewAlert, WrittenAlert } from '../domain/new-alert.js';
import { type AlertBatch, countOnEarlier, lockDedupeKeys } from '../persistence/alert-writer.js';

/**
 * Adds the alerts of one run to those that are to be stored and says for each, in order, under which id it can be found. An alert that
 * repeats an earlier one of its rule raises that one's `duplicateCount` and `lastSeenAt` instead.
 *
 * `at` is the logical time of the run: alerts are created at it, and windows end at it.
 */
export async function writeAlerts(
  batch: AlertBatch,
  alerts: readonly NewAlert[],
  at: Date,
): Promise<readonly WrittenAlert[]> {
  const { client, organizationId } = batch;
  await lockDedupeKeys(client, organizationId, alerts);
  const written: WrittenAlert[] = [];
  for (const alert of alerts) {
    const { ruleId, dedupe } = alert;
    const isRepeatable = ruleId !== null && dedupe != null;
    // It may be one that waits which it repeats.
    if (isRepeatable) await batch.store();
    const earlier = isRepeatable && (await countOnEarlier(client, organizationId, ruleId, dedupe, at));
    const alertId = earlier || newId();
    if (!earlier) batch.add({ id: alertId, alert, at });
    written.push({ alertId, deduplicated: alertId === earlier });
  }
  return written;
}
