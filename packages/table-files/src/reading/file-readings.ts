import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { TableFormatError } from '../table-row.js';
import type { FileFormat, FileMessage, FileTask, RowOf } from './file-task.js';
import { Turns } from './turns.js';

/** What threads run is built JavaScript, also where this file is read as source. */
const threadFile = ['./file-thread.js', '../../dist/reading/file-thread.js']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

export interface FileReadingOptions {
  /** Files that are read at once, of all and of one owner, and those of one owner that wait. */
  readonly threads: number;
  readonly threadsOfOwner: number;
  readonly waitingOfOwner: number;
  /** Milliseconds that one waits for its turn at most. */
  readonly waitMs: number;
  /** Megabytes of the heap of one thread. */
  readonly memoryMb: number;
  /** Milliseconds that a thread may work on one file; those that it waits for others do not count. */
  readonly workMs: number;
}

/** Whoever sent the file has so many that wait already, or it has waited for too long. */
export class TooManyFilesWait extends Error {}

const checkMs = 100;

/**
 * Reads files in threads of their own: each has little memory and little time, and whatever becomes of it the process goes on. The
 * owners of files take turns.
 */
export class FileReadings {
  private readonly turns: Turns;
  private readonly threads = new Set<Worker>();

  constructor(private readonly options: FileReadingOptions) {
    this.turns = new Turns(options.threads, options.threadsOfOwner, options.waitingOfOwner, options.waitMs);
  }

  /** Rows of an open file. Throws `TableFormatError` for a file that cannot be read, and `TooManyFilesWait`. */
  async *read<Format extends FileFormat>(owner: string, fd: number, format: Format): AsyncGenerator<RowOf<Format>> {
    const leave = await this.turns.take(owner);
    if (!leave) throw new TooManyFilesWait('too many files wait to be read');
    try {
      yield* this.rowsOf<RowOf<Format>>({ fd, format });
    } finally {
      leave();
    }
  }

  /** Ends all threads. */
  async stop(): Promise<void> {
    await Promise.all(Array.from(this.threads, (thread) => thread.terminate()));
  }

  private async *rowsOf<Row>(task: FileTask): AsyncGenerator<Row> {
    const thread = this.startThread(task);
    let isLate = false;
    const watch = setInterval(() => {
      isLate = thread.performance.eventLoopUtilization().active > this.options.workMs;
      if (isLate) void thread.terminate();
    }, checkMs);
    try {
      for await (const [message] of on(thread, 'message', { close: ['exit'] }) as AsyncIterable<[FileMessage]>) {
        if (message.kind === 'end') return;
        if (message.kind === 'refused') throw new TableFormatError(message.message);
        yield* message.rows as readonly Row[];
        thread.postMessage('taken');
      }
      throw this.endError(isLate);
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? this.memoryError() : error;
    } finally {
      clearInterval(watch);
      await thread.terminate();
      this.threads.delete(thread);
    }
  }

  private startThread(task: FileTask): Worker {
    if (!threadFile) throw new Error('what threads run is not built');
    const thread = new Worker(threadFile, {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: this.options.memoryMb, maxYoungGenerationSizeMb: 16 },
    });
    // One that fails while nobody waits for its next message ends, and that is seen then.
    thread.on('error', () => undefined);
    this.threads.add(thread);
    return thread;
  }

  private endError(isLate: boolean): Error {
    if (isLate)
      return new TableFormatError(`takes more than ${this.options.workMs / 1_000} seconds to read; send it in parts`);
    return new Error('the thread that read a file ended before it had');
  }

  private memoryError(): TableFormatError {
    return new TableFormatError(`takes more than ${this.options.memoryMb} MB of memory to read; send it in parts`);
  }
}
