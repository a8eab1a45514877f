import { failure, ok, type Result } from '@tamis/stdx';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { CliIo } from '../cli-io.js';
import { failureProblem, type Problem } from '../problem.js';
import type { Measurement } from './measure-work.js';

/** Line that a worker prints when it is ready to begin. */
export const readyLine = 'ready';

function startWorker(args: readonly string[], { cwd }: CliIo) {
  const child = spawn(process.execPath, [process.argv[1] as string, ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    child,
    ended: once(child, 'exit'),
    /** Returns `null` if the process has ended. */
    nextLine: async (): Promise<string | null> => {
      const line: IteratorResult<string, undefined> = await lines.next();
      return line.value ?? null;
    },
  };
}

/** The processes prepare independently, then all of them measure at the same time. */
export async function measureInProcesses(
  args: readonly string[],
  workers: number,
  io: CliIo,
): Promise<Result<readonly Measurement[], Problem>> {
  io.abortSignal.throwIfAborted();
  const started = Array.from({ length: workers }, () => startWorker(args, io));
  const stop = (): void => {
    for (const { child } of started) child.kill();
  };
  io.abortSignal.addEventListener('abort', stop);
  const ended = (how: string) => failure(failureProblem(io.abortSignal.aborted ? 'stopped' : how));
  try {
    const ready = await Promise.all(started.map(({ nextLine }) => nextLine()));
    if (ready.some((line) => line !== readyLine)) return ended('a worker did not start');
    for (const { child } of started) child.stdin.end('go\n');
    const results = await Promise.all(started.map(({ nextLine }) => nextLine()));
    if (results.includes(null)) return ended('a worker exited before it had measured anything');
    await Promise.all(started.map(({ ended }) => ended));
    return ok(results.map((line) => JSON.parse(line as string) as Measurement));
  } finally {
    io.abortSignal.removeEventListener('abort', stop);
    stop();
  }
}
