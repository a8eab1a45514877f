import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

import type { ServerFiles } from './server-files.js';

/**
 * Ends the sessions that a killed server left behind on this data directory. A busy session does not notice by itself that its server has
 * ended, and no new server may start before the last session has ended. To be called only if no server is running. Linux only: elsewhere
 * the directory of a process is not visible, and the start waits for the sessions instead.
 */
export function killOrphans(files: ServerFiles): void {
  if (process.platform !== 'linux') return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isSafeInteger(pid) || !isOrphan(pid, files.dataDir)) continue;
    try {
      // The server's own signal for "stop at once, the next start recovers".
      process.kill(pid, 'SIGQUIT');
    } catch {
      // It ended by itself, or this process may not end it. In the latter case the start continues to wait for it.
    }
  }
}

/** Every process of a server has the data directory as its working directory. */
function isOrphan(pid: number, dataDir: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === dataDir
    );
  } catch {
    return false;
  }
}
