import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A predecessor that lost its terminal needs a moment to stop. */
const lockWaitMs = 20_000;

interface LockHolder {
  readonly pid: number;
  /** Distinguishes a process from a later one with the same number. */
  readonly startedAt: string;
}

/** Returns the start time of a process as the kernel counts it. Empty if it cannot be determined. */
function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? '';
  } catch {
    return '';
  }
}

function isAlive(holder: LockHolder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return holder.startedAt === '' || processStartTime(holder.pid) === holder.startedAt;
}

function readHolder(file: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockHolder;
  } catch {
    return null;
  }
}

/** Creates a file with its content in one step, so that nobody ever reads an incomplete file. Throws EEXIST. */
function createAtomically(file: string, content: string): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  try {
    linkSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Makes this process the only one that uses the directory of `file`. A lock of a process that has ended is taken over. If its process is
 * alive, waits for it and finally fails with a message. Returns the function that releases the lock.
 */
export async function acquireInstanceLock(file: string): Promise<() => void> {
  const self: LockHolder = { pid: process.pid, startedAt: processStartTime(process.pid) };
  const deadline = Date.now() + lockWaitMs;
  for (;;) {
    try {
      createAtomically(file, JSON.stringify(self));
      return () => {
        if (readHolder(file)?.pid === self.pid) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = readHolder(file);
    if (!holder || !isAlive(holder)) {
      rmSync(file, { force: true });
      continue;
    }
    if (Date.now() > deadline) {
      throw new Error(
        `Tamis already runs here (process ${holder.pid}). Stop it first, or set TAMIS_HOME to another directory.`,
      );
    }
    await sleep(200);
  }
}
