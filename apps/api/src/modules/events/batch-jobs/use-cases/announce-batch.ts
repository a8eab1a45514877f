import { bySystem, recordAudit } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { enqueueEmails } from '../../../../platform/mail/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { batchEndedEntry } from '../domain/batch-audit.js';
import { reportEmails } from '../domain/report-email.js';
import { batchEvents } from './batch-views.js';
import { findBatch } from '../persistence/batch-report-store.js';

/**
 * Notifies subscribers of the progress or the end of a batch, as the transaction leaves it. Its end is also recorded in the audit trail and
 * reported by email.
 */
export async function announceBatch(
  client: Transaction,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<void> {
  const job = await findBatch(client, organizationId, id);
  if (!job) return;
  await writeEvents(client, batchEvents(job, new Date()));
  if (!job.completedAt) return;
  enqueueEmails(client, reportEmails(job));
  await recordAudit(client, bySystem(organizationId, 'batches'), [batchEndedEntry(job)]);
}
