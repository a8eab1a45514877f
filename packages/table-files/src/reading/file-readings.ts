import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

import { TableFormatError } from '../table-row.js';
import type { FileFormat, FileMessage, FileTask, RowOf } from './file-task.js';
import { Turns } from './turns.js';

/** Threads run built JavaScript, even if this file is loaded from source. */
const threadFile = ['./file-thread.js', '../../dist/reading/file-thread.js']
  .map((path) => new URL(path, import.meta.url))
  .find((url) => existsSync(url));

export interface FileReadingOptions {
  /** Limits of concurrently read files, in total and per owner, and of waiting files per owner. */
  readonly threads: number;
  readonly threadsOfOwner: number;
  readonly waitingOfOwner: number;
  /** Maximum milliseconds of waiting for a turn. */
  readonly waitMs: number;
  /** Megabytes of heap per thread. */
  readonly memoryMb: number;
  /** Milliseconds that a thread may work on one file, not counting the time it waits for others. */
  readonly workMs: number;
}

/** The sender already has too many waiting files, or the file has waited for too long. */
export class TooManyFilesWait extends Error {}

const checkMs = 100;

/**
 * Reads files in separate threads: each has little memory and little time, and the process continues regardless of what happens to it. The
 * owners of files take turns.
 */
export class FileReadings {
  private readonly turns: Turns;
  private readonly threads = new Set<Worker>();

  constructor(private readonly options: FileReadingOptions) {
    this.turns = new Turns(options.threads, options.threadsOfOwner, options.waitingOfOwner, options.waitMs);
  }

  /** Reads the rows of an open file. Throws `TableFormatError` for a file that cannot be read, and `TooManyFilesWait`. */
  async *read<Format extends FileFormat>(owner: string, fd: number, format: Format): AsyncGenerator<RowOf<Format>> {
    const leave = await this.turns.take(owner);
    if (!leave) throw new TooManyFilesWait('too many files wait to be read');
    try {
      yield* this.rowsOf<RowOf<Format>>({ fd, format });
    } finally {
      leave();
    }
  }

  /** Terminates all threads. */
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
    // A thread that fails while nobody waits for its next message ends, which is then detected.
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
