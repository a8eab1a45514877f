import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { DevDbError } from './dev-db-error.js';
import { limits } from './limits.js';
import { processStamp } from './process-stamp.js';

/**
 * Runs `work` while this process holds the lock file, so that two starts (or a start and a stop) on one data directory follow one another.
 * A lock of a dead holder is broken. Throws `locked` if a living holder keeps it after `deadline` (milliseconds since the epoch).
 *
 * The lock only brings order; the server's own pid file and shared memory key are what protects the data.
 */
export async function withStartLock<T>(lockFile: string, deadline: number, work: () => Promise<T>): Promise<T> {
  const mine = `${process.pid} ${processStamp(process.pid) ?? ''} ${randomBytes(6).toString('hex')}`;
  while (!tryLock(lockFile, mine)) {
    const holder = readLock(lockFile);
    if (holder === undefined) continue;
    if (!isHeld(holder)) breakLock(lockFile, holder);
    else if (Date.now() > deadline) {
      throw new DevDbError(
        'locked',
        `process ${holder.split(' ')[0]} is still starting or stopping the database (lock file \`${lockFile}\`)`,
      );
    } else await sleep(limits.pollMs);
  }
  try {
    return await work();
  } finally {
    if (readLock(lockFile) === mine) rmSync(lockFile, { force: true });
  }
}

/** A link appears together with its content, so that nobody ever reads a half-written lock. */
function tryLock(lockFile: string, mine: string): boolean {
  const draft = temporaryPathFor(lockFile);
  writeFileSync(draft, mine, { mode: 0o600 });
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readLock(lockFile: string): string | undefined {
  try {
    return readFileSync(lockFile, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isHeld(content: string): boolean {
  const [pid, stamp] = content.split(' ');
  return processStamp(Number(pid)) === stamp;
}

/** Moves the lock away and examines the moved file, because a new lock may have replaced the dead one in the meantime. */
function breakLock(lockFile: string, dead: string): void {
  const moved = temporaryPathFor(lockFile);
  try {
    renameSync(lockFile, moved);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readLock(moved) !== dead) linkSync(moved, lockFile);
  rmSync(moved, { force: true });
}

function temporaryPathFor(lockFile: string): string {
  return `${lockFile}.${process.pid}-${randomBytes(4).toString('hex')}`;
}
