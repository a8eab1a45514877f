import type { Queryable } from '../../../platform/database/index.js';
import type { RunGroup } from '../domain/run-groups.js';
import type { CountProgress } from './count-progress.js';

/** How far one step came. */
export interface CountedStep {
  readonly groups: readonly RunGroup[];
  /** Runs that were counted. */
  readonly runs: number;
  /** The place of the last one. */
  readonly arrived: string;
  readonly evaluationId: string;
}

// A run belongs to a time only roughly: one that was begun before another may be committed after it. So no place in the order of
// arrival is waited for: what one snapshot sees and the one before did not see is new, however late it came.
const text = `with fresh as materialized (
     select id, arrived, date_trunc('minute', evaluated_at) as minute, evaluated_at, rule_set_revision as revision,
       rule_set_version as version, rule_id as alone,
       decision, outcome, applied, execution_time_ms as ms, hit_rule_ids, unknown_rule_ids
     from evaluations
     where organization_id = $1 and (arrived, id) > ($2::xid8, $3::uuid) and arrived < pg_snapshot_xmax($5::pg_snapshot)
       and pg_visible_in_snapshot(arrived, $5::pg_snapshot) and not pg_visible_in_snapshot(arrived, $4::pg_snapshot)
     order by arrived, id limit $6),
   found as (
     select f.*, o ->> 'outcome' as found, o ->> 'rule' as rule from fresh f, json_array_elements(f.outcome -> 'outcomes') o
     where cardinality(f.hit_rule_ids) + cardinality(f.unknown_rule_ids) > 0),
   effects as (
     select f.*, case when e ->> 'deduplicatedInto' is null then 'alert' else 'suppressed' end as effect, e ->> 'ruleId' as rule
     from fresh f, json_array_elements(f.applied -> 'alerts') e
     union all
     select f.*, 'skipped', e ->> 'ruleId' from fresh f, json_array_elements(f.applied -> 'skipped') e),
   last as (select arrived, id from fresh order by arrived desc, id desc limit 1)
   select 'run' as kind, minute, revision, version, alone, count(*)::int as count, max(evaluated_at) as "lastAt",
     outcome ->> 'evaluated' as what, sum(ms) as ms, 0 as rejects, null as arrived, null::uuid as id
   from fresh group by minute, revision, version, alone, outcome ->> 'evaluated', floor(ln(greatest(ms, 0.001)) * 6)
   union all
   select found, minute, revision, version, alone, count(*)::int, max(evaluated_at), rule, 0, (count(*) filter (where decision = 'REJECT'))::int,
     null, null
   from found group by minute, revision, version, alone, found, rule
   union all
   select effect, minute, revision, version, alone, count(*)::int, max(evaluated_at), rule, 0, 0, null, null
   from effects group by minute, revision, version, alone, effect, rule
   union all
   select 'last', null, 0, null, null, (select count(*)::int from fresh), null, '', 0, 0, arrived::text, id from last`;

type Row = RunGroup | { readonly kind: 'last'; readonly count: number; readonly arrived: string; readonly id: string };

/** The next runs that `counting` sees and `counted` did not, at most `rows`, put together. */
export async function nextRunGroups(
  client: Queryable,
  organizationId: string,
  progress: CountProgress & { readonly counting: string },
  rows: number,
): Promise<CountedStep> {
  const { arrived, evaluationId, counted, counting } = progress;
  const found = await client.query<Row>({
    name: 'next-run-groups',
    text,
    values: [organizationId, arrived, evaluationId, counted, counting, rows],
  });
  const groups: RunGroup[] = [];
  let step = { runs: 0, arrived, evaluationId };
  for (const row of found.rows) {
    if (row.kind === 'last') step = { runs: row.count, arrived: row.arrived, evaluationId: row.id };
    else groups.push(row);
  }
  return { groups, ...step };
}
