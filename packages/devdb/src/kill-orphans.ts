import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

import type { ServerFiles } from './server-files.js';

/**
 * Ends the sessions that a killed server left behind on this data directory; a busy one does not notice by itself that
 * its server is gone, and no new server may start before the last of them is. To be called only when no server runs.
 * Linux only: elsewhere a process does not show its directory, and the start waits for them instead.
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
      // It ended by itself, or is not ours to end; then the start goes on waiting for it.
    }
  }
}

/** Every process of a server works in the data directory. */
function isOrphan(pid: number, dataDir: string): boolean {
  try {
    return (
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' && readlinkSync(`/proc/${pid}/cwd`) === dataDir
    );
  } catch {
    return false;
  }
}
