import type { Logger } from '@nestjs/common';

/** How a process renews the lease of its work. */
export interface Renewal {
  /** Description of the work, for the log. */
  readonly what: string;
  readonly everyMs: number;
  readonly renew: () => Promise<unknown>;
  readonly logger: Logger;
}

/** Does the work of a lease and renews the lease meanwhile. A failed renewal is logged: the next one may succeed. */
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
    // A renewal in progress must not overwrite the result.
    await state.renewing;
  }
}
