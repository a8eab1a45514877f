import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A dry run of a file of payments. */
export interface ChildReplay {
  readonly path: string;
  readonly rules: number;
  /** The number of candidates, which differ in one limit. */
  readonly variants: number;
  /** The maximum number of events; all if there are threads. */
  readonly most: number;
  /** `null` if it is executed on the thread of the process. */
  readonly threads: number | null;
}

export interface ChildFigures {
  readonly seconds: number;
  /** The CPU time of all threads, including garbage collection. */
  readonly cpuSeconds: number;
  /** The peak memory of the whole process. */
  readonly peakRssMb: number;
  readonly hash: string;
  /** The hits of all rules of the first candidate. */
  readonly hits: number;
}

const child = fileURLToPath(new URL('replay-child.js', import.meta.url));

/** Executes a dry run in a separate process, so that its memory can be measured. */
export async function replayInChild(replay: ChildReplay): Promise<ChildFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [child, JSON.stringify(replay)]);
  return JSON.parse(stdout) as ChildFigures;
}
