import { AlertBatch, type NewAlert, writeAlerts, type WrittenAlert } from '../../src/modules/casework/alerts/index.js';
import type { Transaction } from '../../src/platform/database/index.js';

/** Stores alerts in the same way as an evaluation. */
export async function storeAlerts(
  client: Transaction,
  organizationId: string,
  alerts: readonly NewAlert[],
  at: Date,
): Promise<readonly WrittenAlert[]> {
  const batch = new AlertBatch(client, organizationId);
  const written = await writeAlerts(batch, alerts, at);
  await batch.flush();
  return written;
}
