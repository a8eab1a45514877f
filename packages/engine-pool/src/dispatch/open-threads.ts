import type { Piscina } from 'piscina';
import type { BatchReply, BatchMessage, WorkerInit } from '../messages/batch-message.js';
import { poolLimits } from '../pool-limits.js';
import type { ResolvedPoolOptions } from '../pool-options.js';
import { openPiscina } from './open-piscina.js';
import { workerFile } from './worker-file.js';

export type Balancer = NonNullable<NonNullable<ConstructorParameters<typeof Piscina>[0]>['loadBalancer']>;
export type Threads = Piscina<BatchMessage, BatchReply>;

/** Starts the worker threads of a pool. */
export function openThreads(
  options: ResolvedPoolOptions,
  progress: SharedArrayBuffer,
  loadBalancer: Balancer,
): Threads {
  const { threads, setBytesPerWorker, heapBesidesSetsMb, faults } = options;
  const { heapPerEstimate, youngGenerationMb } = poolLimits;
  const birth: WorkerInit = { progress, setBytes: setBytesPerWorker, faults: faults?.table ?? null };
  return openPiscina(
    { file: workerFile(), name: 'evaluateBatch', data: birth },
    {
      minThreads: threads,
      maxThreads: threads,
      atomics: 'sync',
      loadBalancer,
      resourceLimits: {
        maxOldGenerationSizeMb: heapBesidesSetsMb + Math.ceil((setBytesPerWorker * heapPerEstimate) / 2 ** 20),
        maxYoungGenerationSizeMb: youngGenerationMb,
      },
    },
  );
}
