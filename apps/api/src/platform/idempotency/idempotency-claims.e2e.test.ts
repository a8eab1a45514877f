import { Readable } from 'node:stream';

import { createWebhook, type CreatedWebhook } from '../../../test/support/create-webhook.js';
import { sendForm } from '../../../test/support/send-form.js';
import type { Call } from '../../../test/support/start-test-api.js';
import { TenantDatabase } from '../database/index.js';
import { ReadFiles } from '../files/index.js';
import { UploadedFile } from '../http/index.js';
import { IdempotentExecutor } from './idempotent-executor.js';
import { LastStep } from './last-step.js';
import { useReceivers } from '../../../test/support/use-receivers.js';
import { useOwnTestApi } from '../../../test/support/use-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';

/** Equals the number of database connections of the server. */
const atOnce = 10;

describe('A request with an Idempotency-Key that waits for external work', () => {
  const api = useOwnTestApi();
  const openReceiver = useReceivers();
  const answers: (() => void)[] = [];
  const webhooks: CreatedWebhook[] = [];
  let isHeld = true;
  let received: readonly unknown[];

  const asOwn = (path: string, call: Call) => api().call(path, call);
  const test = ({ id }: CreatedWebhook, key: string) =>
    asOwn(`/webhook-config/${id}/test`, { body: {}, headers: { 'idempotency-key': key } });

  beforeAll(async () => {
    const receiver = await openReceiver((response) => {
      const accept = (): void => void response.writeHead(204).end();
      if (isHeld) answers.push(accept);
      else accept();
    });
    ({ received } = receiver);
    for (let n = 0; n < atOnce; n += 1) webhooks.push(await createWebhook(asOwn, receiver.url));
  });

  const sessionsSince = async (since: Date): Promise<number> => {
    const { rows } = await api().pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'tamis-api' and xact_start <= $1`,
      [since],
    );
    return rows[0]!.n;
  };
  const databaseTime = async (): Promise<Date> =>
    (await api().pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now;

  it('holds no connection while waiting, and keeps its key reserved', async () => {
    const tests = webhooks.map((webhook, n) => test(webhook, `held-${n}`));
    await waitUntil(() => received.length === atOnce);
    const since = await databaseTime();
    const body = { type: 'person', name: 'Neighbour', countryCode: 'BR' };
    const made = await api().call('/entities', { body, key: api().stranger.key });
    expect([made.status, answers.length]).toEqual([201, atOnce]);
    await waitUntil(async () => (await sessionsSince(since)) === 0);
    const again = await test(webhooks[0]!, 'held-0');
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_IN_PROGRESS' } } });
    expect(received).toHaveLength(atOnce);
    isHeld = false;
    for (const answer of answers.splice(0)) answer();
    const first = await Promise.all(tests);
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 200));
    const repeated = await Promise.all(webhooks.map((webhook, n) => test(webhook, `held-${n}`)));
    expect(repeated.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(repeated.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(repeated.map(() => 'true'));
    expect(received).toHaveLength(atOnce);
  });

  it('holds no connection while its uploaded files wait to be read', async () => {
    const { organizationId } = api().production;
    const leave = await takePlaces(organizationId);
    const upload = () =>
      sendForm(
        api(),
        '/batch-import/import/transactions',
        [['one.csv', 'externalId,type,amount,currency\nread-late,FEE,1,USD']],
        {},
        { headers: { 'idempotency-key': 'read-late' } },
      );
    const sent = upload();
    const claims = `select from idempotent_answers where organization_id = $1 and claimed_until > now()`;
    await waitUntil(async () => (await api().pool.query(claims, [organizationId])).rowCount === 1);
    const since = await databaseTime();
    await waitUntil(async () => (await sessionsSince(since)) === 0);
    expect((await upload()).body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS');
    await leave();
    const { status, text, body } = await sent;
    expect(status).toBe(202);
    expect((await upload()).text).toBe(text);
    const jobs = 'select id from batch_jobs where organization_id = $1';
    expect((await api().pool.query(jobs, [organizationId])).rows).toEqual([{ id: body.jobId }]);
  });

  /** Reads a file of the organization until the returned function is called, so that its other files have to wait. */
  async function takePlaces(organizationId: string): Promise<() => Promise<unknown>> {
    const file = UploadedFile.open('first.csv');
    await file.fill(Readable.from([Buffer.from('a\n1\n')]));
    const rows = api().app.get(ReadFiles).rows(organizationId, file, { kind: 'csv', options: {} });
    await rows.next();
    return async () => {
      await rows.return(undefined);
      file.close();
    };
  }

  it('is taken over when its process is lost, which then can no longer store a response', async () => {
    const before = received.length;
    isHeld = true;
    const lost = test(webhooks[1]!, 'taken-over');
    await waitUntil(() => received.length === before + 1);
    isHeld = false;
    const takeOver = () =>
      asOwn(`/webhook-config/${webhooks[2]!.id}/test`, { body: {}, headers: { 'idempotency-key': 'taken-over' } });
    expect((await takeOver()).body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS');
    // Simulates the expiry of the claim.
    await api().pool.query('update idempotent_answers set claimed_until = now() where claim is not null');
    const taken = await takeOver();
    expect([taken.status, received.length]).toEqual([200, before + 2]);
    answers.pop()!();
    expect((await lost).status).toBe(200);
    expect((await takeOver()).text).toBe(taken.text);
  });

  it('stores its last step together with its response, only while it holds its key', async () => {
    const { organizationId } = api().production;
    const insert = `insert into data_lists (organization_id, id, name, type, source, priority, created_by)
      values ($1, gen_random_uuid(), $2, 'custom', 'internal', 50, 't')`;
    const database = api().app.get(TenantDatabase);
    const run = (name: string, before: () => Promise<unknown>) =>
      api()
        .app.get(IdempotentExecutor)
        .executeClaimed(
          { organizationId, caller: 'c', credential: 's', idempotencyKey: name, method: 'POST', url: '/', body: '' },
          {
            act: async () => {
              await before();
              return new LastStep(async () => {
                await database.forOrganization(organizationId).query(insert, [organizationId, name]);
                return { status: 201, text: name };
              });
            },
            answerOf: () => null,
          },
        );
    const steal = () =>
      api().pool.query('update idempotent_answers set claim = gen_random_uuid() where claim is not null');
    await expect(run('stolen', steal)).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' });
    const none = async (): Promise<void> => undefined;
    expect(await run('kept', none)).toEqual({ status: 201, text: 'kept', isReplay: false });
    expect(await run('kept', none)).toEqual({ status: 201, text: 'kept', isReplay: true });
    const { rows } = await api().pool.query(`select name from data_lists where name in ('stolen', 'kept')`);
    expect(rows).toEqual([{ name: 'kept' }]);
  });

  it('resolves the address of a new webhook before storing it, and stores it once', async () => {
    const call = () =>
      asOwn('/webhook-config', {
        body: { name: 'Once', url: 'https://once.receiver.test/', events: ['*'] },
        headers: { 'idempotency-key': 'made-once' },
      });
    const made = await call();
    expect([made.status, (await call()).text]).toEqual([201, made.text]);
    const { rows } = await api().pool.query(`select 1 from webhooks where name = 'Once'`);
    expect(rows).toHaveLength(1);
  });

  it('releases its key when it fails', async () => {
    const call = (id: string) =>
      asOwn(`/webhook-config/${id}/test`, { body: { event: 'nothing' }, headers: { 'idempotency-key': 'freed' } });
    expect((await call(webhooks[0]!.id)).status).toBe(400);
    expect((await test(webhooks[0]!, 'freed')).status).toBe(200);
  });
});
