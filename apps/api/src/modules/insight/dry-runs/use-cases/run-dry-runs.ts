import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import { recordAudit, type AuditSubject } from '../../../../platform/audit/index.js';
import { AppConfig } from '../../../../platform/config/index.js';
import {
  InjectPgPool,
  inTransaction,
  Notifications,
  type PgPool,
  TenantDatabase,
  type TransactionClient,
} from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { PeriodicTask } from '../../../../platform/periodic-task.js';
import { dryRunEvent } from '../domain/dry-run-event.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import type { DryRun } from '../domain/dry-run.js';
import { clearLeftovers, organizationsWithLeftovers } from '../persistence/dry-run-leftovers.js';
import {
  beat,
  completeRun,
  failRun,
  giveBack,
  organizationsWithRuns,
  takeRun,
  type TakenRun,
} from '../persistence/dry-run-queue.js';
import { ReplayAside } from './replay-aside.js';
import type { ReplayProgress } from './replay-records.js';
import type { EndedReplay } from './replay-thread.js';

/** How far a run is; `recordsTotal` null: not counted yet. */
type Progress = Pick<DryRun, 'recordsDone' | 'recordsTotal'>;

const subjectOf = (organizationId: string): AuditSubject => ({
  organizationId,
  actor: { type: 'system', id: null, name: 'dry runs' },
  context: { ipAddress: null, userAgent: null, requestId: null, source: 'rules' },
});

const textOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/**
 * Carries out dry runs and sweeps. What waits is in the database, so it is done although the process that took it has ended: whoever
 * is at a run says so twice a second, and one that is not heard of is taken over from its last checkpoint, over the same records.
 */
