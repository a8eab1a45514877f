import { openPiscina } from '@tamis/engine-pool';

import { dryRunLimits } from '../domain/dry-run-limits.js';
import type { ReplayProgress } from './replay-records.js';
import type { EndedReplay, ReplayTask } from './replay-thread.js';

/** The same file from src/ and from dist/: threads run built JavaScript. */
const threadFile = new URL('../../../../../dist/modules/insight/dry-runs/use-cases/replay-thread.js', import.meta.url);

const start = () =>
  openPiscina<ReplayTask, EndedReplay>(
    { file: threadFile, name: 'replay' },
    {
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: dryRunLimits.idleMs,
      resourceLimits: { maxOldGenerationSizeMb: dryRunLimits.heapMb, maxYoungGenerationSizeMb: dryRunLimits.youngMb },
    },
  );

/** Replays in a thread of its own, so that requests do not wait for it. One at a time. */
export class ReplayAside {
  private threads: ReturnType<typeof start> | null = null;

  /** Rejects with what ended the thread, at once when the signal says so. */
  async run(
    task: Omit<ReplayTask, 'port'>,
    { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (progress: ReplayProgress) => void },
  ): Promise<EndedReplay> {
    this.threads ??= start();
    const { port1: ours, port2: theirs } = new MessageChannel();
    ours.on('message', onProgress);
    try {
      return await this.threads.run({ ...task, port: theirs }, { signal, transferList: [theirs] });
    } finally {
      ours.close();
    }
  }

  /** Ends the thread, whatever it is at. */
  async end(): Promise<void> {
    const open = this.threads;
    this.threads = null;
    await open?.destroy();
  }
}
