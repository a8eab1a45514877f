import { openPiscina } from '@tamis/engine-pool';
import { currentBundle } from '@tamis/stdx/current-bundle';

import { dryRunLimits } from '../domain/dry-run-limits.js';
import type { ReplayProgress } from './replay-records.js';
import type { CompletedReplay, ReplayTask } from './replay-thread.js';

/** The same path from src/ and from dist/: worker threads execute compiled JavaScript. */
const root = new URL('../../../../../', import.meta.url);
const threadFile = (): URL =>
  currentBundle(root, 'replay-thread') ?? new URL('./dist/modules/insight/dry-runs/use-cases/replay-thread.js', root);

const startPool = () =>
  openPiscina<ReplayTask, CompletedReplay>(
    { file: threadFile(), name: 'replay' },
    {
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: dryRunLimits.idleMs,
      resourceLimits: { maxOldGenerationSizeMb: dryRunLimits.heapMb, maxYoungGenerationSizeMb: dryRunLimits.youngMb },
    },
  );

/** Replays in a worker thread, one replay at a time, so that requests are not held up. */
export class ReplayWorker {
  private pool: ReturnType<typeof startPool> | null = null;

  /** Performs a replay. Rejects with the error that ended the thread, and immediately if the signal is aborted. */
  async replay(
    task: Omit<ReplayTask, 'port'>,
    { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: ReplayProgress) => void },
  ): Promise<CompletedReplay> {
    this.pool ??= startPool();
    const { port1: ours, port2: theirs } = new MessageChannel();
    ours.on('message', onProgress);
    try {
      return await this.pool.run({ ...task, port: theirs }, { signal, transferList: [theirs] });
    } finally {
      ours.close();
    }
  }

  /** Terminates the thread, regardless of what it is doing. */
  async terminate(): Promise<void> {
    const open = this.pool;
    this.pool = null;
    await open?.destroy();
  }
}
