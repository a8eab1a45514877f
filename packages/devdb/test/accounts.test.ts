import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { startDevDb } from '../src/index.js';
import type { DevDbOptions } from '../src/dev-db.js';
import { programCopy } from './program-copy.js';
import { query } from './query.js';
import { runProgram } from './run-program.js';
import { scratchDir } from './scratch-dir.js';

const isRoot = process.getuid?.() === 0;
const ordinary = isRoot ? { uid: 65_534, gid: 65_534 } : {};
const asRoot = isRoot ? test : test.skip;
// Node itself may be installed where nobody else can run it, for example below /root.
const nodeRuns = spawnSync(process.execPath, ['--version'], { ...ordinary, cwd: '/' }).status === 0;
const asOrdinaryUser = nodeRuns ? test : test.skip;

const scratch = scratchDir();
const copy = programCopy('copied');
const aLibraryLink = path.join(copy.binaryPackage, 'native', 'lib', 'libicuuc.so.60');

afterAll(() => {
  rmSync(scratch, { recursive: true, force: true });
  rmSync(copy.dir, { recursive: true, force: true });
});

/** Returns a new directory that belongs to the ordinary user. */
function ordinaryHome(name: string): string {
  const home = path.join(scratch, name);
  mkdirSync(home);
  if (isRoot) spawnSync('chown', ['65534:65534', home]);
  return home;
}

async function runsAs(options: DevDbOptions, env: NodeJS.ProcessEnv = process.env): Promise<number> {
  const run = runProgram(copy.program, options, { env });
  const said = await run.said;
  expect(said).toMatchObject({ adopted: false });
  expect(await query(said.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
  const pid = readFileSync(path.join(options.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0];
  const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  run.child.kill('SIGINT');
  await run.ended;
  expect(existsSync(path.join(options.dataDir, 'postmaster.pid'))).toBe(false);
  return uid;
}

/** Returns a PATH that contains only these programs. */
function pathWith(...programs: string[]): NodeJS.ProcessEnv {
  const dir = path.join(scratch, `path-${programs.join('-') || 'empty'}`);
  mkdirSync(dir);
  for (const program of programs)
    symlinkSync(spawnSync('which', [program], { encoding: 'utf8' }).stdout.trim(), path.join(dir, program));
  return { ...process.env, PATH: dir };
}

describe('when install scripts have not run', () => {
  asOrdinaryUser('says how to mend libraries that it may not link', async () => {
    if (!isRoot) chmodSync(path.dirname(aLibraryLink), 0o555);
    const run = runProgram(copy.program, { dataDir: path.join(ordinaryHome('read-only'), 'data') }, ordinary);
    expect(await run.said).toMatchObject({
      code: 'libraries-read-only',
      message: expect.stringContaining('npm rebuild') as string,
    });
    await run.ended;
    if (!isRoot) chmodSync(path.dirname(aLibraryLink), 0o755);
  });

  test('creates the library links itself', async () => {
    expect(existsSync(aLibraryLink)).toBe(false);
    const run = runProgram(copy.program, { dataDir: path.join(scratch, 'links', 'data'), durable: false });
    expect(await run.said).toMatchObject({ adopted: false });
    expect(existsSync(aLibraryLink)).toBe(true);
    run.child.kill('SIGINT');
    await run.ended;
  });
});

describe('as a non-root user', () => {
  asOrdinaryUser('runs the server as that user', async () => {
    const dataDir = path.join(ordinaryHome('ordinary'), 'data');
    const run = runProgram(copy.program, { dataDir }, ordinary);
    const said = await run.said;
    expect(said).toMatchObject({ adopted: false });
    expect(await query(said.url ?? '', 'select 1 as one')).toEqual([{ one: 1 }]);
    run.child.kill('SIGINT');
    await run.ended;
    expect(run.child.exitCode).toBe(0);
  });

  asRoot('names the owner when the data belong to another user', async () => {
    const shared = ordinaryHome('shared');
    const dataDir = path.join(shared, 'data');
    const db = await startDevDb({ dataDir, durable: false });
    await db.stop();
    spawnSync('chown', ['-R', '12345', dataDir]);
    const run = runProgram(copy.program, { dataDir }, ordinary);
    expect(await run.said).toMatchObject({
      code: 'data-dir-unreachable',
      message: expect.stringContaining('12345') as string,
    });
    await run.ended;
    // Root transfers the data to the account that it chooses.
    const again = await startDevDb({ dataDir, durable: false });
    expect(await query(again.url(), 'select 1 as one')).toEqual([{ one: 1 }]);
    await again.stop();
  });
});

describe('as root', () => {
  asRoot('runs the server as another user where that user can reach everything', async () => {
    expect(await runsAs({ dataDir: path.join(scratch, 'open', 'data'), durable: false })).toBeGreaterThan(0);
  });

  asRoot(
    'runs it in a user namespace, or with one capability, below a closed directory, and changes between them',
    async () => {
      const closed = path.join(scratch, 'closed');
      mkdirSync(closed, { mode: 0o700 });
      const dataDir = path.join(closed, 'data');
      expect(await runsAs({ dataDir, durable: false }, pathWith('unshare'))).toBe(0);
      expect(await runsAs({ dataDir, durable: false }, pathWith('setpriv'))).toBe(65_534);
      expect(await runsAs({ dataDir, durable: false }, pathWith('unshare', 'setpriv'))).toBe(0);
    },
  );

  asRoot('says what to do when no account can reach the data directory', async () => {
    const closed = path.join(scratch, 'shut');
    mkdirSync(closed, { mode: 0o700 });
    const run = runProgram(copy.program, { dataDir: path.join(closed, 'data') }, { env: pathWith() });
    const said = await run.said;
    expect(said).toMatchObject({ code: 'no-server-account' });
    expect(said.message).toMatch(/as user nobody: may not enter .*\/shut/);
    expect(said.message).toMatch(/ordinary user/);
    await run.ended;
  });
});
