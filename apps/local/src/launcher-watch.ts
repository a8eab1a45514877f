import { readFileSync } from 'node:fs';

const intervalMs = 500;

/** Parent of a process; 0 where that cannot be known. */
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
 * Calls `gone` once npm, which started this process, is no more: killed without a chance to pass the signal on, it would
 * leave a server behind that nobody sees. Does nothing when npm did not start us.
 */
export function watchLauncher(gone: () => void): void {
  if (process.env['npm_lifecycle_event'] !== 'start') return;
  // npm runs scripts through a shell, which may or may not replace itself with us.
  const chain = [process.ppid, parentOf(process.ppid)].filter((pid) => pid > 1);
  const timer = setInterval(() => {
    if (chain.every(isAlive) && process.ppid === chain[0]) return;
    clearInterval(timer);
    gone();
  }, intervalMs);
  timer.unref();
}
