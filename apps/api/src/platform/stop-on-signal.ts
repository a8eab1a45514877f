import { limits } from './limits.js';

/**
 * Stops the process once, in order, on SIGINT, SIGTERM, or when the parent that holds its IPC channel is gone. Nest's own
 * shutdown hooks raise the signal again, which would end the process before connections are closed.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const begin = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), limits.stopMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', begin);
  process.on('SIGTERM', begin);
  if (process.channel) process.on('disconnect', begin);
}
