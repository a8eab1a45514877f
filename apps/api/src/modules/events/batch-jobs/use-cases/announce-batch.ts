import { bySystem, recordAudit } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { batchEndedEntry } from '../domain/batch-audit.js';
import { batchEvents } from './batch-views.js';
import { findBatch } from '../persistence/batch-report-store.js';

/** Tells those who watch a batch how far it is, or how it ended, as the transaction leaves it; the trail tells of its end. */
export async function announceBatch(
  client: Transaction,
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
): Promise<void> {
  const job = await findBatch(client, organizationId, id);
  if (!job) return;
  await writeEvents(client, batchEvents(job, new Date()));
  if (job.completedAt) await recordAudit(client, bySystem(organizationId, 'batches'), [batchEndedEntry(job)]);
}
