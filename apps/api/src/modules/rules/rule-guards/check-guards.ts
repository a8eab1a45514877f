import { Injectable, Logger } from '@nestjs/common';
import type { GuardLimit } from '@tamis/library';
import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  type Queryable,
  TenantDatabase,
  type Transaction,
} from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import { PeriodicTask, PeriodicJob } from '../../../platform/periodic-task.js';
import { countRuleLabels } from '../../casework/alerts/index.js';
import { CountEvaluations, readMinuteCounts, readRuleCounts, sumCounts } from '../../decisions/rule-counters/index.js';
import {
  endTrips,
  findRule,
  markChecked,
  type Rule,
  type StoredGuard,
  findGuardedRuleIds,
  findOrganizationsWithGuards,
} from '../rules/index.js';
import { findViolation, type LimitViolation, type GuardMeasurement } from './guard-check.js';
import { tripGuard } from './trip-guard.js';

/** Returns `false` if another process is checking guards; otherwise no other process can until the transaction ends. */
async function lockGuardChecks(client: Transaction): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended('rule guards', 1)) as taken`,
  );
  return rows[0]!.taken;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const windowsMs = { '1h': hourMs, '24h': 24 * hourMs } as const;
const baselineDays = 7;

const startOfMinute = (moment: number): Date => new Date(Math.floor(moment / minuteMs) * minuteMs);

/** Checks rules against their guards at least once a minute, in one process at a time. */
@Injectable()
export class CheckGuards extends PeriodicJob {
  private readonly logger = new Logger('rule guards');
  protected override readonly task = new PeriodicTask(
    'rule guards',
    'checking guards failed',
    limits.guardCheckMs,
    () => this.checkAll(new Date()),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly counting: CountEvaluations,
  ) {
    super();
  }

  /** Checks every guard, unless another process does so, and returns how many tripped. */
  checkAll(now: Date): Promise<number> {
    return inTransaction(this.pool, null, async (client) => {
      if (!(await lockGuardChecks(client))) return 0;
      let tripped = 0;
      for (const organizationId of await findOrganizationsWithGuards(client)) {
        if (this.task.isStopped) break;
        await this.counting.catchUp(organizationId);
        for (const ruleId of await findGuardedRuleIds(this.database.forOrganization(organizationId), organizationId))
          if (await this.checkSafely(organizationId, ruleId, now)) tripped += 1;
      }
      return tripped;
    });
  }

  /** A rule that cannot be checked does not prevent the others from being checked. */
  private async checkSafely(organizationId: string, ruleId: string, now: Date): Promise<boolean> {
    try {
      return await this.check(organizationId, ruleId, now);
    } catch (error) {
      this.logger.error(`checking the guard of the rule ${ruleId} failed: ${String(error)}`);
      return false;
    }
  }

  private async check(organizationId: string, ruleId: string, now: Date): Promise<boolean> {
    const client = this.database.forOrganization(organizationId);
    const rule = await findRule(client, organizationId, ruleId);
    if (!rule?.guard || rule.activeVersion === null) return false;
    const found = await findFirstViolation(client, rule, rule.guard, now);
    const isTripped = rule.guard.trip?.endedAt === null;
    if (!found) {
      await markChecked(client, { organizationId, ruleId }, now);
      if (isTripped) await endTrips(client, { organizationId, ruleId }, now);
      return false;
    }
    // No further notification is sent until the rule has been within its limits again.
    if (isTripped) {
      await markChecked(client, { organizationId, ruleId }, now);
      return false;
    }
    const from = windowStart(rule.guard, found.window, now);
    return this.database.transaction(organizationId, (transaction) =>
      tripGuard(transaction, rule, { ...found.exceeded, from }, now),
    );
  }
}

/** A guard counts from when it was armed at the earliest. */
const windowStart = ({ armedAt }: StoredGuard, window: GuardLimit['window'], now: Date): Date =>
  startOfMinute(Math.max(now.getTime() - windowsMs[window], armedAt.getTime()));

async function findFirstViolation(
  client: Queryable,
  rule: Rule,
  guard: StoredGuard,
  now: Date,
): Promise<{ readonly exceeded: LimitViolation; readonly window: GuardLimit['window'] } | null> {
  for (const limit of guard.limits) {
    const found = findViolation(limit, guard, await measure(client, rule, guard, { window: limit.window, now }));
    if (found) return { exceeded: found, window: limit.window };
  }
  return null;
}

async function measure(
  client: Queryable,
  { organizationId, id: ruleId, activeVersion }: Rule,
  guard: StoredGuard,
  { window, now }: { readonly window: GuardLimit['window']; readonly now: Date },
): Promise<GuardMeasurement> {
  const from = windowStart(guard, window, now);
  const begin = new Date(now.getTime() - windowsMs[window]);
  const days = { ruleIds: [ruleId], unit: 'hour' as const, timezone: 'UTC' };
  const since = new Date(begin.getTime() - baselineDays * 24 * hourMs);
  const before = await readRuleCounts(client, organizationId, { ...days, from: since, to: begin });
  const first = before[0]?.at;
  const labelsBetween = async (begins: Date, ends: Date): Promise<GuardMeasurement['labels']> => {
    const labels = await countRuleLabels(client, organizationId, { ...days, from: begins, to: ends });
    return {
      confirmed: labels.reduce((sum, each) => sum + each.confirmed, 0),
      falsePositives: labels.reduce((sum, each) => sum + each.falsePositives, 0),
    };
  };
  return {
    counts: await readMinuteCounts(client, organizationId, {
      ruleId,
      version: activeVersion!,
      from,
      revision: guard.armedRevision,
    }),
    labels: await labelsBetween(from, new Date(now.getTime() + hourMs)),
    isFullWindow: guard.armedAt <= begin,
    baseline: {
      counts: sumCounts(before.map(({ counts }) => counts)),
      labels: await labelsBetween(since, begin),
      // A rule that is less than a week old is compared with its own lifetime.
      days: first ? Math.max(1 / 24, (begin.getTime() - first.getTime()) / (24 * hourMs)) : 0,
    },
  };
}
