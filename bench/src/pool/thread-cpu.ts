import { readdirSync, readFileSync } from 'node:fs';

/** Returns the nanoseconds that a thread has run so far, as counted by the kernel. */
const nanoseconds = (thread: string): number =>
  Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ', 1)[0]);

/** Processor microseconds of the main thread, and of all threads including garbage collection. */
export interface ThreadCpu {
  readonly mainUs: number;
  readonly allUs: number;
}

export function threadCpu(): ThreadCpu {
  const { user, system } = process.cpuUsage();
  return { mainUs: nanoseconds(String(process.pid)) / 1000, allUs: user + system };
}

/** Whether processor time is counted per thread on this machine. */
export function countsThreads(): boolean {
  try {
    return readdirSync('/proc/self/task').length > 0 && threadCpu().mainUs > 0;
  } catch {
    return false;
  }
}
