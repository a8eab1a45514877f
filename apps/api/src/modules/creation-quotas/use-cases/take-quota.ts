import type { Queryable } from '../../../platform/database/index.js';
import type { QuotaModule } from '../domain/quota.js';
import { countCreated } from '../persistence/quota-store.js';
import { quotaExceeded } from './quota-exceeded.js';

/**
 * Counts records that the transaction of `client` creates; whatever undoes the transaction gives them back. Rejects with
 * `CREATION_CONTRACT_QUOTA_EXCEEDED` where the contract allows fewer. Others of the organization that create under the same quota
 * wait until the transaction ends. It may be sent together with the statement that inserts.
 */
export async function takeQuota(
  client: Queryable,
  organizationId: string,
  module: QuotaModule,
  records: number,
): Promise<void> {
  try {
    await countCreated(client, organizationId, module, records);
  } catch (error) {
    throw quotaExceeded(error) ?? error;
  }
}
