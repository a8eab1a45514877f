import { statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printProblem, ProblemError } from '../problem.js';
import { findFiles } from './find-files.js';

const intervalMs = 200;

/** Returns a text that changes whenever a file is written, added, renamed or removed. */
function fingerprintOf(args: readonly string[], cwd: string): string {
  const { files, problems } = findFiles(args, cwd);
  const stamps = files.map(({ path }) => {
    try {
      const { mtimeMs, size, ino } = statSync(path);
      return `${path} ${mtimeMs} ${size} ${ino}`;
    } catch {
      return `${path} gone`;
    }
  });
  return [...stamps, ...problems].join('\n');
}

/**
 * Runs once, and again whenever a file of the arguments changes, until the process is asked to stop. Polls the files instead of waiting for
 * file system events, because editors replace files in ways that are reported differently everywhere.
 */
async function watchInputs(args: readonly string[], io: CliIo, run: () => Promise<ExitCode>): Promise<ExitCode> {
  let last: string | null = null;
  while (!io.abortSignal.aborted) {
    const stamp = fingerprintOf(args, io.cwd);
    if (stamp !== last) {
      if (last !== null) io.out('\n');
      last = stamp;
      await run().catch((error: unknown) => {
        // The next change may correct it.
        if (!(error instanceof ProblemError)) throw error;
        printProblem(error.problem, io);
      });
      io.err('watching for changes (Ctrl+C ends)\n');
    }
    await wait(intervalMs, null, { signal: io.abortSignal }).catch(() => null);
  }
  return exitCodes.ok;
}

/** Runs once, or, with `watch`, again after every change of the files. */
export async function runOrWatch(
  args: readonly string[],
  watch: boolean,
  io: CliIo,
  run: () => Promise<ExitCode>,
): Promise<ExitCode> {
  if (!watch) return run();
  if (!args.includes('-')) return watchInputs(args, io, run);
  io.err('tamis: standard input cannot be watched\n');
  return exitCodes.usage;
}
