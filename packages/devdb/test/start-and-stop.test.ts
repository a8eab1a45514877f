import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo, type Server } from 'node:net';
import path from 'node:path';

import pg from 'pg';

import { startDevDb } from '../src/index.js';
import { isServerProcess } from '../src/is-server-process.js';
import { query } from './query.js';
import { scratchDir } from './scratch-dir.js';

const scratch = scratchDir();
const dataDir = path.join(scratch, 'below', 'data');

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
});

const serverPid = (dir = dataDir) => Number(readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')[0]);
const passwordOf = (url: string) => new URL(url).password;

async function occupiedPort(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

test('creates a database that requires the right password, and leaves no partial files beside it', async () => {
  const db = await startDevDb({ dataDir, durable: false });
  try {
    expect(db.adopted).toBe(false);
    expect(statSync(path.join(dataDir, 'superuser.password')).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(readdirSync(path.dirname(dataDir)).sort()).toEqual(['data', 'data.log']);
    expect(passwordOf(db.url()).length).toBeGreaterThanOrEqual(32);

    const wrong = new URL(db.url());
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    const [locale] = await query(
      db.url(),
      `select datlocprovider, datlocale, pg_encoding_to_char(encoding) as encoding, current_setting('password_encryption') as hash
         from pg_database where datname = 'postgres'`,
    );
    expect(locale).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8', encoding: 'UTF8', hash: 'scram-sha-256' });
  } finally {
    await db.stop();
  }
});

// Only Linux shows the environment of other processes.
const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('shows its password neither in its command line nor in its environment nor in its log', async () => {
  process.env['TAMIS_TEST_SECRET'] = createHash('sha256').update(scratch).digest('hex');
  const db = await startDevDb({ dataDir, durable: false });
  try {
    const argv = readFileSync(`/proc/${serverPid()}/cmdline`, 'utf8');
    expect(argv).toContain(dataDir);
    expect(argv).not.toContain(passwordOf(db.url()));
    expect(readFileSync(`/proc/${serverPid()}/environ`, 'utf8')).not.toContain(process.env['TAMIS_TEST_SECRET']);
    expect(readFileSync(`${dataDir}.log`, 'utf8')).not.toContain(passwordOf(db.url()));
  } finally {
    delete process.env['TAMIS_TEST_SECRET'];
    await db.stop();
  }
});

test('stops completely: no process, no pid file, and a second stop has no effect', async () => {
  const db = await startDevDb({ dataDir, durable: false });
  const pid = serverPid();
  expect(isServerProcess(pid, dataDir)).toBe(true);
  const idle = new pg.Client({ connectionString: db.url() });
  idle.on('error', () => undefined);
  await idle.connect();
  await idle.query('begin');
  await Promise.all([db.stop(), db.stop()]);
  expect(isServerProcess(pid, dataDir)).toBe(false);
  expect(existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
  await db.stop();
  await idle.end().catch(() => undefined);
});

test('uses the preferred port when it is free and another otherwise', async () => {
  const { server, port } = await occupiedPort();
  const elsewhere = await startDevDb({ dataDir, durable: false, port });
  expect(elsewhere.port).not.toBe(port);
  await elsewhere.stop();
  await new Promise((resolve) => server.close(resolve));
  const preferred = await startDevDb({ dataDir, durable: false, port });
  expect(preferred.port).toBe(port);
  await preferred.stop();
});

test('finds the same server through a symlink to its directory', async () => {
  const link = path.join(scratch, 'link');
  symlinkSync(dataDir, link);
  const first = await startDevDb({ dataDir: link, durable: false });
  const second = await startDevDb({ dataDir, durable: false });
  expect(second).toMatchObject({ adopted: true, port: first.port });
  await second.stop();
});

test('adopts a server already running on the data directory, and stops it', async () => {
  const first = await startDevDb({ dataDir, durable: false });
  const pid = serverPid();
  const second = await startDevDb({ dataDir, durable: false });
  expect(second).toMatchObject({ adopted: true, port: first.port });
  expect(second.url('other')).toBe(first.url('other'));
  await second.stop();
  expect(isServerProcess(pid, dataDir)).toBe(false);
  await first.stop();
});

test('creates a database once under concurrent requests, whatever its name', async () => {
  const db = await startDevDb({ dataDir, durable: false });
  try {
    const name = 'Odd "name" é';
    await Promise.all(Array.from({ length: 6 }, () => db.ensureDatabase(name)));
    await db.ensureDatabase(name);
    expect(await query(db.url(name), 'select current_database() as name')).toEqual([{ name }]);
  } finally {
    await db.stop();
  }
});

test('lets one of several concurrent starts create and start the server, and the others adopt it', async () => {
  const fresh = path.join(scratch, 'contended');
  const all = await Promise.all(Array.from({ length: 4 }, () => startDevDb({ dataDir: fresh, durable: false })));
  expect(all.filter((db) => !db.adopted)).toHaveLength(1);
  expect(new Set(all.map((db) => db.url())).size).toBe(1);
  await Promise.all(all.map((db) => db.stop()));
  expect(
    readdirSync(scratch)
      .filter((name) => name.startsWith('contended'))
      .sort(),
  ).toEqual(['contended', 'contended.log']);
});

test('shows the end of the server log when a setting prevents the start', async () => {
  const start = startDevDb({ dataDir, durable: false, settings: { no_such_setting: 'on' } });
  await expect(start).rejects.toMatchObject({
    code: 'start-failed',
    message: expect.stringContaining('no_such_setting') as string,
  });
});

test('fails after the start timeout and leaves no server behind', async () => {
  const start = startDevDb({ dataDir, durable: false, startTimeoutMs: 1 });
  await expect(start).rejects.toMatchObject({
    code: 'start-timeout',
    message: expect.stringContaining(dataDir) as string,
  });
  expect(existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
  const db = await startDevDb({ dataDir, durable: false });
  expect(db.adopted).toBe(false);
  await db.stop();
});

test('forces the stop of a server with a hanging session', async () => {
  const db = await startDevDb({ dataDir, durable: false, stopGraceMs: 100 });
  const pid = serverPid();
  const client = new pg.Client({ connectionString: db.url() });
  client.on('error', () => undefined);
  await client.connect();
  const [session] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  process.kill(session?.pid ?? 0, 'SIGSTOP');
  await db.stop();
  expect(isServerProcess(pid, dataDir)).toBe(false);
  await client.end().catch(() => undefined);
  const again = await startDevDb({ dataDir, durable: false });
  expect(await query(again.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  await again.stop();
}, 20_000);

test('rejects data of another major version, naming the directory and both versions', async () => {
  const old = path.join(scratch, 'old');
  mkdirSync(old);
  writeFileSync(path.join(old, 'PG_VERSION'), '16\n');
  await expect(startDevDb({ dataDir: old })).rejects.toMatchObject({
    code: 'data-dir-version',
    message: expect.stringMatching(/\/old` was written by PostgreSQL 16, but this is PostgreSQL 18/) as string,
  });
});

test('does not touch a directory that holds something else', async () => {
  const photos = path.join(scratch, 'photos');
  mkdirSync(photos);
  writeFileSync(path.join(photos, 'beach.jpg'), 'x');
  await expect(startDevDb({ dataDir: photos })).rejects.toMatchObject({ code: 'data-dir-foreign' });
  expect(readdirSync(photos)).toEqual(['beach.jpg']);
});
