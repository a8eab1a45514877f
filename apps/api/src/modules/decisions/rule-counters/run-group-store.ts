import { ownEvaluationsSql } from '../evaluations/index.js';
import type { Queryable } from '../../../platform/database/index.js';
import type { EvaluationGroup } from './evaluation-groups.js';
import type { CountCursor } from './count-cursor.js';

/** Result of one counting step. */
export interface CountedBatch {
  readonly groups: readonly EvaluationGroup[];
  /** Number of evaluations counted. */
  readonly evaluationCount: number;
  /** Position of the last evaluation. */
  readonly arrived: string;
  readonly evaluationId: string;
}

/** SQL condition for new evaluations. */
const isNew = `arrived < pg_snapshot_xmax($3::pg_snapshot) and pg_visible_in_snapshot(arrived, $3::pg_snapshot)
       and not pg_visible_in_snapshot(arrived, $2::pg_snapshot)`;

/** SQL: whether a window had more rows than may be read. Other excesses have a further member after the cause. */
const hasTooManyRows = (outcome: string): string => `${outcome}::text like '%{"cause":"too_many_rows"}%'`;

// Evaluations have no strict order in time: one that began earlier may be committed later. Therefore no position in the order of arrival is
// waited for. What is visible in one snapshot and was not visible in the one before is new, however late it came. An outcome begins with
// the evaluated rules, because parsing all of it for each evaluation would cost three times as much.
const text = `with fresh as materialized (
     select id, arrived, date_trunc('minute', evaluated_at) as minute, evaluated_at, rule_set_revision as revision,
       rule_set_version as version, rule_id as alone, decision, applied, execution_time_ms as ms,
       split_part(outcome::text, ']', 1) as evaluated, hit_rule_ids as hits, unknown_rule_ids as unknowns,
       case when cardinality(hit_rule_ids) + cardinality(unknown_rule_ids) > 0 and ${hasTooManyRows('outcome')} then outcome end as beyond
     from ${ownEvaluationsSql} e where (arrived, id) > ($4::xid8, $5::uuid) and ${isNew}
     order by arrived, id limit $6),
   found as (
     select f.*, 'hit' as found, rule::text from fresh f, unnest(f.hits) rule
     union all
     select f.*, 'unknown', rule::text from fresh f, unnest(f.unknowns) rule),
   beyond as (
     select f.*, o ->> 'rule' as rule from fresh f, json_array_elements(f.beyond -> 'outcomes') o where ${hasTooManyRows('o')}),
   acting as (select * from fresh where cardinality(hits) + cardinality(unknowns) > 0),
   effects as (
     select f.*, case when e ->> 'deduplicatedInto' is null then 'alert' else 'suppressed' end as effect, e ->> 'ruleId' as rule
     from acting f, json_array_elements(f.applied -> 'alerts') e
     union all
     select f.*, 'skipped', e ->> 'ruleId' from acting f, json_array_elements(f.applied -> 'skipped') e),
   last as (select arrived, id from fresh order by arrived desc, id desc limit 1)
   select 'run' as kind, minute, revision, version, alone, count(*)::int as count, max(evaluated_at) as "lastAt",
     evaluated as what, sum(ms) as ms, 0 as rejects, null as arrived, null::uuid as id
   from fresh group by minute, revision, version, alone, evaluated, floor(ln(greatest(ms, 0.001)) * 6)
   union all
   select found, minute, revision, version, alone, count(*)::int, max(evaluated_at), rule, 0,
     (count(*) filter (where decision = 'REJECT'))::int, null, null
   from found group by minute, revision, version, alone, found, rule
   union all
   select 'too many rows', minute, revision, version, alone, count(*)::int, max(evaluated_at), rule, 0, 0, null, null
   from beyond group by minute, revision, version, alone, rule
   union all
   select effect, minute, revision, version, alone, count(*)::int, max(evaluated_at), rule, 0, 0, null, null
   from effects group by minute, revision, version, alone, effect, rule
   union all
   select 'last', null, 0, null, null, (select count(*)::int from fresh), null, '', 0, 0, arrived::text, id from last`;

const versionGroupsSql = `select 'version ' || (o ->> 'outcome') as kind, date_trunc('minute', evaluated_at) as minute, rule_set_revision as revision,
     rule_set_version as version, rule_id as alone, count(*)::int as count, max(evaluated_at) as "lastAt", o ->> 'rule' as what,
     (count(*) filter (where decision = 'REJECT'))::int as rejects
   from ${ownEvaluationsSql} e, json_array_elements(outcome -> 'outcomes') o
   where (arrived, id) > ($4::xid8, $5::uuid) and (arrived, id) <= ($6::xid8, $7::uuid) and ${isNew}
     and rule_set_revision = any($8::int[]) and cardinality(hit_rule_ids) + cardinality(unknown_rule_ids) > 0
   group by 1, 2, 3, 4, 5, what`;

type Row =
  | EvaluationGroup
  | { readonly kind: 'last'; readonly count: number; readonly arrived: string; readonly id: string };

/** Returns the next evaluations, grouped, that are visible in `counting` and were not in `counted`; at most `rows` evaluations. */
export async function readNextGroups(
  client: Queryable,
  organizationId: string,
  progress: CountCursor & { readonly counting: string },
  rows: number,
): Promise<CountedBatch> {
  const { arrived, evaluationId, counted, counting } = progress;
  const found = await client.query<Row>({
    name: 'next-run-groups',
    text,
    values: [organizationId, counted, counting, arrived, evaluationId, rows],
  });
  const groups: EvaluationGroup[] = [];
  let step = { evaluationCount: 0, arrived, evaluationId };
  for (const row of found.rows) {
    if (row.kind === 'last') step = { evaluationCount: row.count, arrived: row.arrived, evaluationId: row.id };
    else groups.push(row);
  }
  return { groups, ...step };
}

/** Returns the outcome of each version in the evaluations of one step, for publications in which two versions of a rule ran. */
export async function readVersionGroups(
  client: Queryable,
  organizationId: string,
  { counted, counting, arrived, evaluationId }: CountCursor & { readonly counting: string },
  to: { readonly step: CountedBatch; readonly revisions: readonly number[] },
): Promise<readonly EvaluationGroup[]> {
  const { rows } = await client.query<EvaluationGroup>({
    name: 'version-groups',
    text: versionGroupsSql,
    values: [
      organizationId,
      counted,
      counting,
      arrived,
      evaluationId,
      to.step.arrived,
      to.step.evaluationId,
      to.revisions,
    ],
  });
  return rows;
}
