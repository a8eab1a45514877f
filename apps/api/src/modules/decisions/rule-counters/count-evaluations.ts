import { setTimeout as sleep } from 'node:timers/promises';

import type { SetRule } from '@tamis/engine';
import { Injectable } from '@nestjs/common';

import {
  InjectPgPool,
  inTransaction,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import { PeriodicTask, PeriodicJob } from '../../../platform/periodic-task.js';

import { findOrganizationsWithRules, singleRuleSet, RuleSets } from '../rule-sets/index.js';
import { aggregateGroups, hasVersionConflict, type PublishedRuleRef } from './aggregate-groups.js';
import type { EvaluationGroup } from './evaluation-groups.js';
import { advanceCursor, lockCursor, saveCursor } from './count-cursor.js';
import { addRuleCounts, deleteMinuteCounts } from './rule-count-store.js';
import { readNextGroups, readVersionGroups } from './run-group-store.js';

/**
 * For how many times as long as a step took the processor is left to the traffic, which would wait for steps in a row; at most so many
 * milliseconds, as a server that ends waits for it.
 */
const pauseFactor = 4;
const maxPauseMs = 500;

/** Longer than the longest window of a guard. */
const minuteRetentionMs = 25 * 3_600_000;

interface CountResult {
  /** How many were counted. */
  readonly evaluationCount: number;
  /** Whether it was decided in this step up to which moment is counted. */
  readonly isFirst: boolean;
  /** Whether all up to that moment are. */
  readonly isLast: boolean;
  readonly at: Date | null;
}

/** A look at an organization, and how long it may be left alone after one that found nothing. */
interface Backoff {
  readonly dueAt: number;
  readonly delayMs: number;
}

/**
 * Counts what rules came to from the runs that are stored, beside the traffic and never in it. Every run is counted once, however
 * late it was committed and however many processes count.
 */
@Injectable()
export class CountEvaluations extends PeriodicJob {
  protected override readonly task = new PeriodicTask('rule counts', 'runs were not counted', limits.ruleCountMs, () =>
    this.countAll(new Date()),
  );
  private readonly backoffs = new Map<string, Backoff>();

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {
    super();
  }

  /** Counts for every organization that is due. One without runs is looked at ever less often, up to once a minute. */
  async countAll(now: Date): Promise<void> {
    for (const organizationId of await inTransaction(this.pool, null, findOrganizationsWithRules)) {
      if (this.task.isStopped) return;
      const rest = this.backoffs.get(organizationId) ?? { dueAt: 0, delayMs: 0 };
      if (rest.dueAt > now.getTime()) continue;
      const runs = await this.countOrganization(organizationId);
      const ms = runs > 0 ? 0 : Math.min(limits.ruleCountRestMs, Math.max(limits.ruleCountMs, rest.delayMs * 2));
      this.backoffs.set(organizationId, { dueAt: now.getTime() + ms, delayMs: ms });
    }
  }

  /** Counts what is stored by now, as many runs as one look may take. How many were counted. */
  private async countOrganization(organizationId: string): Promise<number> {
    let runs = 0;
    for (let steps = 0; steps < limits.ruleCountSteps && !this.task.isStopped; steps += 1) {
      const begunMs = performance.now();
      const step = await this.countBatch(organizationId, limits.ruleCountRunsBeside);
      runs += step.evaluationCount;
      if (step.isLast) break;
      await sleep(Math.min(maxPauseMs, pauseFactor * (performance.now() - begunMs)));
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
      const step = await this.countBatch(organizationId, limits.ruleCountRuns);
      isBegun ||= step.isFirst;
      if (isBegun && step.isLast) return step.at;
    }
    return null;
  }

  /** Counts at most `most` of the runs that are not counted. */
  private countBatch(organizationId: string, most: number): Promise<CountResult> {
    return this.database.transaction(organizationId, async (client) => {
      const progress = await lockCursor(client, organizationId);
      const { counting, countingAt: at } = progress;
      const begun = counting === null ? await advanceCursor(client, progress.counted) : { ...progress, counting };
      const found = await readNextGroups(client, organizationId, begun, most);
      const { groups, evaluationCount, arrived, evaluationId } = found;
      const rules = await this.loadRules(client, organizationId, groups);
      const revisions = [...new Set(groups.map(({ revision }) => revision))].filter((revision) =>
        hasVersionConflict(rules.get(ruleSetKey(revision, null)) ?? []),
      );
      const byVersion =
        revisions.length > 0 ? await readVersionGroups(client, organizationId, begun, { step: found, revisions }) : [];
      const periods = aggregateGroups([...groups, ...byVersion], (...run) => rules.get(ruleSetKey(...run))!);
      await addRuleCounts(client, organizationId, periods);
      const isLast = evaluationCount < most;
      await saveCursor(client, organizationId, {
        ...begun,
        ...(isLast ? { counted: begun.counting, counting: null } : { arrived, evaluationId }),
      });
      if (isLast && evaluationCount > 0)
        await deleteMinuteCounts(client, organizationId, new Date(begun.countingAt!.getTime() - minuteRetentionMs));
      return { evaluationCount, isFirst: counting === null, isLast, at: at ?? begun.countingAt };
    });
  }

  /** The rules of the runs, in the order their runs name them by. */
  private async loadRules(
    client: Transaction,
    organizationId: string,
    groups: readonly EvaluationGroup[],
  ): Promise<ReadonlyMap<string, readonly PublishedRuleRef[]>> {
    const rules = new Map<string, readonly PublishedRuleRef[]>();
    for (const { revision, alone, version } of groups) {
      const name = ruleSetKey(revision, alone);
      if (rules.has(name)) continue;
      const set = await this.ruleSets.loadPublication(client, organizationId, { version, revision });
      const { compiled } = alone === null ? set : (singleRuleSet(set, alone) ?? set);
      rules.set(name, compiled.rules.map(toPublishedRuleRef));
    }
    return rules;
  }
}

const ruleSetKey = (revision: number, alone: string | null): string => `${revision} ${alone ?? ''}`;

const toPublishedRuleRef = ({ content, checked }: SetRule): PublishedRuleRef => ({
  ruleId: content.ruleId,
  version: content.version,
  status: content.status,
  weight: checked.cost,
});
