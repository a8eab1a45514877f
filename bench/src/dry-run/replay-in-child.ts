import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A dry run of a file of payments. */
export interface ChildReplay {
  readonly path: string;
  readonly rules: number;
  /** Candidates that differ in one limit. */
  readonly variants: number;
  /** Events; all where there are threads. */
  readonly most: number;
  /** Null: it runs on the thread of the process. */
  readonly threads: number | null;
}

export interface ChildFigures {
  readonly seconds: number;
  /** Of all threads, and of the cleaning of memory. */
  readonly cpuSeconds: number;
  /** Of the whole process. */
  readonly peakRssMb: number;
  readonly hash: string;
  /** Of all rules of the first candidate. */
  readonly hits: number;
}

const child = fileURLToPath(new URL('replay-child.js', import.meta.url));

/** A dry run in a process of its own, so that its memory is its own. */
export async function replayInChild(replay: ChildReplay): Promise<ChildFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [child, JSON.stringify(replay)]);
  return JSON.parse(stdout) as ChildFigures;
}
