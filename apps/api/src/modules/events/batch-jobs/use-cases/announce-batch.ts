import { bySystem, recordAudit } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { enqueueEmails } from '../../../../platform/mail/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { batchEndedEntry } from '../domain/batch-audit.js';
import { reportEmails } from '../domain/report-email.js';
import { batchEvents } from './batch-views.js';
import { findBatch } from '../persistence/batch-report-store.js';

/** Tells those who watch a batch how far it is, or how it ended, as the transaction leaves it; of its end the trail tells, and emails do. */
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
