import { accessSync, chmodSync, constants, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const room = 1_000_000_000;

/** Returns a new directory that every user may enter, in memory if there is room for a few databases, otherwise on disk. */
export function scratchDir(): string {
  const dir = mkdtempSync(path.join(hasRoom('/dev/shm') ? '/dev/shm' : tmpdir(), 'tamis-devdb-'));
  chmodSync(dir, 0o755);
  return dir;
}

function hasRoom(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    const { bavail, bsize } = statfsSync(dir);
    return bavail * bsize > room;
  } catch {
    return false;
  }
}
