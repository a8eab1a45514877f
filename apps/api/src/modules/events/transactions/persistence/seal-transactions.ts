import type { Queryable } from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';

interface DetailsRow {
  readonly id: string;
  readonly transactedAt: Date;
  readonly origin: string | null;
  readonly destination: string | null;
}

const update = `update transactions t set origin_details = v.origin::json, destination_details = v.destination::json
  from unnest($2::uuid[], $3::timestamptz[], $4::text[], $5::text[]) as v (id, transacted_at, origin, destination)
  where t.organization_id = $1 and t.id = v.id and t.transacted_at = v.transacted_at`;

/** A processed part of the rows, in order of id. */
export interface SealedPart {
  /** Id of the last row; `null` if there are none left. */
  readonly last: string | null;
  readonly sealed: number;
}

/**
 * Encrypts account numbers of some payments that were stored before encryption was introduced. Numbers that are already encrypted remain
 * unchanged.
 */
export async function sealTransactions(
  client: Queryable,
  organizationId: string,
  numbers: AccountNumberCipher,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<SealedPart> {
  const { rows } = await client.query<DetailsRow>(
    `select id, transacted_at as "transactedAt", origin_details::text as origin, destination_details::text as destination
     from transactions where organization_id = $1 and id > $2 order by id limit $3 for update`,
    [organizationId, after, limit],
  );
  const field = 'transactions.details';
  const seal = (text: string | null): string | null => text && numbers.sealMembers(field, numbers.open(field, text));
  const changed = rows.flatMap((row) => {
    const [origin, destination] = [seal(row.origin), seal(row.destination)];
    return origin === row.origin && destination === row.destination ? [] : [{ ...row, origin, destination }];
  });
  if (changed.length > 0)
    await client.query(update, [
      organizationId,
      changed.map(({ id }) => id),
      changed.map(({ transactedAt }) => transactedAt),
      changed.map(({ origin }) => origin),
      changed.map(({ destination }) => destination),
    ]);
  return { last: rows.at(-1)?.id ?? null, sealed: changed.length };
}

/** Returns the texts that are account numbers of payments. All payments must be encrypted already. */
export async function findAccountNumbers(
  client: Queryable,
  organizationId: string,
  numbers: AccountNumberCipher,
  texts: readonly string[],
): Promise<ReadonlySet<string>> {
  const byToken = new Map(texts.map((text) => [numbers.tokenOf('transactions.details', text), text]));
  const has = (column: string): string =>
    `exists (select from transactions t where t.organization_id = $1 and t.${column} = asked.token)`;
  const { rows } = await client.query<{ token: string }>(
    `select token from unnest($2::text[]) as asked (token) where ${has('origin_account')} or ${has('destination_account')}`,
    [organizationId, [...byToken.keys()]],
  );
  return new Set(rows.map(({ token }) => byToken.get(token)!));
}
