import type { Queryable } from '../../../../platform/database/index.js';
import type { ReplayedType } from '../domain/replay-plan.js';

const idQueries = {
  transaction:
    'select external_id as "externalId", id from transaction_keys where organization_id = $1 and external_id = any($2)',
  user_event:
    'select external_id as "externalId", id from user_event_keys where organization_id = $1 and external_id = any($2)',
  person: `select external_id as "externalId", id from entities where organization_id = $1 and external_id = any($2) and type = 'person'`,
  company: `select external_id as "externalId", id from entities where organization_id = $1 and external_id = any($2) and type = 'company'`,
} as const satisfies Record<ReplayedType, string>;

/** Ids of records by the ids their owner gave them. Those that are not stored are left out. */
export async function resolveExternalIds(
  client: Queryable,
  organizationId: string,
  recordType: ReplayedType,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await client.query<{ externalId: string; id: string }>(idQueries[recordType], [
    organizationId,
    externalIds,
  ]);
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}
