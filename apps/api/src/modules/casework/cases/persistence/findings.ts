import { ownAlertsSql } from '../../alerts/index.js';
import type { Queryable } from '../../../../platform/database/index.js';

/** Column by which alerts refer to a record. */
export type LabelColumn = 'transaction_id' | 'user_event_id' | 'target_entity_id';

/** Results of people's work on records, by id: resolutions of alerts and outcomes of cases. */
export interface Findings {
  readonly resolutions: readonly string[];
  readonly outcomes: readonly string[];
}

/** Returns the findings up to a given time, without records that have none. */
export async function readFindings(
  client: Queryable,
  organizationId: string,
  { by, ids, asOf }: { readonly by: LabelColumn; readonly ids: readonly string[]; readonly asOf: Date },
): Promise<ReadonlyMap<string, Findings>> {
  const { rows } = await client.query<Findings & { readonly id: string }>({
    name: `replayed-labels-${by}`,
    text: `select a.${by} as id,
        coalesce(array_agg(distinct a.resolution) filter (where a.resolved_at <= $3 and a.resolution is not null), '{}') as resolutions,
        coalesce(array_agg(distinct c.outcome) filter (where c.closed_at <= $3 and c.outcome is not null), '{}') as outcomes
      from ${ownAlertsSql} a left join cases c on c.organization_id = a.organization_id and c.id = a.investigation_id
      where a.${by} = any($2::uuid[]) and (a.resolution is not null or c.outcome is not null)
      group by a.${by}`,
    values: [organizationId, ids, asOf],
  });
  return new Map(rows.map(({ id, ...findings }) => [id, findings]));
}
