import { inTransaction, type PgPool, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { Secrets } from '../../../../platform/secrets/index.js';
import { sealStoredEvaluations } from '../../../decisions/evaluations/index.js';
import { sealStoredRows } from '../../batch-jobs/index.js';
import { findAccountNumbers, type SealedPart, sealTransactions } from '../persistence/seal-transactions.js';

/** Number of rows in which account numbers were encrypted. */
export interface SealedRows {
  readonly transactions: number;
  readonly evaluations: number;
  readonly batches: number;
}

/**
 * Encrypts the account numbers of payments that an organization stored before encryption was introduced, with the evaluations and batches
 * that contain them. Requests continue meanwhile. After an interruption, another call goes through all rows again and changes the remaining
 * ones.
 */
export async function sealStoredNumbers(pool: PgPool, secrets: Secrets, organizationId: string): Promise<SealedRows> {
  const inOrganization = <T>(work: (client: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(pool, organizationId, work);
  const numbers = await inOrganization((client) => secrets.accountNumbers(client, organizationId));
  const limit = limits.resealBatch;
  const transactions = await sealAll((after) =>
    inOrganization((client) => sealTransactions(client, organizationId, numbers, { after, limit })),
  );
  // Account numbers reach evaluations through payments in windows, so payments are encrypted first.
  const evaluations = await sealAll((after) =>
    inOrganization((client) => {
      const findNumbers = (texts: readonly string[]) => findAccountNumbers(client, organizationId, numbers, texts);
      return sealStoredEvaluations(client, organizationId, numbers, { after, limit, findNumbers });
    }),
  );
  const batches = await inOrganization((client) => sealStoredRows(client, organizationId, numbers));
  return { transactions, evaluations, batches };
}

/** Processes part after part, each in its own database transaction. */
async function sealAll(sealPart: (after: string) => Promise<SealedPart>): Promise<number> {
  let sealed = 0;
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null;) {
    const part: SealedPart = await sealPart(after);
    sealed += part.sealed;
    after = part.last;
  }
  return sealed;
}
