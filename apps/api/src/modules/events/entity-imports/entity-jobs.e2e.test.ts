import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useEntityImports } from '../../../../test/support/use-entity-imports.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const path = '/entities/batch/background';
const people = (mark: string, count: number): readonly object[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ type: 'person', name: `${mark} ${n}`, countryCode: 'SE', externalId: `${mark}-${n}` },
  }));

describe('entity batch jobs', () => {
  const api = useOwnTestApi({ ENTITY_IMPORT_ROWS: '500' });
  const { upload, ended, report } = useEntityImports(api);
  const call = (where: string, body?: object, key?: string): Promise<TestResponse> =>
    api().call(where, { ...(body && { body }), ...(key !== undefined && { key }) });
  const pay = (externalId: string): Promise<TestResponse> =>
    call('/transactions/batch/background', {
      transactions: [{ externalId, type: 'FEE', amount: 1, currency: 'USD' }],
    });
  const send = (mark: string, count = 1, more: object = {}): Promise<TestResponse> =>
    call(path, { entities: people(mark, count), ...more });
  const job = async (jobId: string): Promise<Body> => (await call(`/batch-import/jobs/${jobId}`)).body.job;
  const control = (jobId: string, action: string, kind = 'entity_batch'): Promise<TestResponse> =>
    call(`/batch-import/jobs/${jobId}/control`, { kind, action });
  const stored = async (mark: string): Promise<number> =>
    (await api().pool.query('select from entities where external_id like $1', [`${mark}-%`])).rowCount!;

  /** Simulates a running batch of this kind in another process for the given organizations. The returned function ends it. */
  async function occupy(kind: string, ...owners: readonly string[]): Promise<() => Promise<unknown>> {
    const { rows } = await api().pool.query<{ id: string }>(
      `insert into batch_jobs (organization_id, id, kind, status, total_items, options, asked_by, skipped_items, created_at,
         attempt, heartbeat_at, lease_expires_at)
       select owner, gen_random_uuid(), $1, 'running', 1, '{}', '{}', '', now(), 1, now(), now() + interval '1 hour'
         from unnest($2::uuid[]) owner returning id`,
      [kind, owners],
    );
    const end = `update batch_jobs set status = 'completed', completed_at = now() where id = any($1)`;
    return () => api().pool.query(end, [rows.map(({ id }) => id)]);
  }

  it('2.10: accept JSON and report progress', async () => {
    const entities = [...people('json', 60), { type: 'person', name: 'No country' }, { entityType: 'payment_method', entityData: { paymentMethod: { type: 'pix' } } }, 7]; // prettier-ignore
    const answer = await call(path, { entities });
    expect([answer.status, answer.body]).toMatchObject([202, { kind: 'entity_batch', totalItems: 63, status: 'running' }]); // prettier-ignore
    const { jobId } = answer.body;
    expect(await ended(jobId as string)).toMatchObject({ status: 'completed', succeeded: 61, failed: 2, skipped: 0 });
    expect((await report(jobId as string))['failures']).toMatchObject([
      { index: 60, type: 'person', code: 'VALIDATION_ERROR', message: 'countryCode is required' },
      { index: 62, type: null, code: 'VALIDATION_ERROR' },
    ]);
    const events = await api().pool.query(
      `select event from outbox_events where payload ->> 'jobId' = $1 and event like 'batch.%'`,
      [jobId],
    );
    expect(events.rows).toEqual([{ event: 'batch.job_completed' }]);
    const trail = (await call(`/audit/events?resourceId=${jobId}`)).body.events as readonly Body[];
    expect(trail.map(({ event }) => event as string).sort()).toEqual(['batch_job_completed', 'batch_job_created']);
    const payload = (await call(`/batch-import/jobs/${jobId}/payload`)).body as readonly Body[];
    expect(payload).toHaveLength(63);
    for (const kind of ['entity_batch', 'entity_automatic']) {
      const { jobs } = (await call(`/batch-import/jobs?kind=${kind}`)).body;
      expect(jobs).toMatchObject([{ jobId, kind: 'entity_batch' }]);
    }
  });

  it('4.4: are blocked by what a rule added to a list for a row before', async () => {
    const list = { name: 'Blocked mail', type: 'custom', source: 'internal' };
    const listId = (await call('/data-lists', list)).body.data.id as string;
    const block = (await call('/creation-blocks', { listId, fieldPath: 'email' })).body.creationBlock.id as string;
    const source = `rule blocks_mail "Blocks mail" {\n  on person (created)\n  score 1\n\n  when entity.name = "block 1"\n\n  then add entity.email to list "Blocked mail"\n}\n`;
    const rule = await publishRule(api(), { source });
    const entities = people('block', 4).map((each, n) => ({ ...each, email: n === 0 ? 'a@b.se' : 'c@b.se' }));
    const { jobId } = (await call(path, { entities })).body;
    expect(await ended(jobId as string)).toMatchObject({ succeeded: 2, failed: 2 });
    expect((await report(jobId as string))['failures']).toMatchObject([
      { index: 2, code: 'ENTITY_CREATION_LIST_BLOCK' },
      { index: 3, code: 'ENTITY_CREATION_LIST_BLOCK' },
    ]);
    await api().call(`/creation-blocks/${block}`, { method: 'DELETE' });
    await api().call(`/rules/${rule}`, { method: 'PATCH', body: { status: 'archived' } });
  });

  it('8: are limited in size by the server', async () => {
    const answer = await send('large', 501);
    expect([answer.status, answer.body.error]).toMatchObject([
      400,
      { code: 'TOO_MANY_ITEMS', details: { entities: expect.anything() as string } },
    ]);
    const file = ['type,name,country_code', ...Array.from({ length: 501 }, () => 'person,X,SE')].join('\n');
    expect(await upload([['a.csv', file]])).toMatchObject({ status: 400, body: { error: { code: 'TOO_MANY_ITEMS' } } });
  });

  it('8: wait for the payment batch of the organization and vice versa, at most one at a time', async () => {
    const { organizationId } = api().production;
    const endPayments = await occupy('transaction_batch', organizationId);
    const waiting = await send('after');
    expect([waiting.status, waiting.body]).toMatchObject([
      202,
      {
        status: 'queued',
        code: 'QUEUED_WAITING_PREVIOUS_JOB',
        queue: { globalSlots: 2, running: 0, waitingAhead: 0, waitingForOrgJob: true },
        message: 'The entities wait until another job of the organization has ended; the job says when',
      },
    ]);
    const { jobId } = waiting.body;
    expect(await job(jobId as string)).toMatchObject({
      ...{ status: 'queued', metadata: { queueWaitReason: 'previous_job' } },
    });
    expect(await send('twice')).toMatchObject({ status: 409, body: { error: { code: 'JOB_IN_PROGRESS' }, jobId } });
    // A batch that waits for a payment batch of its own organization does not take a slot from other organizations.
    const beside = await call(path, { entities: people('beside', 1) }, api().stranger.key);
    expect(beside.body.status).toBe('running');
    await ended(beside.body.jobId as string, api().stranger.key);
    await endPayments();
    expect(await ended(jobId as string)).toMatchObject({ status: 'completed', succeeded: 1 });
    const endEntities = await occupy('entity_batch', organizationId);
    const payment = await pay('after-entities');
    expect(payment.body).toMatchObject({ status: 'queued', code: 'QUEUED_WAITING_PREVIOUS_JOB' });
    expect(await control(payment.body.jobId as string, 'cancel', 'transaction_batch')).toMatchObject({ status: 200 });
    await endEntities();
  });

  it('8: are rejected if another job of the organization is waiting, and run alongside its user events', async () => {
    const { organizationId } = api().production;
    const others = [api().sandbox.organizationId, api().stranger.organizationId];
    const endOthers = await occupy('transaction_batch', ...others);
    const queued = await pay('queued');
    expect(queued.body).toMatchObject({ status: 'queued', code: 'QUEUED_WAITING_SLOT' });
    const endEntities = await occupy('entity_batch', ...others);
    expect(await send('refused')).toMatchObject({ status: 409, body: { error: { code: 'JOB_ALREADY_WAITING' } } });
    await endEntities();
    await endOthers();
    await ended(queued.body.jobId as string);
    const endEvents = await occupy('user_event_batch', organizationId);
    const sent = await send('beside-events');
    expect(sent.body.status).toBe('running');
    expect(await ended(sent.body.jobId as string)).toMatchObject({ succeeded: 1 });
    await endEvents();
  });

  it('8: store nothing twice when the same file is sent several times at once', async () => {
    const file = [
      'type,name,country_code,tax_id',
      ...Array.from({ length: 300 }, (_, n) => `person,Race,SE,race ${n}`),
    ];
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload([['race.csv', file.join('\n')]])));
    const begun = answers.filter(({ status }) => status === 202).map(({ body }) => body.jobId as string);
    expect(begun.length).toBeGreaterThan(0);
    for (const { status, body } of answers)
      if (status !== 202) expect([status, body.error.code]).toEqual([409, 'JOB_IN_PROGRESS']);
    const jobs = await Promise.all(begun.map((id) => ended(id)));
    const sum = jobs.reduce((all, each) => all + (each['succeeded'] as number), 0);
    expect(sum).toBe(300);
    const { rows } = await api().pool.query<{ n: number }>(
      `select count(*)::int as n from entities where organization_id = $1 and name = 'Race'`,
      [api().production.organizationId],
    );
    expect(rows).toEqual([{ n: 300 }]);
    const again = await upload([['race.csv', file.join('\n')]]);
    expect(await ended(again.body.jobId as string)).toMatchObject({ succeeded: 0, failed: 0, skipped: 300 });
  });

  it('10.4: pause, resume and cancel on request, under both names of their kind', async () => {
    const { organizationId } = api().production;
    const free = await occupy('transaction_batch', organizationId);
    const first = (await send('control', 200)).body.jobId as string;
    expect(await control(first, 'pause', 'transaction_batch')).toMatchObject({
      status: 400,
      body: { error: { details: { kind: expect.stringContaining('entity_batch') as string } } },
    });
    expect((await control(first, 'pause', 'entity_automatic')).body.job).toMatchObject({ metadata: { paused: true } });
    await free();
    expect(await job(first)).toMatchObject({ status: 'queued', succeeded: 0 });
    expect((await control(first, 'resume')).status).toBe(200);
    expect(await ended(first)).toMatchObject({ status: 'completed', succeeded: 200 });
    expect(await control(first, 'cancel')).toMatchObject({ status: 409, body: { error: { code: 'JOB_NOT_CONTROLLABLE' } } });
    const second = (await send('cancelled', 500)).body.jobId as string;
    await waitUntil(async () => (await job(second)).status !== 'queued');
    await control(second, 'cancel');
    const { status, succeeded, failed, skipped } = await ended(second);
    expect([status === 'cancelled' || succeeded === 500, failed, skipped]).toEqual([true, 0, 0]);
    expect(await stored('cancelled')).toBe(succeeded);
    const undone = (await send('undone', 500, { batchErrorHandling: 'rollback_all' })).body.jobId as string;
    await control(undone, 'cancel');
    const end = await ended(undone);
    expect(await stored('undone')).toBe(end['status'] === 'cancelled' ? 0 : 500);
  }, 60_000); // prettier-ignore

  it('10.2: are created from tax ids only in an error handling mode without rollback', async () => {
    const answer = await send('automatic', 1, { entityImportMode: 'automatic_enriched' });
    const undone = { entityImportMode: 'automatic_enriched', batchErrorHandling: 'rollback_all' };
    const refused = await send('automatic', 1, undone);
    expect([answer.status, refused.status, refused.body.error?.code]).toEqual([202, 400, 'VALIDATION_ERROR']);
  });
});
