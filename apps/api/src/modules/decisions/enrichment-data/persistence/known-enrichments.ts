import type { Queryable } from '../../../../platform/database/index.js';

/** Enrichment data to be read for entities: results of some integrations or all, and the merged row. */
export interface EnrichmentNeeds {
  readonly codes: readonly string[] | 'all';
  readonly normalized: boolean;
}

/** An entity at a given time; `null` for its current state. */
export interface EntityAt {
  readonly entityId: string;
  readonly at: Date | null;
}

/**
 * Returns for each entity, in order, what rules read as `enrichmentData`, as JSON text. `read` records what was requested, and which
 * results and version were used, so that a replay does not read newer ones.
 */
export async function findKnownEnrichments(
  client: Queryable,
  organizationId: string,
  entities: readonly EntityAt[],
  { codes, normalized }: EnrichmentNeeds,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly found: string }>({
    name: 'known-enrichments',
    text: `select json_build_object('mapped', coalesce(m.mapped, '{}'), 'normalized', n.normalized,
        'read', json_build_object('codes', $4::json, 'results', coalesce(m.results, '{}'),
          'normalized', $6::boolean, 'version', n.version))::text as found
      from unnest($2::uuid[], $3::timestamptz[]) with ordinality as e (id, at, place)
      left join lateral (select json_object_agg(code, latest.mapped order by code) as mapped,
          json_object_agg(code, latest.id order by code) as results
        from (select distinct on (r.integration_code) r.integration_code as code, r.id, r.mapped from enrichment_results r
          where r.organization_id = $1 and r.entity_id = e.id and r.item_code is null and r.arrived_at <= e.at
            and ($5::text[] is null or r.integration_code = any($5))
          order by r.integration_code, r.fetched_at desc, r.id desc) as latest) as m on true
      left join lateral (select v.normalized, v.version from normalized_enrichments v
        where $6 and v.organization_id = $1 and v.entity_id = e.id and v.created_at <= e.at
        order by v.version desc limit 1) as n on true
      order by e.place`,
    values: [
      organizationId,
      entities.map(({ entityId }) => entityId),
      entities.map(({ at }) => at ?? 'infinity'),
      JSON.stringify(codes),
      codes === 'all' ? null : codes,
      normalized,
    ],
  });
  return rows.map(({ found }) => found);
}
