import type { Queryable } from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import type { PeriodCounts } from './aggregate-groups.js';
import { type TimedCounts, zeroCounts, type RuleCounts } from './rule-counts.js';

/** For hours counted before too many rows were counted separately, this count is null and stays null. */
const summedColumns = [
  'executions', 'hits', 'unknowns', 'rejects', 'alerts', 'suppressed', 'skipped', 'micros', 'run_micros', 'too_many_rows',
]; // prettier-ignore

/** Adds to the counts. The caller must be the only one counting for the organization. */
export async function addRuleCounts(
  client: Queryable,
  organizationId: string,
  periods: readonly PeriodCounts[],
): Promise<void> {
  if (periods.length === 0) return;
  const rows = periods.map(({ ruleId, version, period, at, revision, counts }) => ({
    rule_id: ruleId,
    version,
    period,
    at,
    revision,
    ...counts,
    run_micros: counts.runMicros,
    too_many_rows: counts.tooManyRows,
    micros_counts: counts.microsCounts,
    last_at: counts.lastAt,
    last_hit_at: counts.lastHitAt,
  }));
  await client.query(
    `insert into rule_counts (organization_id, rule_id, version, period, at, revision, ${summedColumns.join(', ')}, micros_counts, last_at, last_hit_at)
     select $1, rule_id, version, period, at, revision, ${summedColumns.join(', ')}, micros_counts, coalesce(last_at, at), last_hit_at
     from json_to_recordset($2) as t (rule_id uuid, version integer, period text, at timestamptz, revision integer,
       ${summedColumns.map((column) => `${column} ${column.includes('micros') ? 'double precision' : 'bigint'}`).join(', ')},
       micros_counts bigint[], last_at timestamptz, last_hit_at timestamptz)
     on conflict (organization_id, rule_id, version, period, at, revision) do update set
       ${summedColumns.map((column) => `${column} = rule_counts.${column} + excluded.${column}`).join(', ')},
       micros_counts = (select array_agg(a + b order by place)
         from unnest(rule_counts.micros_counts, excluded.micros_counts) with ordinality as both_of (a, b, place)),
       last_at = greatest(rule_counts.last_at, excluded.last_at),
       last_hit_at = greatest(rule_counts.last_hit_at, excluded.last_hit_at)`,
    [organizationId, JSON.stringify(rows)],
  );
}

export interface CountsQuery {
  readonly ruleIds: readonly string[];
  /** If absent, all versions are included. */
  readonly version?: number | undefined;
  /** Inclusive, truncated to the hour. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly unit: 'hour' | 'day' | 'week';
  /** Time zone in which days and weeks begin. */
  readonly timezone: string;
}

interface CountsRow {
  readonly ruleId: string;
  readonly version: number;
  readonly at: Date;
  /** JSON texts. */
  readonly sums: string;
  readonly microsCounts: string | null;
  readonly lastAt: Date | null;
  readonly lastHitAt: Date | null;
}

const sumsSql = `json_build_object(${summedColumns.map((column) => `'${column}', coalesce(sum(${column}), 0)`).join(', ')}) as sums,
  max(last_at) as "lastAt", max(last_hit_at) as "lastHitAt"`;

function toRuleCounts({
  sums: text,
  microsCounts,
  lastAt,
  lastHitAt,
}: Omit<CountsRow, 'ruleId' | 'version' | 'at'>): RuleCounts {
  const {
    run_micros: runMicros,
    too_many_rows: tooManyRows,
    ...counts
  } = JSON.parse(text) as Omit<RuleCounts, 'microsCounts'> & {
    readonly run_micros: number;
    readonly too_many_rows: number;
  };
  return {
    ...counts,
    runMicros,
    tooManyRows,
    microsCounts: microsCounts === null ? zeroCounts.microsCounts : (JSON.parse(microsCounts) as number[]),
    lastAt,
    lastHitAt,
  };
}

/** Returns the counts over time, without versions that were never evaluated. */
export async function readRuleCounts(
  client: Queryable,
  organizationId: string,
  { ruleIds, version, from, to, unit, timezone }: CountsQuery,
): Promise<readonly TimedCounts[]> {
  const { rows } = await client.query<CountsRow>(
    `with hours as (
       select *, date_trunc($5, at, $6) as unit_at from rule_counts
       where organization_id = $1 and period = 'hour' and rule_id = any($2::uuid[]) and at >= $3 and at < $4
         and ($7::integer is null or version = $7)),
     buckets as (
       select rule_id, version, unit_at, place, sum(n) as n from hours, unnest(micros_counts) with ordinality as b (n, place)
       group by 1, 2, 3, 4),
     times as (select rule_id, version, unit_at, json_agg(n order by place) as micros from buckets group by 1, 2, 3),
     totals as (select rule_id, version, unit_at, ${sumsSql} from hours group by 1, 2, 3)
     select rule_id as "ruleId", version, unit_at as at, micros as "microsCounts", sums, "lastAt", "lastHitAt"
     from totals join times using (rule_id, version, unit_at) order by 3, 1, 2`,
    [organizationId, ruleIds, from, to, unit, timezone, version ?? null],
  );
  return rows.map((row) => ({ ruleId: row.ruleId, version: row.version, at: row.at, counts: toRuleCounts(row) }));
}

