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
  /** Inclusive, to the hour. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** Absent: all. */
  readonly version?: number | undefined;
}

export interface RuleStats {
  readonly series: readonly StatsPoint[];
  readonly totals: StatsTotals;
  /** Every run that was stored by then is counted. Null: some that were stored long before are not yet. */
  readonly asOf: string | null;
}

/** What rules came to, of the runs that are stored by now. */
@Injectable()
export class ReadRuleStats {
  constructor(
    private readonly database: TenantDatabase,
    private readonly counting: CountEvaluations,
  ) {}

  /** Of one rule, by time. */
  async series(organizationId: string, ruleId: string, query: StatsQuery): Promise<RuleStats> {
    const { times, labels, asOf } = await this.read(organizationId, [ruleId], query);
    return { series: seriesOf(times, labels), totals: totalsOf(times, labels), asOf };
  }

  /** Of several, over the whole time. */
  async totals(
    organizationId: string,
    ruleIds: readonly string[],
    { from, to }: Pick<StatsQuery, 'from' | 'to'>,
  ): Promise<{ readonly totals: ReadonlyMap<string, StatsTotals>; readonly asOf: string | null }> {
    const { times, labels, asOf } = await this.read(organizationId, ruleIds, { granularity: 'week', from, to });
    const own = (id: string) => totalsOf(times.filter(isOfRule(id)), labels.filter(isOfRule(id)));
    return { totals: new Map(ruleIds.map((id) => [id, own(id)])), asOf };
  }

  /** Hits by time of the rules that have the most. */
  async busiestHits(organizationId: string, period: HitsPeriod): Promise<readonly HitCount[]> {
    await this.counting.catchUp(organizationId);
    return readBusiestHits(this.database.forOrganization(organizationId), organizationId, period);
  }

  /** `stats` of rules, by their ids. */
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
