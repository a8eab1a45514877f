import type { Cause } from '@tamis/lang';

import { type Queryable, SqlConditions } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { DryRun } from '../domain/dry-run.js';
import type { MatchChange } from '../domain/match-collector.js';
import type { EntitySummary } from '../domain/stored-evaluation.js';

/** A record behind a figure. */
export interface StoredMatch {
  readonly recordType: string;
  readonly recordId: string;
  readonly externalId: string | null;
  readonly occurredAt: Date;
  readonly entity: EntitySummary | null;
  /** Decimal text. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly label: string | null;
  readonly change: MatchChange;
  readonly ruleKey: string | null;
  readonly clause: string | null;
  readonly decisionBaseline: string | null;
  readonly decisionCandidate: string;
  readonly totalScoreBaseline: number | null;
  readonly totalScoreCandidate: number;
  readonly unknownBecause: readonly Cause[] | null;
}

/** Filter for matches. All conditions must match. */
export interface MatchConditions {
  readonly change?: MatchChange;
  readonly ruleId?: string;
  readonly ruleKey?: string;
  readonly decisionFrom?: string;
  readonly decisionTo?: string;
  readonly label?: string;
  readonly clause?: string;
  readonly segment?: string;
  /** Logical times, ISO 8601, both included. */
  readonly from?: string;
  readonly to?: string;
}

export interface MatchFilter extends MatchConditions, PageQuery {
  readonly sort?: 'amount' | 'occurredAt';
}

const columns = `record_type as "recordType", record_id as "recordId", external_id as "externalId", occurred_at as "occurredAt",
  entity, amount::text as amount, currency, label, change, rule_key as "ruleKey", clause, decision_baseline as "decisionBaseline",
  decision_candidate as "decisionCandidate", total_score_baseline as "totalScoreBaseline",
  total_score_candidate as "totalScoreCandidate", unknown_because as "unknownBecause"`;

const sorts = {
  occurredAt: { column: 'occurred_at', type: 'timestamptz' },
  // Amounts that are equal as doubles are sorted by id.
  amount: { column: 'sort_amount', type: 'float8' },
} as const;

/** Returns the key of the rule with an id, on either side; `undefined` if the filter names none. */
export function keyOf({ candidate, baseline }: DryRun, ruleId: string | undefined): string | undefined {
  if (ruleId === undefined) return undefined;
  const all = [...Object.entries(candidate.ruleIds), ...Object.entries(baseline?.ruleIds ?? {})];
  return all.find(([, id]) => id === ruleId)?.[0] ?? '';
}

/** Returns matches, newest or largest first. */
export function listMatches(
  client: Queryable,
  run: DryRun,
  valueIndex: number,
  query: MatchFilter,
): Promise<Page<StoredMatch>> {
  const conditions = new SqlConditions(run.organizationId)
    .add('dry_run_id = ?', run.id)
    .add('value_index = ?', valueIndex)
    .add('change = ?', query.change)
    .add('rule_key = ?', keyOf(run, query.ruleId))
    .add('rule_key = ?', query.ruleKey)
    .add('decision_baseline = ?', query.decisionFrom)
    .add('decision_candidate = ?', query.decisionTo)
    .add('clause = ?', query.clause)
    .add('? = any(segments)', query.segment)
    .add('occurred_at >= ?', query.from)
    .add('occurred_at <= ?', query.to);
  if (query.label === 'unlabelled') conditions.addRaw('label is null');
  else conditions.add('label = ?', query.label);
  return selectPage<StoredMatch>(client, {
    list: `dry-run-matches ${run.id} ${valueIndex}`,
    columns,
    from: 'dry_run_matches',
    conditions,
    query,
    sortBy: sorts[query.sort ?? 'occurredAt'],
    descending: true,
  });
}

/** Returns all matches of one record. */
export async function findMatches(
  client: Queryable,
  { organizationId, id }: DryRun,
  recordId: string,
): Promise<readonly StoredMatch[]> {
  const { rows } = await client.query<StoredMatch>(
    `select ${columns} from dry_run_matches
     where organization_id = $1 and dry_run_id = $2 and record_id = $3 and value_index = 0
     order by change, rule_key`,
    [organizationId, id, recordId],
  );
  return rows;
}
