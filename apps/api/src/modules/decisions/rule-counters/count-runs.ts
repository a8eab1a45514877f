import { setTimeout as sleep } from 'node:timers/promises';

import type { SetRule } from '@tamis/engine';
import { Injectable } from '@nestjs/common';

import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type TransactionClient,
} from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import { PeriodicTask, PeriodicWork } from '../../../platform/periodic-task.js';

import { ruleAlone, RuleSets } from '../rule-sets/index.js';
import { foldGroups, hasTwoVersions, type CountedRule } from './fold-groups.js';
import type { RunGroup } from './run-groups.js';
import { beginCounting, lockProgress, organizationsCounted, saveProgress } from './count-progress.js';
import { addRuleCounts, forgetMinutes } from './rule-count-store.js';
import { nextRunGroups, versionGroups } from './run-group-store.js';

/**
 * For how many times as long as a step took the processor is left to the traffic, which would wait for steps in a row; at most so many
 * milliseconds, as a server that ends waits for it.
 */
const restsPerStep = 4;
const longestRestMs = 500;

/** Longer than the longest window of a guard. */
const minutesKeptMs = 25 * 3_600_000;

interface Step {
  /** How many were counted. */
  readonly runs: number;
  /** Whether it was decided in this step up to which moment is counted. */
  readonly isFirst: boolean;
  /** Whether all up to that moment are. */
  readonly isLast: boolean;
  readonly at: Date | null;
}

/** A look at an organization, and how long it may be left alone after one that found nothing. */
interface Rest {
  readonly due: number;
  readonly ms: number;
}

/**
 * Counts what rules came to from the runs that are stored, beside the traffic and never in it. Every run is counted once, however
 * late it was committed and however many processes count.
 */
@Injectable()
export class CountRuns extends PeriodicWork {
  protected override readonly task = new PeriodicTask('rule counts', 'runs were not counted', limits.ruleCountMs, () =>
    this.run(new Date()),
  );
  private readonly rests = new Map<string, Rest>();

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {
    super();
  }

  /** Counts for every organization that is due. One without runs is looked at ever less often, up to once a minute. */
  async run(now: Date): Promise<void> {
    for (const organizationId of await inTransaction(this.pool, null, organizationsCounted)) {
      if (this.task.isStopped) return;
      const rest = this.rests.get(organizationId) ?? { due: 0, ms: 0 };
      if (rest.due > now.getTime()) continue;
      const runs = await this.countBy(organizationId);
      const ms = runs > 0 ? 0 : Math.min(limits.ruleCountRestMs, Math.max(limits.ruleCountMs, rest.ms * 2));
      this.rests.set(organizationId, { due: now.getTime() + ms, ms });
    }
  }

  /** Counts what is stored by now, as many runs as one look may take. How many were counted. */
  private async countBy(organizationId: string): Promise<number> {
    let runs = 0;
    for (let steps = 0; steps < limits.ruleCountSteps && !this.task.isStopped; steps += 1) {
      const begunMs = performance.now();
      const step = await this.step(organizationId, limits.ruleCountRunsBeside);
      runs += step.runs;
      if (step.isLast) break;
      await sleep(Math.min(longestRestMs, restsPerStep * (performance.now() - begunMs)));
    }
    return runs;
  }

  /**
   * Counts what is stored by now, and no more runs than a request may wait for. The moment up to which all are counted; null where
   * there are more than that.
   */
  async catchUp(organizationId: string): Promise<Date | null> {
    // What is under way ends at a moment of before.
    let isBegun = false;
    for (let steps = 0; steps < limits.ruleCountSteps; steps += 1) {
      const step = await this.step(organizationId, limits.ruleCountRuns);
      isBegun ||= step.isFirst;
      if (isBegun && step.isLast) return step.at;
    }
    return null;
  }

  /** Counts at most `most` of the runs that are not counted. */
  private step(organizationId: string, most: number): Promise<Step> {
    return this.database.transaction(organizationId, async (client) => {
      const progress = await lockProgress(client, organizationId);
      const { counting, countingAt: at } = progress;
      const begun = counting === null ? await beginCounting(client, progress.counted) : { ...progress, counting };
      const found = await nextRunGroups(client, organizationId, begun, most);
      const { groups, runs, arrived, evaluationId } = found;
      const rules = await this.rulesOf(client, organizationId, groups);
      const revisions = [...new Set(groups.map(({ revision }) => revision))].filter((revision) =>
        hasTwoVersions(rules.get(nameOf(revision, null)) ?? []),
      );
      const byVersion =
        revisions.length > 0 ? await versionGroups(client, organizationId, begun, { step: found, revisions }) : [];
      const periods = foldGroups([...groups, ...byVersion], (...run) => rules.get(nameOf(...run))!);
      await addRuleCounts(client, organizationId, periods);
      const isLast = runs < most;
      await saveProgress(client, organizationId, {
        ...begun,
        ...(isLast ? { counted: begun.counting, counting: null } : { arrived, evaluationId }),
      });
      if (isLast && runs > 0)
        await forgetMinutes(client, organizationId, new Date(begun.countingAt!.getTime() - minutesKeptMs));
      return { runs, isFirst: counting === null, isLast, at: at ?? begun.countingAt };
    });
  }

  /** The rules of the runs, in the order their runs name them by. */
  private async rulesOf(
    client: TransactionClient,
    organizationId: string,
    groups: readonly RunGroup[],
  ): Promise<ReadonlyMap<string, readonly CountedRule[]>> {
    const rules = new Map<string, readonly CountedRule[]>();
    for (const { revision, alone, version } of groups) {
      const name = nameOf(revision, alone);
      if (rules.has(name)) continue;
      const set = await this.ruleSets.published(client, organizationId, { version, revision });
      const { compiled } = alone === null ? set : (ruleAlone(set, alone) ?? set);
      rules.set(name, compiled.rules.map(countedRule));
    }
    return rules;
  }
}

const nameOf = (revision: number, alone: string | null): string => `${revision} ${alone ?? ''}`;

const countedRule = ({ content, checked }: SetRule): CountedRule => ({
  ruleId: content.ruleId,
  version: content.version,
  status: content.status,
  weight: checked.cost,
});
