import { failure, ok, type Result } from '@tamis/stdx';
import { setTimeout as wait } from 'node:timers/promises';
import type { CliIo } from '../cli-io.js';
import { ProgressLine } from '../output/progress-line.js';
import { failed, type Problem } from '../problem.js';
import type { ApiClient, JsonObject } from './api-client.js';

const everyMs = 300;

interface Run {
  readonly id: string;
  readonly status: string;
  readonly progress: { readonly recordsDone: number; readonly recordsTotal: number | null };
  readonly error?: { readonly code?: string; readonly message?: string };
}

/** Nobody waits for the run any more: it ends, and others get its place. */
async function cancelled(client: ApiClient, path: string): Promise<Problem> {
  const ended = await client.unstoppable().ask(path, { method: 'DELETE' });
  return failed(
    ended.ok ? 'stopped; the server has ended the run' : `stopped, but not on the server: ${ended.error.message}`,
  );
}

/** Waits for a dry run or sweep; stopping ends the waiting and the run. */
export async function awaitRun(
  client: ApiClient,
  path: string,
  member: 'dryRun' | 'sweep',
  query: Readonly<Record<string, string | undefined>>,
  io: CliIo,
): Promise<Result<JsonObject, Problem>> {
  const progress = new ProgressLine('records', io);
  try {
    for (;;) {
      const answer = await client.ask(path, { query });
      if (io.stop.aborted) return failure(await cancelled(client, path));
      if (!answer.ok) return answer;
      const run = answer.value[member] as Run;
      if (run.status === 'completed') return ok(answer.value);
      if (run.status === 'failed' || run.status === 'cancelled')
        return failure(
          failed(`the run was ${run.status}: ${run.error?.code ?? ''} ${run.error?.message ?? ''}`.trim()),
        );
      const { recordsDone, recordsTotal } = run.progress;
      progress.show(recordsDone, recordsTotal ?? 0, recordsDone);
      await wait(everyMs, null, { signal: io.stop }).catch(() => null);
    }
  } finally {
    progress.end();
  }
}
