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
 * After each step, the CPU is left to other traffic for this many times the duration of the step, since consecutive steps would hold it up.
 * The pause is limited to so many milliseconds, because a server waits for it when shutting down.
 */
const pauseFactor = 4;
const maxPauseMs = 500;

/** Longer than the longest window of a guard. */
const minuteRetentionMs = 25 * 3_600_000;

interface CountResult {
  /** Number of evaluations counted. */
  readonly evaluationCount: number;
  /** Whether this step determined the time up to which evaluations are counted. */
  readonly isFirst: boolean;
  /** Whether everything up to that time is counted. */
  readonly isLast: boolean;
  readonly at: Date | null;
}

/** When an organization is checked next, and how long it may be left alone after a check that found nothing. */
interface Backoff {
  readonly dueAt: number;
  readonly delayMs: number;
}

/**
 * Counts the outcomes of rules from stored evaluations, in the background and never as part of requests. Every evaluation is counted once,
 * however late it was committed and however many processes count.
 */
@Injectable()
export class CountEvaluations extends PeriodicJob {
  protected override readonly task = new PeriodicTask(
    'rule counts',
    'counting evaluations failed',
    limits.ruleCountMs,
    () => this.countAll(new Date()),
  );
  private readonly backoffs = new Map<string, Backoff>();

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {
    super();
  }

  /**
   * Counts for every organization that is due. An organization without evaluations is checked less and less often, down to once a minute.
   */
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

  /** Counts stored evaluations, up to the limit for one check, and returns how many were counted. */
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
   * Counts stored evaluations, up to as many as a request may wait for. Returns the time up to which all are counted, or `null` if there
   * are more.
   */
  async catchUp(organizationId: string): Promise<Date | null> {
    // Counting that was already in progress ends at an earlier time.
    let isBegun = false;
    for (let steps = 0; steps < limits.ruleCountSteps; steps += 1) {
      const step = await this.countBatch(organizationId, limits.ruleCountRuns);
      isBegun ||= step.isFirst;
      if (isBegun && step.isLast) return step.at;
    }
    return null;
  }

  /** Counts at most `most` of the evaluations that have not been counted yet. */
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

  /** Returns the rules of the evaluations, in the order by which evaluations refer to them. */
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
