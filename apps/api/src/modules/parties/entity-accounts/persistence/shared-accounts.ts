import type { Queryable } from '../../../../platform/database/index.js';

/**
 * An account of one of the given entities that another entity also has, labelled by its last four characters, with the total of such
 * accounts.
 */
export interface SharedAccount {
  readonly entityId: string;
  /** Distinguishes accounts, and has no other meaning. */
  readonly value: string;
  readonly label: string;
  readonly otherId: string;
  readonly total: number;
}

/** The columns that identify the same account at another entity. */
const identifiers = ['cbu', 'cvu', 'iban', 'pix_key', 'clabe', 'wallet_address', 'account_number_hash'] as const;

const lastFour = (column: (typeof identifiers)[number]): string =>
  column === 'account_number_hash' ? `'account number'` : `'${column} …' || right(o.${column}, 4)`;

const sharing = identifiers.map(
  (column) => `select o.entity_id as other, o.created_at, o.id, ${lastFour(column)} as label,
      md5('${column} ' || o.${column}::text) as value
    from entity_accounts a join entity_accounts o on o.organization_id = $1 and o.${column} = a.${column} and o.entity_id <> a.entity_id
    where a.organization_id = $1 and a.entity_id = e.id and a.deleted_at is null and o.deleted_at is null`,
);

export async function findSharedAccounts(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
  most: number,
): Promise<readonly SharedAccount[]> {
  const { rows } = await client.query<SharedAccount>({
    name: 'shared-accounts',
    text: `select e.id as "entityId", l.* from unnest($2::uuid[]) as e (id) cross join lateral (
        select value, label, other as "otherId", (count(*) over ())::int as total from (${sharing.join(' union all ')}) s
        order by created_at desc, id desc limit $3) l`,
    values: [organizationId, entityIds, most],
  });
  return rows;
}
