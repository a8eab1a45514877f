import { readFileSync, writeFileSync } from 'node:fs';

import { isServerProcess } from './is-server-process.js';
import { processStamp } from './process-stamp.js';
import type { ServerFiles } from './server-files.js';

/** What a server writes about itself into `postmaster.pid`. */
export interface PostmasterPid {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `ready`, `stopping` or `standby`; empty while the file is being written. */
  readonly status: string;
}

/** A process number that no system gives out: above every pid limit, yet a valid one to the server. */
const impossiblePid = 2_147_483_647;

/** The pid file's content, or `undefined` when there is none. The process that it names may be long gone. */
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
 * Makes a pid file that names a living process of somebody else acceptable to the server, which would take that
 * process for a running server and refuse to start. The rest of the file stays, above all the shared memory key, by
 * which the server makes sure that no orphan of its predecessor still writes to the data. So deleting it would be unsafe.
 */
export function disownPostmasterPid(files: ServerFiles): void {
  const named = readPostmasterPid(files);
  if (named === undefined || processStamp(named.pid) === undefined || isServerProcess(named.pid, files.dataDir)) return;
  const lines = readFileSync(files.pid, 'utf8').split('\n');
  lines[0] = String(impossiblePid);
  writeFileSync(files.pid, lines.join('\n'));
}
