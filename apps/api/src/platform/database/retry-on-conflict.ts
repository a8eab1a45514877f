import { limits } from '../limits.js';

const conflictCodes = new Set(['40001', '40P01']); // serialization failure, deadlock

/** A conflict that the database does not know of. */
export class ConflictError extends Error {
  readonly code = '40001';
}

/** Whether a transaction lost against others: run again, it may not. */
export function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && conflictCodes.has(code);
}

/** Whether a statement gave up waiting for a row that another transaction has. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03';

/** Whether a record that was found is gone by the time another refers to it: work that runs again finds that it is not there. */
const isReferenceGone = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23503';

/** Runs what is undone when it throws, and again where it lost a conflict, a few times. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= limits.transactionAttempts || !(isConflict(error) || isReferenceGone(error))) throw error;
    }
  }
}
