import { setTimeout as sleep } from 'node:timers/promises';

import { limits } from '../limits.js';

export interface ShutdownSteps {
  /** Makes the server say that it should be sent no more requests. */
  readonly drain: () => void;
  /** Milliseconds it goes on answering after that. */
  readonly drainMs: number;
  /** Answers what is under way and lets go of everything. */
  readonly stop: () => Promise<void>;
}

/**
 * Stops the process once, in order: on SIGTERM after it has drained, on SIGINT or when the parent that holds its IPC channel is
 * gone at once. Nest's own shutdown hooks raise the signal again, which would end the process before connections are closed.
 */
export function stopOnSignal({ drain, drainMs, stop }: ShutdownSteps): void {
  let stopping = false;
  const begin = async (waitMs: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), waitMs + limits.stopMs).unref();
    try {
      drain();
      await sleep(waitMs);
      await stop();
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  process.on('SIGINT', () => void begin(0));
  process.on('SIGTERM', () => void begin(drainMs));
  if (process.channel) process.on('disconnect', () => void begin(0));
}
