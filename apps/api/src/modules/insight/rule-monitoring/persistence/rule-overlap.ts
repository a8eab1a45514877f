import { findSharedRuleKeys, ruleKeysSql } from '../../../rules/rules/index.js';
import { ownEvaluationsSql } from '../../../decisions/evaluations/index.js';
import type { Queryable } from '../../../../platform/database/index.js';

/** Another rule that hit in the same evaluations. */
export interface RuleOverlap {
  readonly ruleId: string;
  readonly key: string;
  /** Evaluations in which both hit. */
  readonly bothHit: number;
  /** Their share among the evaluations in which at least one hit. */
  readonly jaccard: number;
}

/** Maximum number of evaluations examined, the newest ones. */
const maxEvaluations = 20_000;
/** Maximum number of rules shown, those with the largest overlap. */
const maxOverlaps = 20;

/** Returns the rules that hit together with a given one, in the newest evaluations of a period. */
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
