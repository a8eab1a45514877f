import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';

import { copyServerFiles, type OwnServer, startOwnServer, startRestored } from '@tamis/testkit';
import { Webhook } from 'standardwebhooks';

import { migrate } from '../src/platform/database/index.js';
import { createWebhook, type CreatedWebhook } from './support/create-webhook.js';
import { type KillableServer, startKillableOn } from './support/killable-server.js';
import { publishRule } from './support/publish-rule.js';
import { ruleText } from './support/rule-samples.js';
import { type Body, startOwnTestApi, type TestApi, type TestResponse } from './support/start-test-api.js';
import { resolveReceiversLocally } from './support/receivers-at-home.mjs';
import { waitUntil } from './support/wait-until.js';
import { type Receiver, startReceiver } from './support/webhook-receiver.js';

const home = fileURLToPath(new URL('./support/receivers-at-home.mjs', `file://${__filename}`));
const admin = fileURLToPath(new URL('../dist/main.admin.js', `file://${__filename}`));
const settings = { RECEIVERS_AT_HOME: 'on', NODE_OPTIONS: `--import=${home}`, LOG: 'silent' };

// Servers are copied and started, possibly on a busy machine.
jest.setTimeout(240_000);

/** A database is lost, and restored to a moment before the loss as apps/docs/operations.md describes. */
describe('database restored from a backup', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tamis-backup-'));
  const archive = path.join(folder, 'archive');
  const backup = { dataDir: path.join(folder, 'data'), archive };
  const stops: (() => Promise<unknown>)[] = [];
  let primary: OwnServer;
  let api: TestApi;
  let receiver: Receiver;
  let webhook: CreatedWebhook;
  let restored: Awaited<ReturnType<typeof startRestored>>;
  let copy: KillableServer;
  const before = new Map<string, Body>();
  const after: string[] = [];

  const pay = async (
    ask: (sent: object) => Promise<TestResponse | null>,
    externalId: string,
  ): Promise<TestResponse> => {
    const body = { externalId, type: 'PAYMENT', amount: externalId.length * 30, currency: 'USD' };
    return (await ask({ body, headers: { 'idempotency-key': `key-${externalId}` } }))!;
  };
  const payHere = async (externalId: string): Promise<Body> => {
    const answer = await pay((sent) => api.call('/transactions', sent), externalId);
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const payThere = (externalId: string): Promise<TestResponse> =>
    pay((sent) => copy.ask('/transactions', sent), externalId);

  beforeAll(async () => {
    mkdirSync(archive);
    // Each server may run as a different user.
    for (const each of [folder, archive]) chmodSync(each, 0o777);
    primary = await startOwnServer({
      archive_mode: 'on',
      archive_command: `cp %p ${archive}/%f && chmod 644 ${archive}/%f`,
    });
    stops.push(() => primary.stop());
    await migrate(primary.url);
    api = await startOwnTestApi({ url: primary.url, drop: () => Promise.resolve() });
    stops.push(() => api.stop());
    const resolveAsBefore = resolveReceiversLocally();
    stops.push(() => Promise.resolve(resolveAsBefore()));
    receiver = await startReceiver();
    stops.push(() => receiver.close());
    webhook = await createWebhook((to, call) => api.call(to, call), receiver.url, { events: ['alert.created'] });
    await publishRule(api, { source: ruleText() });
    const isOver = { is: false };
    const customer = async (name: string): Promise<void> => {
      for (let n = 0; !isOver.is; n += 1) before.set(`${name}-${n}`, await payHere(`${name}-${n}`));
    };
    const customers = ['a', 'b', 'c'].map(customer);
    await waitUntil(() => before.size >= 50);
    await copyServerFiles(primary.url, backup.dataDir);
    const copied = before.size;
    await waitUntil(() => before.size >= copied + 50);
    isOver.is = true;
    await Promise.all(customers);
    const { rows } = await api.pool.query<{ moment: Date }>(
      `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as moment, pg_sleep(0.01)`,
    );
    for (let n = 0; n < 20; n += 1) after.push((await payHere(`late-${n}`)).transaction.externalId as string);
    // The accident that the restore has to undo.
    await api.pool.query('truncate transactions cascade');
    const { rows: logs } = await api.pool.query('select pg_walfile_name(pg_switch_wal()) as last');
    await waitUntil(
      async () =>
        (await api.pool.query('select from pg_stat_archiver where last_archived_wal >= $1', [logs[0].last]))
          .rowCount === 1,
    );
    restored = await startRestored(backup, rows[0]!.moment);
    stops.push(() => restored.stop());
    copy = await startKillableOn(restored.url(), api.production.key, { ...settings, EGRESS: 'off' });
    stops.push(() => copy.kill());
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('contains every payment answered before the restore point unchanged, and no later one', async () => {
    const wrong: string[] = [];
    for (const [externalId, { transaction, rulesResult }] of before) {
      const found = (await copy.ask(`/transactions/external/${externalId}`))!.body.transaction;
      const { evaluations } = (await copy.ask(`/evaluations?transactionId=${transaction.id}`))!.body;
      const now = [found?.id, found?.amount, evaluations.map(({ id, decision }: Body) => [id, decision])];
      const then = [transaction.id, transaction.amount, [[rulesResult.evaluationId, rulesResult.decision]]];
      if (!isDeepStrictEqual(now, then)) wrong.push(JSON.stringify({ now, then }));
    }
    expect(wrong).toEqual([]);
    const late = await Promise.all(after.map((each) => copy.ask(`/transactions/external/${each}`)));
    expect(new Set(late.map((each) => each!.status))).toEqual(new Set([404]));
    expect((await copy.ask('/transactions?limit=1'))!.body.pagination.total).toBe(before.size);
  });

  it('repeats the response to requests from before, and processes lost requests when resent', async () => {
    const [externalId] = [...before.keys()].slice(-1);
    const again = await payThere(externalId!);
    expect([again.status, again.body.transaction.id]).toEqual([201, before.get(externalId!).transaction.id]);
    for (const lost of after) expect((await payThere(lost)).status).toBe(201);
    expect((await copy.ask('/transactions?limit=1'))!.body.pagination.total).toBe(before.size + after.length);
  });

  it('keeps an unbroken audit log and isolated tenants', async () => {
    const environment = { PATH: process.env['PATH'] ?? '', DATABASE_URL: restored.url() };
    const command = [admin, 'verify-audit', '--organization', api.production.organizationId];
    await promisify(execFile)(process.execPath, command, { env: environment });
    const one = [...before.keys()][0]!;
    const asked = await copy.ask(`/transactions/external/${one}`, { key: api.stranger.key });
    expect(asked!.status).toBe(404);
  });

  it('sends nothing with EGRESS=off, and otherwise signs as before', async () => {
    const tried = (await copy.ask(`/webhook-config/${webhook.id}/test`, { body: {} }))!;
    expect([tried.status, JSON.stringify(tried.body)]).toEqual([200, expect.stringContaining('(EGRESS=off)')]);
    await copy.kill();
    const sentBefore = receiver.received.length;
    copy = await startKillableOn(restored.url(), api.production.key, settings);
    expect((await copy.ask(`/webhook-config/${webhook.id}/test`, { body: {} }))!.body).toMatchObject({
      delivery: { status: 'delivered' },
    });
    const { headers, text } = receiver.received.slice(sentBefore).at(-1)!;
    expect(() => new Webhook(webhook.secret).verify(text, headers as Record<string, string>)).not.toThrow();
  });
});
