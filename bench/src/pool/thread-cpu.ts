import { readdirSync, readFileSync } from 'node:fs';

/** Nanoseconds a thread has run so far, as the kernel counts them. */
const nanoseconds = (thread: string): number =>
  Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);

/** Microseconds of the processor; the main thread's, and of all threads, collecting garbage included. */
export interface ThreadCpu {
  readonly mainUs: number;
  readonly allUs: number;
}

export function threadCpu(): ThreadCpu {
  const { user, system } = process.cpuUsage();
  return { mainUs: nanoseconds(String(process.pid)) / 1000, allUs: user + system };
}

/** Is time counted for each thread on this machine? */
export function countsThreads(): boolean {
  try {
    return readdirSync('/proc/self/task').length > 0 && threadCpu().mainUs > 0;
  } catch {
    return false;
  }
}
