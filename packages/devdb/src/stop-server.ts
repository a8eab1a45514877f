import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import { DevDbError } from './dev-db-error.js';
import { isServerProcess } from './is-server-process.js';
import { limits } from './limits.js';
import type { ServerBinaries } from './server-binaries.js';
import type { ServerFiles } from './server-files.js';

/**
 * Stops server process `pid` and returns when it has ended: a fast shutdown first (open transactions are rolled back and a checkpoint is
 * written), and after `graceMs` an immediate one (the next start then recovers from the log).
 */
export async function stopServer(
  files: ServerFiles,
  binaries: ServerBinaries,
  pid: number,
  graceMs: number,
): Promise<void> {
  for (const [signal, waitMs] of [
    ['INT', graceMs],
    ['QUIT', limits.stopForcedMs],
  ] as const) {
    if (!isServerProcess(pid, files.dataDir)) return;
    send(binaries, pid, signal);
    const deadline = Date.now() + waitMs;
    while (Date.now() < deadline) {
      if (!isServerProcess(pid, files.dataDir)) return;
      await sleep(limits.pollMs);
    }
  }
  throw new DevDbError(
    'stop-timeout',
    `PostgreSQL (process ${pid} on \`${files.dataDir}\`) did not stop, neither on SIGINT nor on SIGQUIT`,
  );
}

function send(binaries: ServerBinaries, pid: number, signal: 'INT' | 'QUIT'): void {
  if (process.platform === 'win32') {
    // Windows has no signals. The server receives them through a pipe, which pg_ctl knows.
    spawnSync(binaries.pgCtl, ['kill', signal, String(pid)], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, `SIG${signal}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
