import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { newId, TenantDatabase, type TransactionClient } from '../../../platform/database/index.js';
import type { SetEntityStatus } from '../domain/entity-status-port.js';
import { KeyedQueue } from '../domain/keyed-queue.js';
import type { Applied, Decided, RunReport } from '../domain/run-report.js';
import type { WantedMatrices } from '../domain/running-matrices.js';
import type { IsChanged } from '../domain/watched-matrices.js';
import { targets, type RunSubject } from '../domain/run-subject.js';
import { hasAsyncRules } from '../domain/async-rules.js';
import { platformTrigger } from '../domain/platform-trigger.js';
import { applyEffects } from './apply-effects.js';
import { DecideRecord } from './decide-record.js';

export interface RunRequest {
  readonly subject: RunSubject;
  /** Word of the trigger: `created`, `updated`, `status_changed`, `manual` … */
  readonly trigger: string;
  readonly matrices: WantedMatrices;
  readonly setEntityStatus: SetEntityStatus;
  /** `async`: the run after the answer, of the rules written for it. Absent: the run that is answered. */
  readonly stage?: 'async';
  /** The one rule to run, in force, whatever its triggers and matrices. Absent: all of them. */
  readonly ruleId?: string | undefined;
  /** Of an update: what it changed. Absent: anything may have. */
  readonly isChanged?: IsChanged | undefined;
}

/** What a run did of which nothing was to be done. */
const nothingApplied: Applied = {
  actions: { evaluationId: null, alerts: [], status: null, customKeys: [] },
  move: null,
  raised: [],
  events: [],
  entries: [],
};

/** The one way a record is evaluated, whatever it is and whatever happened to it. */
@Injectable()
export class RunRules {
  private readonly queue = new KeyedQueue();

  constructor(
    private readonly database: TenantDatabase,
    private readonly decide: DecideRecord,
  ) {}

  /**
   * A database transaction in which rules may be run. Those about one entity follow one another in this process, so that the runs of
   * one busy customer do not hold every connection while they wait for the same lock. A null entity waits for nobody.
   */
  inTransaction<T>(
    { organizationId }: Pick<Principal, 'organizationId'>,
    entityId: string | null,
    work: (client: TransactionClient) => Promise<T>,
  ): Promise<T> {
    const key = entityId && `${organizationId} ${entityId}`;
    return this.queue.run(key, () => this.database.transaction(organizationId, work));
  }

  /**
   * Gathers what the rules in force read, decides in a worker thread and does what the hits want done, all inside the caller's
   * transaction. The caller stores the record with the decision, and the run with `storeRun`. Throws 422 for a named matrix that does
   * not run, 503 when the workers cannot answer: then nothing may be stored.
   */
  run(client: TransactionClient, request: RunRequest): Promise<RunReport> {
    const { subject, setEntityStatus } = request;
    return this.report(client, request, (decided, now) =>
      applyEffects(client, { subject, decided, now, setEntityStatus }),
    );
  }

  /** What `run` would decide. No action runs, and nobody may store it. */
  dry(client: TransactionClient, request: RunRequest): Promise<RunReport> {
    return this.report(client, request, () => Promise.resolve(nothingApplied));
  }

  private async report(
    client: TransactionClient,
    { subject, trigger, matrices, stage, ruleId, isChanged }: RunRequest,
    apply: (decided: Decided, now: Date) => Promise<Applied>,
  ): Promise<RunReport> {
    const started = performance.now();
    const evaluatedAt = new Date();
    const evaluationId = newId(evaluatedAt.getTime());
    const asked = { subject, evaluationId, trigger, matrices, stage, ruleId, isChanged };
    const decided = await this.decide.run(client, asked);
    const applied = await apply(decided, evaluatedAt);
    const executionTimeMs = Math.round((performance.now() - started) * 100) / 100;
    const target = targets[subject.recordType];
    const isFollowed = stage === undefined && ruleId === undefined && hasAsyncRules(decided.set, target);
    const named = platformTrigger(target, trigger);
    return { subject, decided, applied, trigger: named, isFollowed, evaluatedAt, executionTimeMs };
  }
}
