import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { ReadRuleStats } from '../../../decisions/rule-counters/index.js';
import { readOrganizationDefaults } from '../../../decisions/rule-sets/index.js';
import type { Counts, TransactionStats, TransactionStatsRequest } from '../domain/transaction-stats.js';
import { countTransactions, type TimedCount } from '../persistence/transaction-counts.js';

const hourMs = 3_600_000;
const defaultSteps = { hour: 24, day: 14 * 24 } as const;

/** `GET /transactions/stats`. */
@Injectable()
export class ReadTransactionStats {
  constructor(
    private readonly database: TenantDatabase,
    private readonly rules: ReadRuleStats,
  ) {}

  /** Returns the statistics. Throws 400 if the period ends before it begins, or exceeds the maximum length. */
  async read(organizationId: string, request: TransactionStatsRequest, now: Date): Promise<TransactionStats> {
    const { granularity, by } = request;
    const { from, to } = periodOf(request, now);
    const client = this.database.forOrganization(organizationId);
    const { timezone } = await readOrganizationDefaults(client, organizationId);
    const period = { granularity, from, to, timezone };
    const rows =
      by === 'rule'
        ? await this.rules.busiestHits(organizationId, period)
        : await countTransactions(client, organizationId, by, period);
    const counted = rows.reduce((sum, { count }) => sum + count, 0);
    const isCut = by !== 'rule' && counted >= limits.statsPayments;
    const first = Math.min(...rows.map((row) => row.first.getTime()));
    return {
      ...{ granularity, by, from: from.toISOString(), to: to.toISOString() },
      series: seriesOf(rows),
      totals: countsOf(rows),
      countedFrom: isCut ? new Date(first).toISOString() : null,
    };
  }
}

/** Responses write years in four digits, and PostgreSQL has no year 0. */
const firstTime = Date.parse('0001-01-01T00:00:00Z');
const lastTime = Date.parse('9999-12-31T23:59:59.999Z');
const boundary = (time: number): Date => new Date(Math.min(Math.max(time, firstTime), lastTime));

function periodOf({ granularity, from, to }: TransactionStatsRequest, now: Date) {
  const end = to === undefined ? now.getTime() : new Date(to).getTime();
  const begin = from === undefined ? end - defaultSteps[granularity] * hourMs : new Date(from).getTime();
  if (begin > end) throw invalid({ from: 'from must not be after to' });
  const mostDays = limits.statsDays[granularity];
  if (end - begin > mostDays * 24 * hourMs)
    throw invalid({ from: `from must be at most ${mostDays} days before to, by ${granularity}` });
  return { from: boundary(Math.floor(begin / hourMs) * hourMs), to: boundary(Math.ceil(end / hourMs) * hourMs) };
}

function seriesOf(rows: readonly TimedCount[]): TransactionStats['series'] {
  const byTime = new Map<string, TimedCount[]>();
  for (const row of rows) {
    const at = row.at.toISOString();
    const known = byTime.get(at);
    if (known) known.push(row);
    else byTime.set(at, [row]);
  }
  return [...byTime].map(([at, some]) => ({ at, counts: countsOf(some) }));
}

function countsOf(rows: readonly TimedCount[]): Counts {
  const counts = new Map<string, number>();
  for (const { key, count } of rows) counts.set(key, (counts.get(key) ?? 0) + count);
  return Object.fromEntries(counts);
}
