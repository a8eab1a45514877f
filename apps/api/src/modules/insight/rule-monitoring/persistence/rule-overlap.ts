import { findSharedRuleKeys, ruleKeysSql } from '../../../rules/rules/index.js';
import { ownEvaluationsSql } from '../../../decisions/evaluations/index.js';
import type { Queryable } from '../../../../platform/database/index.js';

/** Another rule that was a hit in the same runs. */
export interface RuleOverlap {
  readonly ruleId: string;
  readonly key: string;
  /** Runs in which both were a hit. */
  readonly bothHit: number;
  /** Those among the runs in which either was. */
  readonly jaccard: number;
}

/** Runs that are looked at, the newest. */
const maxEvaluations = 20_000;
/** Rules that are shown, those in common most. */
const maxOverlaps = 20;

/** Which rules are a hit together with one, in the newest runs of a time. */
export async function readOverlap(
  client: Queryable,
  organizationId: string,
  { ruleId, from, to }: { readonly ruleId: string; readonly from: Date; readonly to: Date },
): Promise<readonly RuleOverlap[]> {
  const { rows } = await client.query<Omit<RuleOverlap, 'key'> & { readonly key: string | null }>(
    `with newest as materialized (
       select hit_rule_ids as hits from ${ownEvaluationsSql} e
       where evaluated_at >= $3 and evaluated_at < $4
       order by evaluated_at desc, id desc limit ${maxEvaluations}),
     hit as (
       select h.id, count(distinct n.run) as hits, count(distinct n.run) filter (where $2 = any(n.hits)) as both_hit
       from (select row_number() over () as run, hits from newest where cardinality(hits) > 0) n, unnest(n.hits) h (id)
       group by h.id)
     select h.id as "ruleId", r.key, h.both_hit::int as "bothHit",
       h.both_hit::float8 / (h.hits + own.hits - h.both_hit) as jaccard
     from hit h join hit own on own.id = $2 left join ${ruleKeysSql} r on r.id = h.id
     where h.id <> $2 and h.both_hit > 0 order by jaccard desc, r.key limit ${maxOverlaps}`,
    [organizationId, ruleId, from, to],
  );
  const unnamed = rows.filter(({ key }) => key === null).map(({ ruleId: id }) => id);
  const shared = await findSharedRuleKeys(client, organizationId, unnamed);
  return rows.flatMap((row) => {
    const key = row.key ?? shared.get(row.ruleId);
    return key === undefined ? [] : [{ ...row, key }];
  });
}