export interface MinutesQuery {
  readonly ruleId: string;
  readonly version: number;
  /** Start of a minute, inclusive. */
  readonly from: Date;
  /** First publication that is counted. */
  readonly revision: number;
}

/** Returns the counts of a rule version since a minute within the last day. */
export async function readMinuteCounts(
  client: Queryable,
  organizationId: string,
  { ruleId, version, from, revision }: MinutesQuery,
): Promise<RuleCounts> {
  const { rows } = await client.query<CountsRow>(
    `select rule_id as "ruleId", version, min(at) as at, null as "microsCounts", ${sumsSql} from rule_counts
     where organization_id = $1 and rule_id = $2 and version = $3 and period = 'minute' and at >= $4 and revision >= $5
     group by 1, 2`,
    [organizationId, ruleId, version, from, revision],
  );
  return rows[0] ? toRuleCounts(rows[0]) : zeroCounts;
}

export interface HitsPeriod {
  readonly granularity: 'hour' | 'day';
  readonly from: Date;
  readonly to: Date;
  readonly timezone: string;
}

/** How often a rule, `key`, hit in one hour or day. */
export interface HitCount {
  readonly at: Date;
  readonly key: string;
  readonly count: number;
  readonly first: Date;
}

/** Returns the hits of the rules with the most hits in a period. Versions are found one after another, and the hours of each by index. */
export async function readBusiestHits(
  client: Queryable,
  organizationId: string,
  { granularity, from, to, timezone }: HitsPeriod,
): Promise<readonly HitCount[]> {
  const { rows } = await client.query<HitCount>({
    name: 'busiest-rule-hits',
    text: `with recursive v as (
        (select rule_id, version from rule_counts where organization_id = $1 order by rule_id, version limit 1)
        union all
        select n.* from v cross join lateral (
          select c.rule_id, c.version from rule_counts c where c.organization_id = $1
            and (c.rule_id, c.version) > (v.rule_id, v.version) order by c.rule_id, c.version limit 1) n),
      hours as (
        select v.rule_id, c.at, c.hits from v join rule_counts c on c.organization_id = $1 and c.rule_id = v.rule_id
          and c.version = v.version and c.period = 'hour' and c.at >= $2 and c.at < $3 where c.hits > 0),
      busiest as (select rule_id from hours group by 1 order by sum(hits) desc, rule_id limit ${limits.statsRules})
      select date_trunc($4, at, $5) as at, rule_id::text as key, sum(hits)::int as count, min(at) as first
      from hours join busiest using (rule_id) group by 1, 2 order by 1, 2`,
    values: [organizationId, from, to, granularity, timezone],
  });
  return rows;
}

/** Returns the hour in which a rule version was first evaluated, or `null` if it never was. */
export async function findFirstCountedHour(
  client: Queryable,
  organizationId: string,
  { ruleId, version }: { readonly ruleId: string; readonly version: number },
): Promise<Date | null> {
  const { rows } = await client.query<{ at: Date | null }>(
    `select min(at) as at from rule_counts
     where organization_id = $1 and rule_id = $2 and version = $3 and period = 'hour'`,
    [organizationId, ruleId, version],
  );
  return rows[0]!.at;
}

/** A version of a rule. */
export interface RuleVersionKey {
  readonly ruleId: string;
  readonly version: number;
}

/**
 * Returns, by rule id, the share of evaluations since a given time (truncated to the hour) in which a window of the rule version had more
 * rows than may be read. A version that was not evaluated is missing from the result.
 */
export async function readTooManyRowsShares(
  client: Queryable,
  organizationId: string,
  { versions, from }: { readonly versions: readonly RuleVersionKey[]; readonly from: Date },
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ readonly ruleId: string; readonly share: number }>(
    `select rule_id as "ruleId", (sum(too_many_rows) / sum(executions))::float8 as share
     from rule_counts join unnest($2::uuid[], $3::integer[]) as wanted (rule_id, version) using (rule_id, version)
     where organization_id = $1 and period = 'hour' and at >= $4 and too_many_rows is not null
     group by rule_id having sum(executions) > 0`,
    [organizationId, versions.map(({ ruleId }) => ruleId), versions.map(({ version }) => version), from],
  );
  return new Map(rows.map(({ ruleId, share }) => [ruleId, share]));
}

/** Deletes minute counts that no guard requires any more. */
export async function deleteMinuteCounts(client: Queryable, organizationId: string, before: Date): Promise<void> {
  await client.query(`delete from rule_counts where organization_id = $1 and period = 'minute' and at < $2`, [
    organizationId,
    before,
  ]);
}
