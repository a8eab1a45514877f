import { PurgePayloads } from './use-cases/purge-payloads.js';
import { setBatchRows } from '../../../../test/support/set-batch-rows.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type TestResponse, type Body } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const payment = (externalId: string, more: object = {}): Record<string, unknown> => ({
  externalId,
  type: 'PAYMENT',
  amount: 10,
  currency: 'USD',
  transactedAt: '2026-03-01T10:00:00Z',
  ...more,
});

describe('transaction batch jobs', () => {
  const api = useOwnTestApi();
  const call = (path: string, body?: unknown): Promise<TestResponse> => api().call(path, { body });
  const send = (transactions: readonly unknown[], more: object = {}): Promise<TestResponse> =>
    call('/transactions/batch', { transactions, ...more });
  const collect = { batchErrorHandling: 'continue_collect_errors' };
  const stored = async (externalId: string): Promise<number> =>
    (await call(`/transactions/external/${externalId}`)).status;
  const read = async (jobId: string): Promise<Body> => (await call(`/batch-import/jobs/${jobId}`)).body;
  const control = (jobId: string, action: string): Promise<TestResponse> =>
    api().call(`/batch-import/jobs/${jobId}/control`, { body: { kind: 'transaction_batch', action } });
  const ended = async (jobId: string): Promise<Body> => {
    for (;;) {
      const { job } = await read(jobId);
      if (job.completedAt !== null) return job;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  /** Webhook deliveries about the end of a job. */
  const endsOf = async (jobId: string): Promise<readonly object[]> =>
    (
      await api().pool.query<{ event: string; payload: Body }>(
        `select event, payload from outbox_events where payload ->> 'jobId' = $1 and event like 'batch.%'`,
        [jobId],
      )
    ).rows;

  it('continue after the response if requested, one per organization at a time', async () => {
    const rows = Array.from({ length: 40 }, (_, index) => payment(`later-${index}`));
    const started = await api().call('/transactions/batch/background', { body: { transactions: rows } });
    expect(started).toMatchObject({ status: 202, body: { status: 'running' } });
    const { jobId } = started.body;
    const refused = await send([payment('second')]);
    if (refused.status !== 200)
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 'JOB_IN_PROGRESS' }, jobId } });
    expect(await ended(jobId)).toMatchObject({ status: 'completed', succeeded: 40, failed: 0, leaseExpiresAt: null });
    const { job } = await read(jobId);
    expect(await endsOf(jobId)).toEqual([{ event: 'batch.job_completed', payload: job }]);
    expect(await control(jobId, 'cancel')).toMatchObject({
      status: 409,
      body: { error: { code: 'JOB_NOT_CONTROLLABLE' } },
    });
  });

  it('start with an idempotency key that was rejected while another job was running', async () => {
    const { jobId } = (await send([payment('before-1')])).body;
    const set = (columns: string): Promise<unknown> =>
      api().pool.query(`update batch_jobs set ${columns} where id = $1`, [jobId]);
    const body = { transactions: [payment('keyed-1')] };
    const again = () => api().call('/transactions/batch', { body, headers: { 'idempotency-key': 'refused-once' } });
    await set(`status = 'running', completed_at = null, lease_expires_at = now() + interval '1 hour'`);
    expect(await again()).toMatchObject({ status: 409, body: { error: { code: 'JOB_IN_PROGRESS' }, jobId } });
    await set(`status = 'completed', completed_at = now()`);
    const begun = await again();
    expect(begun).toMatchObject({ status: 200, body: { created: 1 } });
    expect((await again()).text).toBe(begun.text);
  });

  it('accept several sources, keep their names, and reject a source with more payments than the plan allows', async () => {
    const path = '/transactions/batch/background-multi';
    const sources = [
      { name: 'a.csv', transactions: [payment('multi-1'), payment('multi-2')] },
      { name: 'b.csv', transactions: [payment('multi-3', { amount: 0.1 })] },
    ];
    const { status, body } = await api().call(path, { body: { sources } });
    expect(status).toBe(202);
    expect(body).toMatchObject({ kind: 'transaction_batch', totalItems: 3 });
    expect(await ended(body.jobId)).toMatchObject({
      status: 'completed',
      succeeded: 3,
      metadata: { sources: [{ name: 'a.csv', totalItems: 2 }, { name: 'b.csv', totalItems: 1 }] }, // prettier-ignore
    });
    expect((await api().call('/transactions/external/multi-3')).text).toContain('"amount":0.1,');
    const row = { name: 'c.csv', transactions: Array.from({ length: 50_001 }, () => ({})) };
    expect(await api().call(path, { body: { sources: [sources[0], row] } })).toMatchObject({
      status: 400,
      body: { error: { code: 'TOO_MANY_ITEMS', details: { 'sources.1.transactions': expect.anything() } } },
    });
    expect((await api().call(path, { body: { sources: Array(6).fill(sources[0]) } })).status).toBe(400);
  });

  it('keep their payload as sent for a month after they end, and their counts and failures indefinitely', async () => {
    const rows = [payment('kept-1'), payment('kept-1'), payment('kept-2', { amount: -1 })];
    const started = await api().call('/transactions/batch/background', { body: { transactions: rows, ...collect } });
    const { jobId } = started.body;
    expect(await ended(jobId)).toMatchObject({ succeeded: 1, failed: 1, skipped: 1 });
    const of = (file: string): Promise<TestResponse> => call(`/batch-import/${file}`);
    const old = (days: number): Promise<unknown> =>
      api().pool.query(`update batch_jobs set completed_at = now() - make_interval(days => $2) where id = $1`, [
        jobId,
        days,
      ]);
    const sweep = (): Promise<number> => api().app.get(PurgePayloads).remove();
    await old(29);
    expect(await sweep()).toBe(0);
    expect((await of(`jobs/${jobId}/payload`)).body).toHaveLength(3);
    await old(31);
    expect([await sweep(), await sweep()]).toEqual([1, 0]);
    expect((await of(`jobs/${jobId}/payload`)).status).toBe(404);
    expect(await of(`transaction-jobs/${jobId}/skips.csv`)).toMatchObject({
      status: 409,
      body: { error: { code: 'SKIPS_NOT_AVAILABLE' } },
    });
    expect((await of(`transaction-jobs/${jobId}/failures`)).body.failures).toHaveLength(1);
    expect((await read(jobId)).job).toMatchObject({ status: 'completed', succeeded: 1, failed: 1, skipped: 1 });
  });

  it('wait while jobs of two other organizations run, one at a time, and can be cancelled', async () => {
    const others = [api().sandbox, api().stranger];
    for (const { key } of others) await api().call('/transactions/batch', { body: { transactions: [] }, key });
    const ids = others.map(({ organizationId }) => organizationId);
    const setOthers = (status: string): Promise<unknown> =>
      api().pool.query(
        `update batch_jobs set status = $2, lease_expires_at = now() + interval '1 hour' where organization_id = any($1)`,
        [ids, status],
      );
    const later = (externalId: string): Promise<TestResponse> =>
      api().call('/transactions/batch/background', { body: { transactions: [payment(externalId)] } });
    await setOthers('running');
    const queued = await later('queued-1');
    expect(queued).toMatchObject({
      status: 202,
      body: {
        status: 'queued',
        code: 'QUEUED_WAITING_SLOT',
        queue: { globalSlots: 2, running: 2, waitingAhead: 0, waitingForOrgJob: false },
      },
    });
    const { jobId } = queued.body;
    expect((await read(jobId)).job).toMatchObject({ status: 'queued', metadata: { queueWaitReason: 'global_slot' } });
    expect(await later('queued-2')).toMatchObject({ status: 409, body: { error: { code: 'JOB_IN_PROGRESS' }, jobId } });
    expect((await control(jobId, 'cancel')).body.job).toMatchObject({ status: 'cancelled' });
    expect(await endsOf(jobId)).toMatchObject([{ event: 'batch.job_cancelled', payload: { status: 'cancelled' } }]);
    const next = (await later('queued-3')).body.jobId;
    await control(next, 'pause');
    await setOthers('completed');
    expect((await read(next)).job).toMatchObject({ status: 'queued', metadata: { paused: true } });
    await control(next, 'resume');
    expect(await ended(next)).toMatchObject({ status: 'completed', succeeded: 1 });
    expect([await stored('queued-1'), await stored('queued-3')]).toEqual([404, 200]);
  });

  it('stop when cancelled and keep what was stored until then', async () => {
    const rows = Array.from({ length: 3 }, (_, index) => payment(`ends-${index}`));
    const { body } = await send(rows.slice(0, 1), collect);
    // Simulates a process that ended before it noticed the cancellation.
    await setBatchRows(api().pool, body.jobId as string, rows);
    await api().pool.query(
      `update batch_jobs set status = 'running', total_items = 3, completed_at = null, lease_expires_at = now(),
         is_cancelled = true where id = $1`,
      [body.jobId],
    );
    expect((await read(body.jobId)).job.metadata).toMatchObject({ batchCancelRequested: true });
    expect(await ended(body.jobId)).toMatchObject({ status: 'cancelled', succeeded: 1 });
    expect(await stored('ends-1')).toBe(404);
  });

  it('send a webhook event reporting that nothing was stored', async () => {
    const { body } = await send([payment('undone-1'), payment('undone-2', { amount: -1 })], { batchErrorHandling: 'rollback_all' });
    const [{ jobId }] = (await call('/batch-import/jobs?limit=1')).body.jobs;
    expect(body.jobId ?? jobId).toBe(jobId);
    expect(await endsOf(jobId)).toMatchObject([{ event: 'batch.job_failed', payload: { jobFailure: { code: 'ROLLED_BACK' } } }]);
  }); // prettier-ignore

  it('require batch:read for progress, create or read permission for content, and read permission for the payload', async () => {
    const { jobId } = (await send([payment('followed-1')])).body;
    const paths = ['jobs', `jobs/${jobId}`, `jobs/${jobId}?include=failures`, `transaction-jobs/${jobId}/failures`,
      `transaction-jobs/${jobId}/failures.csv`, `transaction-jobs/${jobId}/skips.csv`, `jobs/${jobId}/payload`];
    const statuses = async (permission: string): Promise<readonly number[]> => {
      const key = await createKeyWith(api(), permission);
      const answers = await Promise.all(paths.map((path) => api().call(`/batch-import/${path}`, { key })));
      return answers.map(({ status }) => status);
    };
    const follows = [200, 200, 403, 403, 403, 403, 403];
    expect(await statuses('batch:read')).toEqual(follows);
    expect(await statuses('events:create')).toEqual(follows);
    expect(await statuses('entities:bulk_import')).toEqual(follows);
    expect(await statuses('transactions:create')).toEqual([200, 200, 200, 200, 200, 200, 403]);
    expect(await statuses('transactions:read')).toEqual([403, 403, 403, 200, 200, 200, 200]);
    expect(await statuses('events:read')).toEqual([403, 403, 403, 403, 403, 403, 403]);
    expect(await statuses('entities:read')).toEqual([403, 403, 403, 403, 403, 403, 403]);
  }); // prettier-ignore

  it('record in the audit log who sent, stopped and read them, and how they ended', async () => {
    const { jobId } = (await send([payment('trail-1')])).body;
    expect((await call(`/batch-import/jobs/${jobId}/payload`)).status).toBe(200);
    const set = (columns: string): Promise<unknown> =>
      api().pool.query(`update batch_jobs set ${columns} where id = $1`, [jobId]);
    await set(`status = 'running', completed_at = null, lease_expires_at = now() + interval '1 hour'`);
    for (const action of ['pause', 'resume', 'cancel']) expect((await control(jobId, action)).status).toBe(200);
    await set(`status = 'cancelled', completed_at = now()`);
    const { events } = (await call(`/audit/events?resourceType=batch_job&resourceId=${jobId}&sortOrder=asc`)).body;
    expect(events.map(({ event, actor }: Body) => [event, actor.type])).toEqual([
      ['batch_job_created', 'api_key'],
      ['batch_job_completed', 'system'],
      ['batch_job_payload_read', 'api_key'],
      ['batch_job_paused', 'api_key'],
      ['batch_job_resumed', 'api_key'],
      ['batch_job_cancel_requested', 'api_key'],
    ]);
    expect(events[0].changes).toMatchObject({ totalItems: { previous: null, current: 1 } });
  });

  it('do not complete before the asynchronous rules of their payments have run', async () => {
    const id = await publishRule(api(), {
      source: `rule after "after" {
  on transaction (created)
  evaluate async
  when transaction.channel = "slow"
  then alert LOW "after"
}`,
    });
    const { status, body } = await send([
      payment('after-1', { channel: 'slow' }),
      payment('after-2', { channel: 'slow' }),
    ]);
    expect(status).toBe(200);
    const alerts = await api().call(`/intelligence/alerts?ruleId=${id}`);
    expect(alerts.body.count).toBe(2);
    expect((await read(body.jobId)).job).toMatchObject({ status: 'completed' });
    await api().call(`/rules/${id}`, { method: 'PATCH', body: { status: 'inactive', reason: 'tested' } });
  });

  it('promise 20: are taken over where their process ended, and store nothing twice', async () => {
    const rows = Array.from({ length: 3 }, (_, index) => payment(`over-${index}`));
    const done = await send(rows.slice(0, 1));
    await setBatchRows(api().pool, done.body.jobId as string, rows);
    await api().pool.query(
      `update batch_jobs set status = 'running', total_items = 3, completed_at = null, lease_expires_at = now() where id = $1`,
      [done.body.jobId],
    );
    expect(await ended(done.body.jobId)).toMatchObject({ status: 'completed', succeeded: 3, failed: 0, skipped: 0 });
  });
});
