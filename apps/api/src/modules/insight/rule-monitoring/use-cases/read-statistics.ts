import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ReadRuleStats, type RuleStats, type StatsTotals } from '../../../decisions/rule-counters/index.js';
import {
  GetRule,
  GuardReferences,
  ListRules,
  type ListRulesQuery,
  type Rule,
  RuleVersions,
} from '../../../rules/rules/index.js';
import { expectedBandOf, type ExpectedBand } from '../domain/expected-band.js';
import { resolveHours, type StatsPeriod } from '../domain/stats-period.js';
import { readOverlap, type RuleOverlap } from '../persistence/rule-overlap.js';

/** A version of the rule created within the period. */
export interface RuleChange {
  readonly at: string;
  readonly version: number;
  readonly status: string;
  /** The changes, in words. */
  readonly words: readonly string[];
}

export interface RuleStatistics extends RuleStats {
  readonly expectedBand: ExpectedBand | null;
  readonly overlap: readonly RuleOverlap[];
  readonly changes: readonly RuleChange[];
}

/** The totals of one rule. */
export interface RuleTotals {
  readonly ruleId: string;
  readonly key: string;
  readonly name: string;
  readonly status: string;
  readonly totals: StatsTotals;
}

export interface StatisticsQuery extends StatsPeriod {
  readonly granularity: 'hour' | 'day' | 'week';
  readonly version?: number;
}

/** Statistics of rules. */
@Injectable()
export class ReadStatistics {
  constructor(
    private readonly database: TenantDatabase,
    private readonly stats: ReadRuleStats,
    private readonly rules: GetRule,
    private readonly lists: ListRules,
    private readonly versions: RuleVersions,
    private readonly references: GuardReferences,
  ) {}

  /** `GET /rules/{id}/stats`. */
  async get(organizationId: string, ruleId: string, query: StatisticsQuery, now: Date): Promise<RuleStatistics> {
    const found = await this.rules.find(organizationId, ruleId);
    // A child can read neither the versions of a rule of its parent nor its dry runs.
    const own = 'rule' in found ? null : found;
    const time = resolveHours(query, now);
    const { granularity, version } = query;
    const stats = await this.stats.series(organizationId, ruleId, { ...time, granularity, version });
    return {
      ...stats,
      expectedBand: own && (await this.expectedBandOf(own)),
      overlap: await readOverlap(this.database.forOrganization(organizationId), organizationId, { ruleId, ...time }),
      changes: own ? await this.listChanges(organizationId, ruleId, time) : [],
    };
  }

  /** `GET /rules/stats`: returns the totals for the rules on one page of `GET /rules`. */
  async list(organizationId: string, query: ListRulesQuery & StatsPeriod, now: Date) {
    const { rules, total } = await this.lists.listAny(organizationId, query);
    const ids = rules.map(({ id }) => id);
    const { totals, asOf } = await this.stats.totals(organizationId, ids, resolveHours(query, now));
    const rows = rules.map(({ id, status, text: { form } }): RuleTotals => {
      return { ruleId: id, key: form.key, name: form.name ?? form.key, status, totals: totals.get(id)! };
    });
    return { rows, total, asOf };
  }

  private async expectedBandOf(rule: Rule): Promise<ExpectedBand | null> {
    const { organizationId } = rule;
    const expected = await this.database.transaction(organizationId, (client) =>
      this.references.findByContent(client, rule),
    );
    return expected && expectedBandOf(expected);
  }

  private async listChanges(
    organizationId: string,
    ruleId: string,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly RuleChange[]> {
    const { rows } = await this.versions.list(organizationId, ruleId, { limit: 100, offset: 0 });
    return rows
      .filter(({ createdAt }) => createdAt >= from.toISOString() && createdAt < to.toISOString())
      .map(({ createdAt, version, status, summary }) => ({ at: createdAt, version, status, words: summary }));
  }
}
