import { on } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { LoadingMessage, LoadingTask } from './list-messages.js';

/** The same file from src/ and from dist/: threads run built JavaScript. */
const threadFile = fileURLToPath(new URL('../../dist/loading/list-thread.js', import.meta.url));

/**
 * Reads the files of a list in a thread of its own, where it also makes what the list is searched by: its entries, then how it ended.
 * Whoever stops early ends the thread.
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
