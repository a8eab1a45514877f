import { setBatchRows } from '../../../../test/support/set-batch-rows.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { sendForm } from '../../../../test/support/send-form.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('user event batch jobs', () => {
  const api = useTestApi();
  const mappings = new Map<string, string>();
  beforeAll(async () => {
    for (const { key } of [api().production, api().stranger]) {
      const columnMapping = { id: 'externalId', what: 'eventType', user: 'userId', customer: 'entityExternalId' };
      const body = { name: 'events', target: 'user_event', columnMapping };
      mappings.set(key, (await api().call('/batch-import/mappings', { body, key })).body.mapping.id as string);
      const entity = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' };
      await api().call('/entities', { body: entity, key });
    }
  });

  const rowsOf = (name: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `${name}-${index},LOGOUT,u-${name},ana`);
  const send = (name: string, count = 1, key = api().production.key): Promise<TestResponse> => {
    const text = ['id,what,user,customer', ...rowsOf(name, count)].join('\n');
    const mappingId = mappings.get(key)!;
    return sendForm(api(), '/batch-import/import/user-events', [[`${name}.csv`, text]], { mappingId }, { key });
  };
  const pay = (externalId: string): Promise<TestResponse> => {
    const payment = { externalId, type: 'PAYMENT', amount: 10, currency: 'USD' };
    return api().call('/transactions/batch/background', { body: { transactions: [payment] } });
  };
  const job = async (jobId: string, key = api().production.key): Promise<Body> =>
    (await api().call(`/batch-import/jobs/${jobId}`, { key })).body.job;
  const ended = async (jobId: string, key?: string): Promise<Body> => {
    let found: Body;
    await waitUntil(async () => {
      found = await job(jobId, key);
      return found.completedAt !== null;
    });
    return found;
  };
  const control = (jobId: string, kind: string, action: string, key = api().production.key): Promise<TestResponse> =>
    api().call(`/batch-import/jobs/${jobId}/control`, { body: { kind, action }, key });
  const countOf = async (user: string): Promise<number> =>
    (await api().call(`/events/user?userId=${user}&limit=1`)).body.pagination.total as number;
  /** Inserts jobs of two other organizations that appear to be running. The returned function sets their status. */
  const others = async (kind: string): Promise<(status: string) => Promise<unknown>> => {
    const ids = [api().sandbox.organizationId, api().stranger.organizationId];
    const set = (status: string): Promise<unknown> =>
      api().pool.query(`update batch_jobs set status = $2 where organization_id = any($1) and kind = $3`, [
        ids,
        status,
        kind,
      ]);
    await api().pool.query(
      `insert into batch_jobs (organization_id, id, kind, status, total_items, options, asked_by, created_at, lease_expires_at)
       select unnest($1::uuid[]), gen_random_uuid(), $2, 'running', 0, '{"errorHandling":"rollback_all"}', '{}', now(),
         now() + interval '1 hour'`,
      [ids, kind],
    );
    return set;
  };

  it('queue behind user event jobs of other organizations, but not behind transaction jobs', async () => {
    const setPayments = await others('transaction_batch');
    const started = await send('beside');
    expect(started).toMatchObject({ status: 202, body: { status: 'running' } });
    expect(await ended(started.body.jobId as string)).toMatchObject({ status: 'completed', succeeded: 1 });
    const setEvents = await others('user_event_batch');
    const queued = await send('queued');
    const { jobId } = queued.body;
    expect(queued.body).toMatchObject({
      status: 'queued',
      code: 'QUEUED_WAITING_SLOT',
      queue: { globalSlots: 2, running: 2, waitingAhead: 0, waitingForOrgJob: false },
      message: expect.stringContaining('The user events wait') as string,
    });
    expect((await job(jobId)).metadata).toMatchObject({ queueWaitReason: 'global_slot' });
    expect(await send('second')).toMatchObject({ status: 409, body: { error: { code: 'JOB_IN_PROGRESS' }, jobId } });
    // A job of another kind would have to wait as well.
    expect(await pay('second')).toMatchObject({ status: 409, body: { error: { code: 'JOB_ALREADY_WAITING' }, jobId } });
    await setPayments('completed');
    const paid = await pay('third');
    expect(paid.body).toMatchObject({ status: 'running' });
    expect(await ended(paid.body.jobId as string)).toMatchObject({ kind: 'transaction_batch', succeeded: 1 });
    expect((await job(jobId)).status).toBe('queued');
    await setEvents('completed');
    expect(await ended(jobId)).toMatchObject({ status: 'completed', succeeded: 1 });
    const jobs = async (query: string): Promise<readonly Body[]> =>
      (await api().call(`/batch-import/jobs?${query}`)).body.jobs as Body[];
    expect((await jobs('kind=user_event_batch')).map(({ kind }) => kind as string)).toEqual(
      Array(2).fill('user_event_batch'),
    );
    expect(await jobs('kind=transaction_batch')).toHaveLength(1);
    expect(await jobs('kind=entity_batch')).toEqual([]);
  });

  it('can be paused and cancelled under their own kind by callers allowed to send them', async () => {
    const setEvents = await others('user_event_batch');
    const { jobId } = (await send('controlled')).body;
    const mismatch = await control(jobId, 'transaction_batch', 'cancel');
    expect([mismatch.status, mismatch.body.error.details]).toEqual([
      400,
      { kind: 'must be user_event_batch, the kind of the job' },
    ]);
    const [payer, sender] = [
      await createKeyWith(api(), 'transactions:create'),
      await createKeyWith(api(), 'events:create'),
    ];
    expect(await control(jobId, 'user_event_batch', 'cancel', payer)).toMatchObject({
      status: 403,
      body: { error: { code: 'FORBIDDEN', requiredPermission: 'events:create' } },
    });
    expect((await control(jobId, 'user_event_batch', 'cancel', api().stranger.key)).status).toBe(404);
    expect((await control(jobId, 'user_event_batch', 'pause', sender)).body.job.metadata).toMatchObject({
      paused: true,
    });
    await setEvents('completed');
    expect((await control(jobId, 'user_event_batch', 'cancel', sender)).body.job).toMatchObject({
      status: 'cancelled',
    });
    expect(await control(jobId, 'user_event_batch', 'resume')).toMatchObject({
      status: 409,
      body: { error: { code: 'JOB_NOT_CONTROLLABLE' } },
    });
    expect(await countOf('u-controlled')).toBe(0);
  });

  it.each(['continue_collect_errors', 'rollback_all'])(
    'resume after their process ended and store nothing twice: %s',
    async (errorHandling) => {
      const name = `over-${errorHandling}`;
      const { jobId } = (await send(name, 2)).body;
      await ended(jobId);
      const payload = rowsOf(name, 5).map((row) => {
        const [externalId, eventType, userId, entityExternalId] = row.split(',');
        return { externalId, eventType, userId, entityExternalId };
      });
      // Simulates a process that stopped after storing two of five rows.
      await setBatchRows(api().pool, jobId as string, payload);
      await api().pool.query(
        `update batch_jobs set status = 'running', total_items = 5, completed_at = null, lease_expires_at = now(),
           options = (options::jsonb || jsonb_build_object('errorHandling', $2::text))::json where id = $1`,
        [jobId, errorHandling],
      );
      expect(await ended(jobId)).toMatchObject({ status: 'completed', succeeded: 5, failed: 0, skipped: 0 });
      expect(await countOf(`u-${name}`)).toBe(5);
    },
    30_000,
  );

  it('retry after losing a conflict with another transaction, without failing any row', async () => {
    const mappingId = mappings.get(api().production.key)!;
    const columnMapping = { id: 'externalId', what: 'eventType', user: 'userId', customer: 'entityExternalId', device: 'deviceId' }; // prettier-ignore
    await api().call(`/batch-import/mappings/${mappingId}`, { method: 'PATCH', body: { columnMapping } });
    const file = (name: string): string =>
      ['id,what,user,customer,device', `${name}-1,LOGOUT,u-${name},ana,d-1`, `${name}-2,LOGOUT,u-${name},ana,d-2`].join(
        '\n',
      );
    const upload = (name: string): Promise<TestResponse> =>
      sendForm(api(), '/batch-import/import/user-events', [['a.csv', file(name)]], { mappingId });
    await ended((await upload('before')).body.jobId as string);
    const other = await api().pool.connect();
    try {
      await other.query(
        `begin; set local deadlock_timeout = '20s'; select from devices where device_id = 'd-2' for update`,
      );
      const { jobId } = (await upload('conflict')).body;
      await waitUntil(async () => {
        const { rows } = await api().pool.query(
          `select from pg_locks where locktype = 'transactionid' and not granted`,
        );
        return rows.length > 0;
      });
      // This is a deadlock: the job waits for the second device, and this transaction for the first, which the job has locked.
      await other.query(`update devices set platform = 'other' where device_id = 'd-1'`);
      await other.query('commit');
      expect(await ended(jobId)).toMatchObject({ status: 'completed', succeeded: 2, failed: 0 });
    } finally {
      other.release();
    }
    expect(await countOf('u-conflict')).toBe(2);
  });

  it('are hidden from other organizations, including their results', async () => {
    const key = api().stranger.key;
    const { jobId } = (await send('theirs', 2, key)).body;
    expect(await ended(jobId, key)).toMatchObject({ succeeded: 2 });
    const names = ['', '/payload', '/failures', '/failures.csv'];
    const paths = names.map(
      (name) => `/batch-import/${/fail/.test(name) ? 'user-event-jobs' : 'jobs'}/${jobId}${name}`,
    );
    const statuses = async (of: string): Promise<readonly number[]> =>
      Promise.all(paths.map(async (path) => (await api().call(path, { key: of })).status));
    expect(await statuses(api().production.key)).toEqual([404, 404, 404, 404]);
    expect(await statuses(key)).toEqual([200, 200, 200, 200]);
    expect(await countOf('u-theirs')).toBe(0);
  });

  it('are named in the evaluations of their events, which can be filtered by job', async () => {
    const source =
      'rule seen "seen" {\n  on userEvent (created)\n  when event.userId = "u-decided"\n  then alert LOW "seen"\n}';
    await publishRule(api(), { source });
    const { jobId } = (await send('decided', 2)).body;
    await ended(jobId);
    const { evaluations, pagination } = (await api().call(`/evaluations?batchJobId=${jobId}`)).body;
    expect(pagination.total).toBe(2);
    expect(evaluations).toMatchObject(Array(2).fill({ recordType: 'user_event', batchJobId: jobId }));
  });
});
