import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../platform/database/index.js';
import { countRuleLabels } from '../../casework/alerts/index.js';
import { readOrganizationDefaults } from '../rule-sets/index.js';
import {
  type RuleStatsView,
  seriesOf,
  statsFrom,
  type StatsPoint,
  type StatsTotals,
  statsView,
  totalsOf,
} from './rule-stats.js';
import { type HitCount, type HitsPeriod, readBusiestHits, readRuleCounts } from './rule-count-store.js';
import { CountEvaluations } from './count-evaluations.js';

export interface StatsQuery {
  readonly granularity: 'hour' | 'day' | 'week';
  /** Inclusive, truncated to the hour. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** If absent, all versions are included. */
  readonly version?: number | undefined;
}

export interface RuleStats {
  readonly series: readonly StatsPoint[];
  readonly totals: StatsTotals;
  /** All evaluations stored by this time are counted; `null` if some that were stored long before are not counted yet. */
  readonly asOf: string | null;
}

/** Reads statistics of rules from the evaluations stored so far. */
@Injectable()
export class ReadRuleStats {
  constructor(
    private readonly database: TenantDatabase,
    private readonly counting: CountEvaluations,
  ) {}

  /** Returns the statistics of one rule over time. */
  async series(organizationId: string, ruleId: string, query: StatsQuery): Promise<RuleStats> {
    const { times, labels, asOf } = await this.read(organizationId, [ruleId], query);
    return { series: seriesOf(times, labels), totals: totalsOf(times, labels), asOf };
  }

  /** Returns the statistics of several rules over the whole period. */
  async totals(
    organizationId: string,
    ruleIds: readonly string[],
    { from, to }: Pick<StatsQuery, 'from' | 'to'>,
  ): Promise<{ readonly totals: ReadonlyMap<string, StatsTotals>; readonly asOf: string | null }> {
    const { times, labels, asOf } = await this.read(organizationId, ruleIds, { granularity: 'week', from, to });
    const own = (id: string) => totalsOf(times.filter(isOfRule(id)), labels.filter(isOfRule(id)));
    return { totals: new Map(ruleIds.map((id) => [id, own(id)])), asOf };
  }

  /** Returns hits over time for the rules with the most hits. */
  async busiestHits(organizationId: string, period: HitsPeriod): Promise<readonly HitCount[]> {
    await this.counting.catchUp(organizationId);
    return readBusiestHits(this.database.forOrganization(organizationId), organizationId, period);
  }

  /** Returns `stats` of rules, by rule id. */
  async summaries(
    organizationId: string,
    ruleIds: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, RuleStatsView>> {
    const query = { granularity: 'day' as const, from: statsFrom(now), to: new Date(now.getTime() + hourMs) };
    const { times, labels } = await this.read(organizationId, ruleIds, query, 'UTC');
    return new Map(
      ruleIds.map((id) => [id, statsView(times.filter(isOfRule(id)), labels.filter(isOfRule(id)), now)] as const),
    );
  }

  private async read(
    organizationId: string,
    ruleIds: readonly string[],
    { granularity: unit, from, to, version }: StatsQuery,
    zone?: string,
  ) {
    const counted = await this.counting.catchUp(organizationId);
    const client = this.database.forOrganization(organizationId);
    const timezone = zone ?? (await readOrganizationDefaults(client, organizationId)).timezone;
    const query = { ruleIds, version, from, to, unit, timezone };
    return {
      times: await readRuleCounts(client, organizationId, query),
      labels: await countRuleLabels(client, organizationId, query),
      asOf: counted?.toISOString() ?? null,
    };
  }
}

const hourMs = 3_600_000;

const isOfRule =
  (id: string) =>
  ({ ruleId }: { readonly ruleId: string }): boolean =>
    ruleId === id;
