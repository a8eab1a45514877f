import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createTestDatabase, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { DatabaseUnavailableError, dataSourceOptions, openDataSource } from '../src/platform/database/index.js';
import { startServer } from './support/start-server.js';

const dist = fileURLToPath(new URL('../dist/', `file://${__filename}`));
const execute = promisify(execFile);

// Each test starts several processes, on a machine that may be busy.
jest.setTimeout(60_000);

describe('the processes of the API', () => {
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

  const start = () => startServer(database.url);

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

  it('migrates from several processes at once, each migration once', async () => {
    const client = new pg.Client(database.url);
    await client.connect();
    await client.query('drop schema public cascade; create schema public');
    const runs = await Promise.all([1, 2, 3].map(() => administrate('migrate')));
    const done = runs.flatMap(({ migrated }) => migrated as string[]);
    const { rows } = await client.query('select name from schema_migrations order by id');
    await client.end();
    expect(done).toEqual(rows.map(({ name }) => name));
    expect(done.length).toBeGreaterThan(0);
  });

  it('decides every payment it accepted before it stops', async () => {
    const { production } = await administrate('create-account', '--name', 'Stopped Ltd');
    const { child, url } = await start();
    const call = (method: string, path: string, body: object) =>
      fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${production.key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const source = 'rule any_payment { on transaction when count(transactions from origin in last 1h) >= 1 }';
    const { rule } = (await (await call('POST', '/rules', { source })).json()) as { rule: { id: string } };
    expect((await call('PATCH', `/rules/${rule.id}`, { status: 'active' })).status).toBe(200);
    // A request on a kept connection that comes after the stop is turned away with 503, before anything is read.
    const pay = (index: number) =>
      call('POST', '/transactions', { externalId: `p-${index}`, type: 'PAYMENT', amount: 1, currency: 'USD' }).then(
        async (answer) => {
          const isTurnedAway = answer.status === 503 && !('reason' in ((await answer.json()) as object));
          return isTurnedAway ? ('not accepted' as const) : answer.status;
        },
        () => 'not accepted' as const,
      );
    let stopped = false;
    const answers: (number | string)[] = [];
    const lanes = Array.from({ length: 20 }, async (_, lane) => {
      for (let index = 0; !answers.includes('not accepted') && index < 500; index += 1) {
        answers.push(await pay(lane * 1000 + index));
        if (!stopped && answers.length >= 60) {
          stopped = true;
          child.kill('SIGTERM');
        }
      }
    });
    const [code] = await once(child, 'exit');
    await Promise.all(lanes);
    expect(code).toBe(0);
    const counted = new pg.Client(database.url);
    await counted.connect();
    const { rows } = await counted.query('select count(*)::int as stored from transactions');
    await counted.end();
    expect([...new Set(answers)].sort()).toEqual([201, 'not accepted']);
    expect(rows[0].stored).toBe(answers.filter((answer) => answer === 201).length);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('on %s ends what it began, then stops without an error', async (signal) => {
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
  });

  it('stops when its parent is gone', async () => {
    const { child } = await start();
    child.disconnect();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('names the settings that are wrong, and prints no password', async () => {
    const wrong = await failing('main.js', [], {
      DATABASE_URL: 'mysql://x',
      PORT: '70000',
      ENGINE_THREADS: 'many',
      ENGINE_DEADLINE_MS: '1',
      ENGINE_MAX_WAITING: '0',
      ENGINE_SET_MEMORY_MB: '1.5',
      LOG: 'loud',
    });
    expect(wrong.code).toBe(1);
    expect(
      wrong.stderr
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual([
      'DATABASE_URL',
      'LOG',
      'PORT',
      'ENGINE_THREADS',
      'ENGINE_DEADLINE_MS',
      'ENGINE_MAX_WAITING',
      'ENGINE_SET_MEMORY_MB',
    ]);
    expect((await failing('main.js', [], { PATH: '' })).stderr).toContain('DATABASE_URL: missing');
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    const missing = await failing('main.js', [], environment({ DATABASE_URL: url.href }));
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('no_such_database') });
    expect(missing.stderr).not.toContain(url.password);
  });

  it('waits for a database that does not answer yet, and says in the end what it waited for', async () => {
    const nowhere = dataSourceOptions('postgres://u:secret@127.0.0.1:1/d', 1, 'app');
    const startMs = performance.now();
    const error: unknown = await openDataSource(nowhere, 700).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseUnavailableError);
    expect((error as Error).message).toContain('ECONNREFUSED');
    expect((error as Error).message).not.toContain('secret');
    expect(performance.now() - startMs).toBeGreaterThan(700);
  });

  it('shows how administration is used', async () => {
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
