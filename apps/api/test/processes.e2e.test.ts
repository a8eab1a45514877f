import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createTestDatabase, reportPromise, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { DatabaseUnavailableError, dataSourceOptions, openDataSource } from '../src/platform/database/index.js';
import { startServer } from './support/start-server.js';

const dist = fileURLToPath(new URL('../dist/', `file://${__filename}`));
const execute = promisify(execFile);

// Each test starts several processes, possibly on a busy machine.
jest.setTimeout(60_000);

describe('API processes', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database?.drop());

  const environment = (more: Record<string, string> = {}) => ({
    PATH: process.env['PATH'] ?? '',
    DATABASE_URL: database.url,
    PORT: '0',
    ...more,
  });
  const administrate = async (...command: string[]) =>
    JSON.parse(
      (await execute(process.execPath, [`${dist}main.admin.js`, ...command, '--json'], { env: environment() })).stdout,
    );
  const failing = (file: string, command: string[], env: Record<string, string>) =>
    execute(process.execPath, [`${dist}${file}`, ...command], { env }).then(
      () => ({ code: 0, stderr: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
    );

  const start = (settings: Record<string, string> = {}) => startServer(database.url, settings);

  it('creates an account once, whose keys work and stay in their organization', async () => {
    const made = await administrate('create-account', '--name', 'Demo Ltd.');
    expect(made).toMatchObject({
      created: true,
      production: { organizationId: expect.any(String), key: expect.stringMatching(/^tms_development_\w{43}$/) },
    });
    const again = await administrate('create-account', '--name', 'demo  LTD', '--if-missing');
    expect(again).toEqual({
      name: 'demo  LTD',
      created: false,
      production: { organizationId: made.production.organizationId },
      sandbox: { organizationId: made.sandbox.organizationId },
    });
    expect(await failing('main.admin.js', ['create-account', '--name', 'Demo Ltd'], environment())).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--if-missing'),
    });
    const further = await administrate('create-key', '--organization', made.sandbox.organizationId);
    const { child, url } = await start();
    try {
      for (const [organization, key] of [
        ['production', made.production.key],
        ['sandbox', made.sandbox.key],
        ['sandbox', further.key],
      ]) {
        const answer = await fetch(`${url}/auth/test`, { headers: { authorization: `Bearer ${key}` } });
        expect(await answer.json()).toMatchObject({
          valid: true,
          apiKey: { organizationId: made[organization].organizationId },
        });
      }
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });

  it('sets, changes and removes a contract quota', async () => {
    const { production } = await administrate('create-account', '--name', 'Limited Ltd');
    const quota = (limit: string, module = 'user_events') =>
      ['set-quota', '--organization', production.organizationId, '--module', module].concat(
        '--period',
        'month',
        '--limit',
        limit,
      );
    for (const limit of [20, 0]) {
      const set = { module: 'user_events', period: 'month', quota: limit, used: 0 };
      expect(await administrate(...quota(String(limit)))).toEqual(set);
    }
    expect(await administrate(...quota('none'))).toEqual({ module: 'user_events', period: 'month', quota: null });
    for (const [limit, module, said] of [
      ['-1', 'entities', '--limit'],
      ['1', 'alerts', '--module'],
    ]) {
      const refused = await failing('main.admin.js', quota(limit!, module), environment());
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(said!) });
    }
  });

  it('drops whole quarters of expired records, once', async () => {
    const drop = (table: string, before: string) => ['drop-records', '--table', table, '--before', before];
    const year = new Date().getUTCFullYear();
    const { dropped } = await administrate(...drop('user_events', `${year}-01-01`));
    const last = { partition: `user_events_${year - 1}q4`, from: `${year - 1}-10-01T00:00:00.000Z` };
    expect(dropped.at(-1)).toEqual({ ...last, until: `${year}-01-01T00:00:00.000Z` });
    expect(await administrate(...drop('user_events', `${year}-01-01`))).toEqual({ table: 'user_events', dropped: [] });
    for (const [table, before, said] of [
      ['entities', '2020-01-01', '--table must be one of transactions, user_events, evaluations'],
      ['transactions', 'yesterday', '--before must be a day'],
      ['transactions', '2025-13-01', '--before must be a day'],
      ['transactions', '2025-06-31', '--before must be a day'],
      ['transactions', `${year + 1}-01-01`, '--before must not be in the future'],
    ]) {
      const refused = await failing('main.admin.js', drop(table!, before!), environment());
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(said!) });
    }
  });

  it('runs each migration once when five processes migrate concurrently', async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    const runs = await Promise.all([1, 2, 3, 4, 5].map(() => administrate('migrate')));
    const done = runs.flatMap(({ migrated }) => migrated as string[]);
    const { rows } = await client.query('select name from schema_migrations order by id');
    await client.end();
    expect(done).toEqual(rows.map(({ name }) => name));
    expect(done.length).toBeGreaterThan(0);
  });

  it('promise 29: answers every request that reaches it before it stops, and stores what it accepted', async () => {
    const { production } = await administrate('create-account', '--name', 'Stopped Ltd');
    const { child, url } = await start({ DRAIN_MS: '2000' });
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('update api_keys set rate_limit = 1000000');
    await client.query('update organizations set requests_per_hour = 1000000, requests_per_minute = null');
    const agent = new Agent({ keepAlive: true });
    const call = (method: string, path: string, body?: object): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${production.key}`, 'content-type': 'application/json' };
        const sent = request(`${url}${path}`, { method, headers, agent }, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode!));
        });
        sent.on('error', reject).end(body && JSON.stringify(body));
      });
    const source = 'rule any_payment { on transaction when count(transactions from origin in last 1h) >= 1 }';
    expect(await call('POST', '/rules', { source })).toBe(201);
    const { rows } = await client.query('select id from rules');
    expect(await call('PATCH', `/rules/${rows[0].id}`, { status: 'active' })).toBe(200);
    // As with a load balancer: new requests go elsewhere once the server reports that it is not ready.
    let ready = true;
    const answers: (number | string)[] = [];
    let afterSignal = 0;
    let signalled = false;
    const lanes = Array.from({ length: 20 }, async (_, lane) => {
      for (let index = 0; ready && index < 5_000; index += 1) {
        const body = { externalId: `p-${lane}-${index}`, type: 'PAYMENT', amount: 1, currency: 'USD' };
        const begunAfter = signalled;
        answers.push(await call('POST', '/transactions', body).catch(String));
        if (begunAfter) afterSignal += 1;
        if (!signalled && answers.length >= 100) signalled = child.kill('SIGTERM');
      }
    });
    const exited = once(child, 'exit');
    while (ready) {
      const probe = await fetch(`${url}/health/ready`);
      ready = probe.status === 200;
      await sleep(10);
    }
    await Promise.all(lanes);
    expect((await exited)[0]).toBe(0);
    const stored = await client.query('select count(*)::int as n from transactions');
    await client.end();
    agent.destroy();
    const dropped = answers.filter((answer) => answer !== 201);
    reportPromise(29, {
      figure: `${dropped.length} of ${answers.length} requests dropped at SIGTERM, ${afterSignal} of them sent after it`,
      target: 'SIGTERM under load drops 0 requests',
      holds: dropped.length === 0,
    });
    expect(dropped).toEqual([]);
    expect(stored.rows[0].n).toBe(answers.length);
    expect(afterSignal).toBeGreaterThan(0);
  });

  it('answers on kept-alive connections while draining, with connection: close, and 503 to readiness checks', async () => {
    const { child, url } = await start({ DRAIN_MS: '5000' });
    const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
    const ask = async (): Promise<string> => {
      socket.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
      return String((await once(socket, 'data'))[0]);
    };
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 [^]*connection: keep-alive/i);
    child.kill('SIGTERM');
    for (;;) if ((await fetch(`${url}/health/ready`)).status === 503) break;
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close/i);
    child.kill('SIGKILL');
    await once(child, 'exit');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'on %s completes requests in progress, then exits with code 0',
    async (signal) => {
      const { child, url } = await start();
      const { port } = new URL(url);
      const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
      socket.write(
        'POST /data-lists HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
      );
      expect((await fetch(`${url}/health`)).status).toBe(200);
      child.kill(signal);
      while (
        await fetch(`${url}/health`).then(
          ({ ok }) => ok,
          () => false,
        )
      )
        await sleep(20);
      socket.write('}');
      const [answer] = (await once(socket, 'data')) as [string];
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
      expect(await once(child, 'exit')).toEqual([0, null]);
      await expect(fetch(`${url}/health`)).rejects.toThrow();
    },
  );

  it('exits when its parent process is gone', async () => {
    const { child } = await start();
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('names invalid settings without printing a password', async () => {
    const wrong = await failing('main.js', [], {
      DATABASE_URL: 'mysql://x',
      PORT: '70000',
      ENGINE_THREADS: 'many',
      ENGINE_DEADLINE_MS: '1',
      ENGINE_MAX_WAITING: '0',
      ENGINE_SET_MEMORY_MB: '1.5',
      LOG: 'loud',
      METRICS_TOKEN: 'short',
      DRAIN_MS: 'long',
      TRACING: 'maybe',
    });
    expect(wrong.code).toBe(1);
    expect(
      wrong.stderr
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual([
      'DATABASE_URL',
      'PORT',
      'ENGINE_THREADS',
      'ENGINE_DEADLINE_MS',
      'ENGINE_MAX_WAITING',
      'ENGINE_SET_MEMORY_MB',
      'LOG',
      'METRICS_TOKEN',
      'DRAIN_MS',
      'TRACING',
    ]);
    expect((await failing('main.js', [], { PATH: '' })).stderr).toContain('DATABASE_URL: missing');
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    const missing = await failing('main.js', [], environment({ DATABASE_URL: url.href }));
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('no_such_database') });
    expect(missing.stderr).not.toContain(url.password);
  });

  it('waits for an unavailable database, and finally reports what it waited for', async () => {
    const nowhere = dataSourceOptions('postgres://u:secret@127.0.0.1:1/d', 1, 'app');
    const startMs = performance.now();
    const error: unknown = await openDataSource(nowhere, 700).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect((error as Error).message).toContain('ECONNREFUSED');
    expect((error as Error).message).not.toContain('secret');
    expect(performance.now() - startMs).toBeGreaterThan(700);
  });

  it('shows the usage of the administration commands', async () => {
    const wrong = [
      [],
      ['fly'],
      ['migrate', 'now'],
      ['create-account'],
      ['create-key', '--organization', 'x'],
      ['--wings'],
    ];
    const answers = await Promise.all(wrong.map((command) => failing('main.admin.js', command, environment())));
    expect(answers.map(({ code }) => code)).toEqual(wrong.map(() => 1));
    for (const { stderr } of answers) expect(stderr).not.toContain('    at ');
  });
});
