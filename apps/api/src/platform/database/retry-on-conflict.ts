import { limits } from '../limits.js';

const conflictCodes = new Set(['40001', '40P01']); // serialization failure, deadlock

/** A conflict that was not detected by the database. */
export class ConflictError extends Error {
  readonly code = '40001';
}

/** Whether a transaction lost a conflict against others, so that a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && conflictCodes.has(code);
}

/** Whether a statement timed out waiting for a row locked by another transaction. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03';

/** Whether a record that was found was deleted before another record could refer to it. A retry will notice that it no longer exists. */
const isReferenceGone = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23503';

/** Runs work that is rolled back if it throws, and retries it a few times if it lost a conflict. */
export async function retryOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (attempt >= limits.transactionAttempts || !(isConflict(error) || isReferenceGone(error))) throw error;
    }
  }
}
