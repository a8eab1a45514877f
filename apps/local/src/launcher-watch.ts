import { readFileSync } from 'node:fs';

const intervalMs = 500;

/** Returns the parent of a process, or 0 if it cannot be determined. */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]);
  } catch {
    return 0;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Calls `gone` once the npm process that started this process has ended: if npm is killed and cannot pass the signal on, it would leave an
 * invisible server behind. Does nothing if this process was not started by npm.
 */
export function watchLauncher(gone: () => void): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  // npm runs scripts through a shell, which may or may not replace itself with this process.
  const chain = [process.ppid, parentOf(process.ppid)].filter((pid) => pid > 1);
  const timer = setInterval(() => {
    if (chain.every(isAlive) && process.ppid === chain[0]) return;
    clearInterval(timer);
    gone();
  }, intervalMs);
  timer.unref();
}
