import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

import { startDevDb } from '../src/index.js';
import { isServerProcess } from '../src/is-server-process.js';
import { processStamp } from '../src/process-stamp.js';
import { programCopy } from './program-copy.js';
import { query } from './query.js';
import { runProgram } from './run-program.js';
import { scratchDir } from './scratch-dir.js';
import { until } from './wait-until.js';

const scratch = scratchDir();
const copy = programCopy('linked');
const dataDir = path.join(scratch, 'data');
const pidFile = path.join(dataDir, 'postmaster.pid');
const serverPid = () => Number(readFileSync(pidFile, 'utf8').split('\n')[0]);

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
  rmSync(copy.dir, { recursive: true, force: true });
});

test('killing the process during creation leaves nothing that prevents the next start', async () => {
  const killed = runProgram(copy.program, { dataDir, durable: false });
  await until('initdb writes', () =>
    readdirSync(scratch).some(
      (name) => name.startsWith('data.init-') && existsSync(path.join(scratch, name, 'data', 'global')),
    ),
  );
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(existsSync(dataDir)).toBe(false);
  expect(readdirSync(scratch).sort()).toEqual(['data.lock', expect.stringMatching(/^data\.init-/)].sort());

  const db = await startDevDb({ dataDir, durable: false });
  expect(db.adopted).toBe(false);
  expect(readdirSync(scratch).sort()).toEqual(['data', 'data.log']);
  await db.stop();
});

test('the server survives when its parent is killed, and the next start adopts it', async () => {
  const parent = runProgram(copy.program, { dataDir, durable: false });
  const said = await parent.said;
  expect(said).toMatchObject({ adopted: false });
  await query(said.url ?? '', 'create table kept (n int); insert into kept values (1)');
  parent.child.kill('SIGKILL');
  await parent.ended;
  const db = await startDevDb({ dataDir, durable: false });
  expect(db).toMatchObject({ adopted: true, port: said.port });
  expect(await query(db.url(), 'select n from kept')).toEqual([{ n: 1 }]);
  await db.stop();
  expect(existsSync(pidFile)).toBe(false);
});

test('a kill at any moment of a start is followed by a successful start on the same data', async () => {
  const made = await startDevDb({ dataDir, durable: false });
  await query(made.url(), 'create table rounds (n int)');
  await made.stop();
  // From before the program runs until after its server does, in steps shorter than a server needs to start.
  for (let round = 0; round < 12; round += 1) {
    const killed = runProgram(copy.program, { dataDir, durable: false });
    await sleep(60 + 10 * round);
    killed.child.kill('SIGKILL');
    const db = await startDevDb({ dataDir, durable: false });
    await query(db.url(), `insert into rounds values (${round})`);
    expect(await query(db.url(), 'select count(*)::int as n from rounds')).toEqual([{ n: round + 1 }]);
    await db.stop();
    await killed.ended;
  }
}, 20_000);

test('Ctrl-C reaches the program but not the server, which can still be used and stopped cleanly', async () => {
  const program = runProgram(copy.program, { dataDir, durable: false });
  await program.said;
  const pid = serverPid();
  // A terminal signals the whole foreground process group.
  process.kill(-(program.child.pid ?? 0), 'SIGINT');
  await program.ended;
  expect(program.child.exitCode).toBe(0);
  expect(isServerProcess(pid, dataDir)).toBe(false);
  const db = await startDevDb({ dataDir, durable: false });
  expect(await query(db.url('made_after_interrupt'), 'select 1 as one')).toEqual([{ one: 1 }]);
  await db.stop();
});

test('a killed server restarts with every committed row while its sessions are still terminating', async () => {
  const db = await startDevDb({ dataDir });
  await query(db.url(), 'create table rows (n int)');
  const busy = new pg.Client({ connectionString: db.url() });
  busy.on('error', () => undefined);
  await busy.connect();
  const computing = busy.query('select count(*) from generate_series(1, 100000000)').catch(() => 'cut off');
  for (let n = 0; n < 20; n += 1) await query(db.url(), `insert into rows values (${n})`);
  process.kill(serverPid(), 'SIGKILL');
  const again = await startDevDb({ dataDir });
  expect(again.adopted).toBe(false);
  expect(await query(again.url(), 'select count(*)::int as n from rows')).toEqual([{ n: 20 }]);
  expect(await computing).toBe('cut off');
  await busy.end().catch(() => undefined);
  await again.stop();
  await db.stop();
});

test('a pid file naming an unrelated process neither prevents the start nor harms that process', async () => {
  const db = await startDevDb({ dataDir, durable: false });
  const { uid, gid } = statSync(pidFile);
  const left = readFileSync(pidFile, 'utf8');
  process.kill(serverPid(), 'SIGKILL');
  await until('the server is gone', () => !isServerProcess(Number(left.split('\n')[0]), dataDir));
  const foreign = spawn('sleep', ['60'], { stdio: 'ignore', uid, gid });
  await once(foreign, 'spawn');
  writeFileSync(pidFile, [foreign.pid, ...left.split('\n').slice(1)].join('\n'));

  const again = await startDevDb({ dataDir, durable: false });
  expect(again.adopted).toBe(false);
  expect(await query(again.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
  await again.stop();
  await db.stop();
  expect(processStamp(foreign.pid ?? 0)).toBeDefined();
  foreign.kill();
});

test('a lock whose holder is dead is broken, even if its process id was reused', async () => {
  writeFileSync(`${dataDir}.lock`, `${process.ppid} 1 0123456789ab`);
  const db = await startDevDb({ dataDir, durable: false });
  expect(existsSync(`${dataDir}.lock`)).toBe(false);
  await db.stop();
});

test('a lock held by a live process is respected until the start timeout', async () => {
  const foreign = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(foreign, 'spawn');
  writeFileSync(`${dataDir}.lock`, `${foreign.pid} ${processStamp(foreign.pid ?? 0)} 0123456789ab`);
  await expect(startDevDb({ dataDir, startTimeoutMs: 50 })).rejects.toMatchObject({
    code: 'locked',
    message: expect.stringContaining(`process ${foreign.pid}`) as string,
  });
  foreign.kill('SIGKILL');
  await once(foreign, 'exit');
  const db = await startDevDb({ dataDir, durable: false });
  await db.stop();
});
