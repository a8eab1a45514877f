import type { DataAnswer } from '@tamis/lang';

import type { Queryable } from '../../../platform/database/index.js';
import type { HistoryRead } from '../domain/history-read.js';

type RiskRead = Extract<HistoryRead, { readonly kind: 'networkRisk' }>;

/** Beyond so many entities nobody looks further. */
const mostNodes = 1_000;

const neighbours = `select e.id, e.risk_score::float8 as "riskScore" from (
    select r.target_entity_id as id from relationships r
      where r.organization_id = $1 and r.source_entity_id = any($2::uuid[]) and r.deleted_at is null
    union select r.source_entity_id from relationships r
      where r.organization_id = $1 and r.target_entity_id = any($2::uuid[]) and r.deleted_at is null) as found
  join entities e on e.organization_id = $1 and e.id = found.id and e.deleted_at is null
  limit $3`;

/** The worst risk score among the entities within so many relationships, in any direction, the entity itself left out; 0 for none. */
export async function networkRisk(
  client: Queryable,
  organizationId: string,
  { entityId, hops }: RiskRead,
): Promise<DataAnswer> {
  const seen = new Set([entityId]);
  let worst = 0;
  let newest: readonly string[] = [entityId];
  for (let hop = 0; hop < hops && newest.length > 0; hop += 1) {
    // Those that are known come again, and one too many tells that there are more.
    const values = [organizationId, newest, seen.size + mostNodes + 1];
    const { rows } = await client.query<{ readonly id: string; readonly riskScore: number | null }>({
      name: 'network-neighbours',
      text: neighbours,
      values,
    });
    const found = rows.filter(({ id }) => !seen.has(id));
    if (seen.size - 1 + found.length > mostNodes) return { cause: 'too_many_nodes' };
    for (const { id, riskScore } of found) {
      seen.add(id);
      worst = Math.max(worst, riskScore ?? 0);
    }
    newest = found.map(({ id }) => id);
  }
  return { value: worst };
}
