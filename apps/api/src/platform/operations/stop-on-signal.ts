import { setTimeout as sleep } from 'node:timers/promises';

import { limits } from '../limits.js';

export interface ShutdownSteps {
  /** Signals that the server should not receive further requests. */
  readonly drain: () => void;
  /** Milliseconds for which it continues to respond after that. */
  readonly drainMs: number;
  /** Completes requests in flight and releases all resources. */
  readonly stop: () => Promise<void>;
}

/**
 * Stops the process once, in order: on SIGTERM after draining, and immediately on SIGINT or if the parent process of its IPC channel is
 * gone. The shutdown hooks of NestJS raise the signal again, which would end the process before connections are closed.
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
