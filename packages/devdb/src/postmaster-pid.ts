import { readFileSync, writeFileSync } from 'node:fs';

import { isServerProcess } from './is-server-process.js';
import { processStamp } from './process-stamp.js';
import type { ServerFiles } from './server-files.js';

/** Information that a server writes about itself into `postmaster.pid`. */
export interface PostmasterPid {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `ready`, `stopping` or `standby`. Empty while the file is being written. */
  readonly status: string;
}

/** A process number that no system assigns: above every pid limit, yet valid to the server. */
const impossiblePid = 2_147_483_647;

/** Returns the content of the pid file, or `undefined` if there is none. The process in it may have ended long ago. */
export function readPostmasterPid(files: ServerFiles): PostmasterPid | undefined {
  let lines: string[];
  try {
    lines = readFileSync(files.pid, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

/**
 * Makes a pid file acceptable to the server if it contains the number of a living process of somebody else. Otherwise the server would take
 * that process for a running server and refuse to start. The rest of the file is kept, especially the shared memory key, by which the
 * server makes sure that no orphan of its predecessor is still writing to the data. Deleting the file would therefore be unsafe.
 */
export function disownPostmasterPid(files: ServerFiles): void {
  const named = readPostmasterPid(files);
  if (named === undefined || processStamp(named.pid) === undefined || isServerProcess(named.pid, files.dataDir)) return;
  const lines = readFileSync(files.pid, 'utf8').split('\n');
  lines[0] = String(impossiblePid);
  writeFileSync(files.pid, lines.join('\n'));
}
