import { failure, ok, type Result } from '@tamis/stdx';
import { setTimeout as wait } from 'node:timers/promises';
import type { CliIo } from '../cli-io.js';
import { ProgressLine } from '../output/progress-line.js';
import { failureProblem, type Problem } from '../problem.js';
import type { ApiClient, JsonObject } from './api-client.js';

const pollIntervalMs = 300;

interface JobState {
  readonly id: string;
  readonly status: string;
  readonly progress: { readonly recordsDone: number; readonly recordsTotal: number | null };
  readonly error?: { readonly code?: string; readonly message?: string };
}

/** Ends a job that nobody waits for any more, so that others can use its slot. */
async function cancelJob(client: ApiClient, path: string): Promise<Problem> {
  const ended = await client.withoutAbort().request(path, { method: 'DELETE' });
  return failureProblem(
    ended.ok ? 'stopped; the server has cancelled the run' : `stopped, but not on the server: ${ended.error.message}`,
  );
}

/** Waits for a dry run or sweep; stopping the command also ends the job. */
export async function pollJob(
  client: ApiClient,
  path: string,
  member: 'dryRun' | 'sweep',
  query: Readonly<Record<string, string | undefined>>,
  io: CliIo,
): Promise<Result<JsonObject, Problem>> {
  const progress = new ProgressLine('records', io);
  try {
    for (;;) {
      const answer = await client.request(path, { query });
      if (io.abortSignal.aborted) return failure(await cancelJob(client, path));
      if (!answer.ok) return answer;
      const run = answer.value[member] as JobState;
      if (run.status === 'completed') return ok(answer.value);
      if (run.status === 'failed' || run.status === 'cancelled')
        return failure(
          failureProblem(`the run was ${run.status}: ${run.error?.code ?? ''} ${run.error?.message ?? ''}`.trim()),
        );
      const { recordsDone, recordsTotal } = run.progress;
      progress.show(recordsDone, recordsTotal ?? 0, recordsDone);
      await wait(pollIntervalMs, null, { signal: io.abortSignal }).catch(() => null);
    }
  } finally {
    progress.end();
  }
}
