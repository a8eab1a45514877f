import { execFile, execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createTestDatabase, findProgram, startPgBouncer } from '@tamis/testkit';
import pg from 'pg';

import { describeWith, type PooledDatabase, startPooledDatabase } from '../../../test/support/pooled-database.js';
import { publishRule } from '../../../test/support/publish-rule.js';
import { startOwnTestApi, type TestApi, testSecrets } from '../../../test/support/start-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';
import { createApp } from '../../create-app.js';
import { readConfig } from '../config/index.js';
import { probeAddress } from './address-traits.js';
import { Notifications } from './index.js';

const connections = 4;

describeWith('pgbouncer')('behind PgBouncer in transaction mode', () => {
  let pooled: PooledDatabase;
  let api: TestApi;
  beforeAll(async () => {
    pooled = await startPooledDatabase(connections);
    // The database is removed together with the pooler.
    const given = { ...pooled.database, drop: () => Promise.resolve() };
    api = await startOwnTestApi(given, pooled.settings);
  });
  afterAll(async () => {
    await api?.stop();
    await pooled?.stop();
  });

  const payment = (externalId: string, amount = 10): object => ({
    externalId,
    type: 'PAYMENT',
    amount,
    currency: 'USD',
  });
  const pay = (key: string, externalId: string, headers: Readonly<Record<string, string>> = {}) =>
    api.call('/transactions', { key, body: payment(externalId), headers });
  const appFor = async (settings: Readonly<Record<string, string>>) => {
    const config = readConfig({ ...testSecrets, PORT: '0', LOG: 'silent', ...settings });
    if (!config.ok) throw new Error(config.error.join('\n'));
    return createApp(config.value);
  };

  it('detects which features the pooler lacks', async () => {
    const [, major, minor] = /PgBouncer (\d+)\.(\d+)/.exec(
      execFileSync(findProgram('pgbouncer')!, ['--version'], { encoding: 'utf8' }),
    )!;
    // From version 1.24 on, the pooler keeps 200 prepared statements by default.
    const keepsPrepared = Number(major) > 1 || Number(minor) >= 24;
    expect(await probeAddress(pooled.pooler.url)).toEqual({ takesOptions: false, keepsPrepared });
    expect(await probeAddress(pooled.database.url)).toEqual({ takesOptions: true, keepsPrepared: true });
  });

  it('decides payments of several organizations concurrently and shows each its own', async () => {
    await publishRule(api, {
      source: 'rule large { on transaction when transaction.amount >= 10 USD then alert HIGH "x" }',
    });
    const keys = [api.production.key, api.stranger.key];
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => pay(keys[n % 2]!, `paid-${n}`)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(answers.map(({ body }) => (body.rulesResult?.alerts ?? []).length)).toEqual(
      answers.map((_, n) => (n % 2 === 0 ? 1 : 0)),
    );
    const lists = await Promise.all(
      Array.from({ length: 20 }, (_, n) => api.call('/transactions?limit=100', { key: keys[n % 2]! })),
    );
    for (const [n, { body }] of lists.entries()) {
      const ids = (body.transactions as { externalId: string }[]).map(({ externalId }) => externalId);
      expect(ids).toHaveLength(30);
      expect(ids.filter((id) => Number(id.slice(5)) % 2 !== n % 2)).toEqual([]);
    }
  });

  it('leaves no state of an organization in the connections of the pooler', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => pay(api.production.key, `behind-${n}`)));
    const clients = Array.from({ length: connections }, () => new pg.Client(pooled.pooler.url));
    const seen: object[] = [];
    for (const client of clients) {
      await client.connect();
      // Each client holds its pooler connection until all of them have one.
      await client.query('begin');
      const { rows } = await client.query(
        `select current_user as role, coalesce(current_setting('tamis.organization_id', true), '') as organization,
           coalesce(current_setting('tamis.lookup', true), '') as lookup,
           (select count(*)::int from transactions) as payments, (select count(*)::int from api_keys) as keys`,
      );
      seen.push(rows[0]);
    }
    for (const client of clients) {
      await client.query('rollback');
      await client.end();
    }
    const nothing = { role: 'tamis_app', organization: '', lookup: '', payments: 0, keys: 0 };
    expect(seen).toEqual(clients.map(() => nothing));
  });

  it('acts once for requests with the same idempotency key', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => pay(api.production.key, 'once', { 'idempotency-key': 'pooled' })),
    );
    for (const { status } of answers) expect([201, 409]).toContain(status);
    const ids = answers.filter(({ status }) => status === 201).map(({ body }) => body.transaction.id as string);
    expect(new Set(ids).size).toBe(1);
    const again = await pay(api.production.key, 'once', { 'idempotency-key': 'pooled' });
    expect([again.status, again.body.transaction.id]).toEqual([201, ids[0]]);
  });

  it('receives notifications of other processes, and reports if it cannot', async () => {
    expect((await api.call('/health/ready', { key: null })).body).toEqual({ status: 'ok' });
    const heard: string[] = [];
    api.app.get(Notifications).on('tamis_rule_sets', (payload) => heard.push(payload));
    const other = await appFor(pooled.settings);
    await other.init();
    await other.close();
    await publishRule(api, { source: 'rule any { on transaction when transaction.amount >= 1 USD }' });
    await waitUntil(() => heard.length > 0);
    const deaf = await appFor({ ...pooled.settings, DATABASE_SESSION_URL: pooled.pooler.url });
    await deaf.listen(0, '127.0.0.1');
    const ready = await fetch(`${await deaf.getUrl()}/health/ready`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({ status: 'degraded', reason: expect.stringContaining('DATABASE_SESSION_URL') });
    await deaf.close();
  });

  it('runs migrations and administration directly, bypassing the pooler', async () => {
    const empty = await createTestDatabase();
    const client = new pg.Client(empty.url);
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    const main = fileURLToPath(new URL('../../../dist/main.admin.js', `file://${__filename}`));
    const env = { PATH: process.env['PATH'], ...pooled.settings, DATABASE_SESSION_URL: empty.url };
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'migrate', '--json'], { env });
    const { rows } = await client.query('select name from schema_migrations order by id');
    await client.end();
    await empty.drop();
    expect((JSON.parse(stdout) as { migrated: string[] }).migrated).toEqual(rows.map(({ name }) => name));
    expect(rows.length).toBeGreaterThan(0);
  });

  it('does not start as a user that bypasses row-level security, and names the remedy', async () => {
    const free = await pooled.newUser();
    for (const settings of [{ server_lifetime: 60 }, { ignore_startup_parameters: 'options' }] as Record<
      string,
      string | number
    >[]) {
      const pooler = await startPgBouncer({ url: free.href, settings });
      const started = appFor({ ...pooled.settings, DATABASE_URL: pooler.url });
      await expect(started).rejects.toThrow(/alter role USER set role = tamis_app/);
      await pooler.stop();
    }
  });

  it('responds again once the pooler does', async () => {
    await pooled.pooler.kill();
    const refused = await pay(api.production.key, 'meanwhile');
    expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    await pooled.pooler.restart();
    await waitUntil(async () => (await pay(api.production.key, 'meanwhile')).status === 201);
    const { rows } = await pooled.admin.query(
      `select count(*)::int as n from transactions where external_id = 'meanwhile'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });
});
