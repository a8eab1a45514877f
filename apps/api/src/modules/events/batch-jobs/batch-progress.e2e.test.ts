import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { type BatchProgress, enqueueBatchProgress, saveBatchProgress } from './persistence/batch-job-store.js';
import type { ClaimedBatch } from './persistence/batch-queue.js';

describe('batch progress', () => {
  const api = useOwnTestApi();

  // If the response to a commit was lost, the same part would otherwise be counted a second time.
  it('is saved only on top of the previously saved progress, and only by the lease holder', async () => {
    const transactions = [1, 2].map((n) => ({ externalId: `p-${n}`, type: 'FEE', amount: n, currency: 'USD' }));
    const { body } = await api().call('/transactions/batch', { body: { transactions } });
    const { rows } = await api().pool.query<ClaimedBatch>(
      `update batch_jobs set status = 'running', completed_at = null where id = $1
       returning id, organization_id as "organizationId", attempt`,
      [body.jobId],
    );
    const batch = rows[0]!;
    const at = (nextItem: number): BatchProgress => ({
      ...{ nextItem, counts: { succeeded: nextItem, failed: 0, skipped: 0 }, errors: [] },
      ...{ skips: Buffer.alloc(0), ruleSetVersions: [] },
    });
    const database = api().app.get(TenantDatabase);
    const save = (by: ClaimedBatch, before: number, next: number) =>
      database.transaction(batch.organizationId, (client) =>
        saveBatchProgress(client, by, { before: at(before), progress: at(next) }),
      );
    const enqueue = (by: ClaimedBatch, before: number, next: number) =>
      database.transaction(batch.organizationId, async (client) =>
        enqueueBatchProgress(client, by, { before: at(before), progress: at(next) }),
      );
    const stale = { ...batch, attempt: batch.attempt - 1 };
    for (const [by, before] of [
      [batch, 0],
      [stale, 2],
    ] as const) {
      expect(await save(by, before, 9)).toBe(false);
      await expect(enqueue(by, before, 9)).rejects.toThrow('division by zero');
    }
    expect(await save(batch, 2, 3)).toBe(true);
    await enqueue(batch, 3, 4);
    const stored = await api().pool.query('select next_item, succeeded from batch_jobs where id = $1', [batch.id]);
    expect(stored.rows).toEqual([{ next_item: 4, succeeded: 4 }]);
  });
});
