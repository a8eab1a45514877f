import { openPiscina } from '@tamis/engine-pool';
import { currentBundle } from '@tamis/stdx/current-bundle';

import { ApiError } from '../../../../platform/http/index.js';
import { KeyedQueue } from '../../../../platform/keyed-queue.js';
import { ruleLimits } from '../domain/rule-limits.js';
import type { TestFilesResult, TestJob } from '../domain/test-files.js';

/** The same path from src/ and from dist/: worker threads execute compiled JavaScript. */
const root = new URL('../../../../../', import.meta.url);
const workerFile = (): URL =>
  currentBundle(root, 'test-files') ?? new URL('./dist/modules/rules/rules/domain/test-files.js', root);

const startPool = () =>
  openPiscina<TestJob, TestFilesResult | number>(
    { file: workerFile(), name: 'testFiles' },
    {
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: ruleLimits.testMs,
      resourceLimits: { maxOldGenerationSizeMb: ruleLimits.testHeapMb },
    },
  );

/** The texts come from callers: a test that does not end, or uses up all memory, must not affect more than one worker thread. */
let workerPool: ReturnType<typeof startPool> | null = null;

/** Requests wait for their turn here: what others run must not count against the time limit of a request. */
const turns = new KeyedQueue();
let waiting = 0;

/**
 * Runs tests in a worker thread. Throws 400 `TOO_MANY_ITEMS` if there are too many or they take too long, and 503 if too many requests are
 * waiting.
 */
export async function runTestsInWorker(job: Omit<TestJob, 'limit'>): Promise<TestFilesResult> {
  if (waiting >= ruleLimits.waitingTests)
    throw new ApiError('SERVICE_UNAVAILABLE', 'Too many tests are waiting; try again');
  waiting += 1;
  try {
    return await turns.runExclusive('tests', () => runInTime(job));
  } finally {
    waiting -= 1;
  }
}

async function runInTime(job: Omit<TestJob, 'limit'>): Promise<TestFilesResult> {
  workerPool ??= startPool();
  const ms = job.mutants ? ruleLimits.mutantMs : ruleLimits.testMs;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ms);
  try {
    const tested = await workerPool.run({ ...job, limit: ruleLimits.tests }, { signal: limit.signal });
    if (typeof tested !== 'number') return tested;
    const message = `There are ${tested} tests; one request can run at most ${ruleLimits.tests}`;
    throw new ApiError('TOO_MANY_ITEMS', message, { tests: message });
  } catch (error) {
    if (!limit.signal.aborted) throw error;
    const message = `The tests take more than ${ms / 1_000} seconds; run fewer at once`;
    throw new ApiError('TOO_MANY_ITEMS', message, { tests: message });
  } finally {
    clearTimeout(timer);
  }
}

/** Terminates the worker thread; the next test starts a new one. */
export async function destroyTestWorkers(): Promise<void> {
  const open = workerPool;
  workerPool = null;
  await open?.destroy();
}
