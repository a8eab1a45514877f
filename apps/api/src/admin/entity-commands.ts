import { renewMatchKeys } from '../modules/parties/entities/index.js';
import { findEnvironment, inTransaction } from '../platform/database/index.js';
import { limits } from '../platform/limits.js';
import { organizationOf, type WithPool } from './command-input.js';
import { UsageError } from './usage-error.js';

/** Milliseconds between two lines of progress. */
const progressMs = 5_000;

/** Renews match keys and prints its progress on standard error. */
export function runRenewMatchKeys(
  withPool: WithPool,
  { organization }: { readonly organization?: string | undefined },
): Promise<object> {
  const organizationId = organizationOf(organization);
  return withPool(async (pool) => {
    const environment = await inTransaction(pool, organizationId, (client) => findEnvironment(client, organizationId));
    if (environment === null) throw new UsageError(`organization ${organizationId} does not exist`);
    let printed = performance.now();
    return renewMatchKeys(pool, organizationId, {
      batchSize: limits.matchKeyBatch,
      onProgress: ({ entities, added, keys, removed }) => {
        if (performance.now() - printed < progressMs) return;
        printed = performance.now();
        console.error(`${entities} entities read, ${added} keys added; ${keys} keys read, ${removed} removed`);
      },
    });
  });
}
