import type { Logger } from '@nestjs/common';

/** How this process says that it is still at what it has taken. */
export interface Renewal {
  /** What was taken, for the log. */
  readonly what: string;
  readonly everyMs: number;
  readonly renew: () => Promise<unknown>;
  readonly logger: Logger;
}

/** Does what was taken for a while, and renews its lease meanwhile. One renewal that fails is logged: the next may not. */
export async function whileRenewed<T>({ what, everyMs, renew, logger }: Renewal, work: () => Promise<T>): Promise<T> {
  const state: { renewing: Promise<unknown> | null } = { renewing: null };
  const timer = setInterval(() => {
    state.renewing ??= renew()
      .catch((error: unknown) => logger.warn(`the lease of ${what} was not renewed: ${String(error)}`))
      .finally(() => (state.renewing = null));
  }, everyMs).unref();
  try {
    return await work();
  } finally {
    clearInterval(timer);
    // What is written next is not renewed over.
    await state.renewing;
  }
}
