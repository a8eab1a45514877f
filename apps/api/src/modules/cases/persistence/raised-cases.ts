import type { TransactionClient } from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import type { StoredCase } from '../domain/stored-case.js';
import { caseColumns } from './case-columns.js';

/**
 * The open case that a rule or matrix has about an entity and that has room for further alerts, locked; undefined when there is none.
 * Others who would open the same one wait until the transaction ends, so whoever opens several asks for them in the order of `by`.
 */
export async function lockRaisedCase(
  client: TransactionClient,
  organizationId: string,
  { by, entityId, room }: { readonly by: string; readonly entityId: string; readonly room: number },
): Promise<StoredCase | undefined> {
  await client.query({
    name: 'raised-case-lock',
    text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
    values: [`case:${organizationId}:${by}:${entityId}`],
  });
  const { rows } = await client.query<StoredCase>({
    name: 'raised-case',
    text: `select ${caseColumns} from cases
      where organization_id = $1 and created_by = $2 and entity_id = $3 and status <> 'CLOSED' and alert_count <= $4
      order by cases.created_at desc, cases.id desc limit 1 for no key update`,
    values: [organizationId, by, entityId, limits.alertsPerCase - room],
  });
  return rows[0];
}
