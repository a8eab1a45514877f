import { inTransaction, type PgPool, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { Secrets } from '../../../../platform/secrets/index.js';
import { sealStoredEvaluations } from '../../../decisions/evaluations/index.js';
import { sealStoredRows } from '../../batch-jobs/index.js';
import { findAccountNumbers, type SealedPart, sealTransactions } from '../persistence/seal-transactions.js';

/** Rows that hold no account number in clear any more, and did before. */
export interface SealedRows {
  readonly transactions: number;
  readonly evaluations: number;
  readonly batches: number;
}

/**
 * Seals the account numbers of payments that an organization stored before they were sealed, with the runs and batches that tell of them.
 * Requests go on meanwhile. Run again after an interruption, it goes over all rows once more and changes those that are left.
 */
export async function sealStoredNumbers(pool: PgPool, secrets: Secrets, organizationId: string): Promise<SealedRows> {
  const inOrganization = <T>(work: (client: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(pool, organizationId, work);
  const numbers = await inOrganization((client) => secrets.accountNumbers(client, organizationId));
  const limit = limits.resealBatch;
  const transactions = await sealAll((after) =>
    inOrganization((client) => sealTransactions(client, organizationId, numbers, { after, limit })),
  );
  // They come to runs by the payments that windows held, so that payments are first.
  const evaluations = await sealAll((after) =>
    inOrganization((client) => {
      const findNumbers = (texts: readonly string[]) => findAccountNumbers(client, organizationId, numbers, texts);
      return sealStoredEvaluations(client, organizationId, numbers, { after, limit, findNumbers });
    }),
  );
  const batches = await inOrganization((client) => sealStoredRows(client, organizationId, numbers));
  return { transactions, evaluations, batches };
}

/** Part after part, each in a transaction of its own. */
async function sealAll(sealPart: (after: string) => Promise<SealedPart>): Promise<number> {
  let sealed = 0;
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null;) {
    const part: SealedPart = await sealPart(after);
    sealed += part.sealed;
    after = part.last;
  }
  return sealed;
}
