import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { LoadingMessage, LoadingTask } from './list-messages.js';

/** The same file from src/ and from dist/, because threads run built JavaScript. */
const threadFile = fileURLToPath(new URL('../../dist/loading/list-thread.js', import.meta.url));

/**
 * Reads the files of a list in a separate thread, which also builds the index. Yields the entries, then the outcome. Ending the iteration
 * early ends the thread.
 */
export async function* loadInThread(task: LoadingTask, memoryMb: number): AsyncGenerator<LoadingMessage> {
  const thread = new Worker(threadFile, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  try {
    for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[LoadingMessage]>) {
      yield message;
      if (message.kind !== 'entries') return;
      thread.postMessage('taken');
    }
    throw new Error('the thread that read a list ended before it had');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    yield { kind: 'refused', reason: `takes more than ${memoryMb} MB of memory to read` };
  } finally {
    await thread.terminate();
  }
}
