import type { Queryable } from '../../../../platform/database/index.js';
import { RawJson } from '../../../../platform/http/index.js';
import { accountColumns } from '../domain/account-table.js';
import type { EntityAccounts } from '../domain/evaluation-subject.js';

const members = Object.entries(accountColumns).map(([name, sql]) => `'${name}', ${sql}`);

/** The accounts of some entities that are not deleted: those that are primary first, then the oldest. */
export async function findAccounts(
  client: Queryable,
  organizationId: string,
  entityIds: readonly string[],
): Promise<EntityAccounts> {
  const { rows } = await client.query<{ readonly id: string; readonly accounts: string }>({
    name: 'account-facts',
    text: `select e.id, coalesce((select json_agg(json_build_object(${members.join(', ')})
          order by r.is_primary desc, r.created_at, r.id)
        from entity_accounts r where r.organization_id = $1 and r.entity_id = e.id and r.deleted_at is null), '[]')::text as accounts
      from unnest($2::uuid[]) as e (id)`,
    values: [organizationId, entityIds],
  });
  return new Map(rows.map(({ id, accounts }) => [id, new RawJson(accounts)]));
}
