import { ApiError, type ErrorDetails } from '../../../platform/http/index.js';
import { isConflict, type Queryable, type Transaction } from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import type { QuotaModule } from './quota.js';
import { deferUsage, incrementQuotaUsage, takeDeferredUsage } from './quota-store.js';

/** SQL state raised by `take_creation_quota`. */
const sqlState = 'TQ001';

/** Returns the error for a failed statement that counts creations; `null` for every other error. */
export function toQuotaExceededError(error: unknown): ApiError | null {
  const { code, detail, driverError } = (error ?? {}) as { code?: unknown; detail?: unknown; driverError?: unknown };
  if (code !== sqlState || typeof detail !== 'string')
    return driverError === undefined ? null : toQuotaExceededError(driverError);
  const members = JSON.parse(detail) as ErrorDetails;
  const message = `The contract's quota of ${String(members['module'])} is exhausted: nothing was created`;
  return new ApiError('CREATION_CONTRACT_QUOTA_EXCEEDED', message, members, members);
}

export const isQuotaExceeded = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'CREATION_CONTRACT_QUOTA_EXCEEDED';

/**
 * Counts records that the transaction of `client` creates; a rollback of the transaction gives them back. Rejects with
 * `CREATION_CONTRACT_QUOTA_EXCEEDED` if the contract does not allow them. Others in the organization that create under the same quota wait
 * until the transaction ends. It may be sent together with the statement that inserts the records.
 */
export async function consumeQuota(
  client: Queryable,
  organizationId: string,
  module: QuotaModule,
  records: number,
): Promise<void> {
  try {
    await incrementQuotaUsage(client, organizationId, module, records);
  } catch (error) {
    throw toQuotaExceededError(error) ?? error;
  }
}

/**
 * Runs `work` in the transaction of `client`, and counts what it creates when it returns, so that others only wait for the quotas from then
 * on. Rejects like `consumeQuota`, with the total number as `requested`.
 */
export async function consumeQuotasAtEnd<T>(
  client: Transaction,
  organizationId: string,
  work: () => Promise<T>,
): Promise<T> {
  await deferUsage(client);
  const done = await work();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.savepoint(organizationId, () => takeDeferredUsage(client, organizationId));
      return done;
    } catch (error) {
      // The holder of the quota may be waiting for a record of `work`: the database reports this every second, until the holder gives up.
      if (attempt >= limits.quotaAttempts || !isConflict(error)) throw toQuotaExceededError(error) ?? error;
    }
  }
}
