import { minIdAt, type Queryable } from '../../../../platform/database/index.js';

/** How people resolved the alerts of a rule that were raised in a unit of time. */
export interface RuleLabelCounts {
  readonly ruleId: string;
  readonly version: number;
  /** Start of the unit in which the alerts were raised. */
  readonly at: Date;
  readonly confirmed: number;
  readonly falsePositives: number;
}

export interface LabelsQuery {
  readonly ruleIds: readonly string[];
  /** If absent, all versions are included. */
  readonly version?: number | undefined;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly unit: 'hour' | 'day' | 'week';
  readonly timezone: string;
}

// The time is taken from the id, which begins with its creation time, because `created_at` is the logical time of the evaluation.
const raisedAtSql = `to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0)`;

/** Counts the resolutions of alerts raised by rules, by the time of the alert. A unit without any is missing from the result. */
export async function countRuleLabels(
  client: Queryable,
  organizationId: string,
  { ruleIds, version, from, to, unit, timezone }: LabelsQuery,
): Promise<readonly RuleLabelCounts[]> {
  const { rows } = await client.query<RuleLabelCounts>(
    `select rule_id as "ruleId", rule_version as version, date_trunc($5, ${raisedAtSql}, $6) as at,
       (count(*) filter (where resolution = 'CONFIRMED_RISK'))::int as confirmed,
       (count(*) filter (where resolution = 'FALSE_POSITIVE'))::int as "falsePositives"
     from alerts
     where organization_id = $1 and id >= $3 and id < $4 and rule_id = any($2::uuid[])
       and resolution in ('CONFIRMED_RISK', 'FALSE_POSITIVE') and ($7::integer is null or rule_version = $7)
     group by 1, 2, 3`,
    [organizationId, ruleIds, minIdAt(from.getTime()), minIdAt(to.getTime()), unit, timezone, version ?? null],
  );
  return rows;
}

/** Returns those of the records that have an alert confirmed by people. */
export async function confirmedRecords(
  client: Queryable,
  organizationId: string,
  recordIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct coalesce(transaction_id, user_event_id, target_entity_id) as id from alerts
     where organization_id = $1 and resolution = 'CONFIRMED_RISK'
       and coalesce(transaction_id, user_event_id, target_entity_id) = any($2::uuid[])`,
    [organizationId, recordIds],
  );
  return new Set(rows.map(({ id }) => id));
}