@Injectable()
export class RunDryRuns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('dry runs');
  private readonly thread = new ReplayAside();
  private readonly looking = new PeriodicTask('dry runs', 'dry runs were not looked for', dryRunLimits.lookMs, () =>
    this.look(),
  );
  private readonly clearing = new PeriodicTask('dry runs', 'left over matches stay', dryRunLimits.clearMs, () =>
    this.clear(),
  );
  private working: Promise<void> | null = null;
  private isAskedAgain = false;
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly config: AppConfig,
    notifications: Notifications,
  ) {
    notifications.on('tamis_dry_runs', () => void this.look());
  }

  onApplicationBootstrap(): void {
    this.looking.start();
    this.clearing.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.looking.stop(), this.clearing.stop()]);
    await this.working;
    await this.thread.end();
  }

  /** Resolves when nothing waits any more, or when what is under way has been told to look again. Never rejects. */
  private look(): Promise<void> {
    if (this.working) {
      this.isAskedAgain = true;
      return Promise.resolve();
    }
    this.working = this.drain().finally(() => {
      this.working = null;
      if (!this.isAskedAgain || this.stopping.signal.aborted) return;
      this.isAskedAgain = false;
      void this.look();
    });
    return Promise.resolve();
  }

  private async drain(): Promise<void> {
    try {
      for (let taken = await this.next(); taken; taken = await this.next()) await this.carryOut(taken);
    } catch (error) {
      if (!this.stopping.signal.aborted) this.logger.warn(`dry runs were not looked for: ${textOf(error)}`);
    }
  }

  private async next(): Promise<TakenRun | null> {
    if (this.stopping.signal.aborted) return null;
    const { leaseSeconds } = dryRunLimits;
    const waiting = await inTransaction(this.pool, null, (client) => organizationsWithRuns(client, leaseSeconds));
    for (const organizationId of waiting) {
      const taken = await takeRun(this.database.of(organizationId), organizationId, leaseSeconds);
      if (taken) return taken;
    }
    return null;
  }

  private async carryOut(taken: TakenRun): Promise<void> {
    const { organizationId, id, attempt, plan, recordsDone, recordsTotal } = taken;
    const end = new AbortController();
    let progress: Progress = { recordsDone, recordsTotal };
    const beating = this.keepBeating(taken, () => progress, end);
    const stop = (): void => end.abort();
    this.stopping.signal.addEventListener('abort', stop, { once: true });
    try {
      if (attempt > dryRunLimits.attempts) throw new Error('the processes that were at it ended again and again');
      const urls = {
        readUrl: this.config.databaseReplicaUrl ?? this.config.databaseUrl,
        writeUrl: this.config.databaseUrl,
      };
      const onProgress = (now: ReplayProgress): void => void (progress = now);
      const owner = { organizationId, dryRunId: id, attempt };
      const ended = await this.thread.run({ owner, plan, ...urls }, { signal: end.signal, onProgress });
      await this.complete(taken, ended);
    } catch (error) {
      if (this.stopping.signal.aborted) await giveBack(this.database.of(organizationId), taken);
      else if (!end.signal.aborted) await this.fail(taken, error, progress);
    } finally {
      this.stopping.signal.removeEventListener('abort', stop);
      await beating.stop();
    }
  }

  /** Says again and again that somebody is at a run and how far, and ends the work when it is nobody's any more. */
  private keepBeating(taken: TakenRun, progress: () => Progress, end: AbortController): PeriodicTask {
    let told = { at: Date.now(), recordsDone: taken.recordsDone };
    const task = new PeriodicTask('dry runs', 'a sign of life was not given', dryRunLimits.beatMs, async () => {
      const found = progress();
      const now = new Date();
      const isTold = now.getTime() - told.at >= dryRunLimits.tellMs && found.recordsDone > told.recordsDone;
      if (!(await this.beat(taken, found, isTold ? now : null))) end.abort();
      else if (isTold) told = { at: now.getTime(), recordsDone: found.recordsDone };
    });
    task.start();
    return task;
  }

  /** False: it is not ours any more. `told`: when those who watch it are told; null: they are not. */
  private beat(taken: TakenRun, progress: Progress, told: Date | null): Promise<boolean> {
    if (!told) return beat(this.database.of(taken.organizationId), taken, progress);
    return this.database.transaction(taken.organizationId, async (client) => {
      const isOurs = await beat(client, taken, progress);
      const run = { ...taken, ...progress, status: 'running' as const, finishedAt: null };
      if (isOurs) await writeEvents(client, [dryRunEvent(run, told)]);
      return isOurs;
    });
  }

  private async complete(taken: TakenRun, { result, recordsDone: records }: EndedReplay): Promise<void> {
    const { organizationId, id, kind } = taken;
    await this.database.transaction(organizationId, async (client) => {
      if (!(await completeRun(client, taken, result, records))) return;
      const [candidate] = result.report?.candidates ?? [];
      const payload = {
        dryRunId: id,
        status: 'completed',
        decisions: candidate?.decisions ?? {},
        flips: candidate?.flips ?? [],
      };
      const progress = { recordsDone: records, recordsTotal: records };
      await this.announce(client, taken, 'completed', { payload, progress });
      await this.audit(client, taken, `${kind}_completed`, `a ${nameOf(taken)} over ${records} records is completed`);
    });
  }

  private async fail(taken: TakenRun, error: unknown, progress: Progress): Promise<void> {
    const { organizationId, id, kind } = taken;
    const shown = { code: 'INTERNAL_ERROR', message: 'It could not be carried out; the log of the server says why' };
    const hasFailed = await this.database.transaction(organizationId, async (client) => {
      if (!(await failRun(client, taken, shown))) return false;
      const payload = { dryRunId: id, status: 'failed', decisions: {}, flips: [] };
      await this.announce(client, taken, 'failed', { payload, progress });
      await this.audit(client, taken, `${kind}_failed`, `a ${nameOf(taken)} failed`);
      return true;
    });
    // One that was cancelled, or is somebody else's, ends with an error too.
    if (hasFailed) this.logger.error(`the ${nameOf(taken)} ${id} failed: ${textOf(error)}`);
  }

  /** That it has ended, to receivers of webhooks and to those who watch it. */
  private announce(
    client: TransactionClient,
    taken: TakenRun,
    status: 'completed' | 'failed',
    { payload, progress }: { readonly payload: object; readonly progress: Progress },
  ): Promise<void> {
    const { organizationId } = taken;
    const now = new Date();
    return writeEvents(client, [
      { organizationId, event: 'rule.dry_run_completed', payload },
      dryRunEvent({ ...taken, ...progress, status, finishedAt: now }, now),
    ]);
  }

  private audit(
    client: TransactionClient,
    { organizationId, id }: TakenRun,
    event: string,
    summary: string,
  ): Promise<void> {
    return recordAudit(client, subjectOf(organizationId), [
      { event, resourceType: 'dry_run', resourceId: id, summary },
    ]);
  }

  private async clear(): Promise<void> {
    const organizations = await inTransaction(this.pool, null, organizationsWithLeftovers);
    for (const organizationId of organizations) {
      const some = (): Promise<boolean> =>
        clearLeftovers(this.database.of(organizationId), organizationId, dryRunLimits.clearedRows);
      while (!this.clearing.isStopped && (await some()));
    }
  }
}

const nameOf = ({ kind }: TakenRun): string => (kind === 'sweep' ? 'sweep' : 'dry run');
