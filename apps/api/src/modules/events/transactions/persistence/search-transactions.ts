import { isUUID } from 'class-validator';

import type { Queryable } from '../../../../platform/database/index.js';

/** A payment as returned by a search. */
export interface SearchedTransaction {
  readonly id: string;
  readonly externalId: string;
  readonly amount: string;
  readonly currency: string;
  readonly transactedAt: Date;
  readonly decision: string | null;
}

/** Finds payments by id or by the beginning of the external id. */
export async function searchTransactions(
  client: Queryable,
  organizationId: string,
  text: string,
  most: number,
): Promise<readonly SearchedTransaction[]> {
  const { rows } = await client.query<SearchedTransaction>({
    name: 'search-transactions',
    text: `select t.id, t.external_id as "externalId", t.amount::text as amount, t.currency, t.transacted_at as "transactedAt", t.decision
      from transactions t where t.organization_id = $1 and t.id = $2
      union
      select t.id, t.external_id, t.amount::text, t.currency, t.transacted_at, t.decision
      from (select * from transaction_keys where organization_id = $1 and external_id >= $3 order by external_id limit $4) k
      join transactions t on t.organization_id = $1 and t.id = k.id and t.transacted_at = k.transacted_at
      order by "externalId"`,
    values: [organizationId, isUUID(text) ? text : null, text, most],
  });
  return rows.filter(({ id, externalId }) => id === text.toLowerCase() || externalId.startsWith(text)).slice(0, most);
}
