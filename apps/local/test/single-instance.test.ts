import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { acquireInstanceLock } from '../src/single-instance.js';

const directory = mkdtempSync(path.join(tmpdir(), 'tamis-lock-'));
const file = path.join(directory, 'tamis.lock');
afterAll(() => rmSync(directory, { recursive: true }));

test('a lock is released once and by its owner only', async () => {
  const release = await acquireInstanceLock(file);
  expect(existsSync(file)).toBe(true);
  release();
  expect(existsSync(file)).toBe(false);
});

test('the lock of a process that has exited is taken over', async () => {
  const gone = spawnSync(process.execPath, ['--version']);
  writeFileSync(file, JSON.stringify({ pid: gone.pid, startedAt: '1' }));
  (await acquireInstanceLock(file))();
});

test('a lock whose process id was reused by another process is taken over', async () => {
  writeFileSync(file, JSON.stringify({ pid: process.ppid, startedAt: 'long ago' }));
  (await acquireInstanceLock(file))();
});

test('a partially written lock is taken over', async () => {
  writeFileSync(file, '{"pid"');
  (await acquireInstanceLock(file))();
});
