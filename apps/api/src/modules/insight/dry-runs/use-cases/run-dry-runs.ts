import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import { recordAudit, type AuditSubject } from '../../../../platform/audit/index.js';
import { AppConfig } from '../../../../platform/config/index.js';
import {
  InjectPgPool,
  inTransaction,
  Notifications,
  type PgPool,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { PeriodicTask, WorkOwners } from '../../../../platform/periodic-task.js';
import { shareLists } from '../../../screening/rule-facts/index.js';
import { Watchlists } from '../../../screening/watchlists/index.js';
import { dryRunEvent } from '../domain/dry-run-event.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import type { DryRun } from '../domain/dry-run.js';
import { purgeDryRuns, organizationsWithPurgeableDryRuns } from '../persistence/dry-run-purge.js';
import {
  heartbeatDryRun,
  completeDryRun,
  failDryRun,
  releaseDryRun,
  organizationsWithDueDryRuns,
  claimDryRun,
  type ClaimedDryRun,
} from '../persistence/dry-run-queue.js';
import { ReplayWorker } from './replay-worker.js';
import type { ReplayProgress } from './replay-records.js';
import type { CompletedReplay } from './replay-thread.js';

/** Progress of a dry run; `recordsTotal` is null if the records have not been counted yet. */
type Progress = Pick<DryRun, 'recordsDone' | 'recordsTotal'>;

const subjectOf = (organizationId: string): AuditSubject => ({
  organizationId,
  actor: { type: 'system', id: null, name: 'dry runs' },
  context: { ipAddress: null, userAgent: null, requestId: null, source: 'rules' },
});

const errorStack = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

/**
 * Carries out dry runs and sweeps. The queue is stored in the database, so a dry run is completed even if its process ends: the process
 * working on it sends a heartbeat twice a second, and a dry run without heartbeats is taken over from its last checkpoint, over the same
 * records.
 */
@Injectable()
export class RunDryRuns implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('dry runs');
  private readonly worker = new ReplayWorker();
  private readonly pollTask = new PeriodicTask('dry runs', 'looking for dry runs failed', dryRunLimits.lookMs, () =>
    this.poll(),
  );
  private readonly purgeTask = new PeriodicTask(
    'dry runs',
    'removing leftover matches failed',
    dryRunLimits.clearMs,
    () => this.purge(),
  );
  private inFlight: Promise<void> | null = null;
  private isPollRequested = false;
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly config: AppConfig,
    private readonly secrets: Secrets,
    private readonly watchlists: Watchlists,
    private readonly owners: WorkOwners,
    notifications: Notifications,
  ) {
    notifications.on('tamis_dry_runs', () => void this.poll());
  }

  onApplicationBootstrap(): void {
    this.pollTask.startAmong(this.owners, 'dry runs');
    this.purgeTask.startAmong(this.owners, 'matches of dry runs');
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all([this.pollTask.stop(), this.purgeTask.stop()]);
    await this.inFlight;
    await this.worker.terminate();
  }

  /**
   * Starts carrying out what is queued, or requests another check if that is already in progress. Resolves immediately and never rejects.
   */
  private poll(): Promise<void> {
    if (this.inFlight) {
      this.isPollRequested = true;
      return Promise.resolve();
    }
    this.inFlight = this.drain().finally(() => {
      this.inFlight = null;
      if (!this.isPollRequested || this.stopping.signal.aborted) return;
      this.isPollRequested = false;
      void this.poll();
    });
    return Promise.resolve();
  }

  private async drain(): Promise<void> {
    try {
      for (let taken = await this.claimNext(); taken; taken = await this.claimNext()) await this.process(taken);
    } catch (error) {
      if (!this.stopping.signal.aborted) this.logger.warn(`looking for dry runs failed: ${errorStack(error)}`);
    }
  }

  private async claimNext(): Promise<ClaimedDryRun | null> {
    if (this.stopping.signal.aborted) return null;
    const { leaseSeconds } = dryRunLimits;
    const waiting = await inTransaction(this.pool, null, (client) => organizationsWithDueDryRuns(client, leaseSeconds));
    for (const organizationId of waiting) {
      const taken = await claimDryRun(this.database.forOrganization(organizationId), organizationId, leaseSeconds);
      if (taken) return taken;
    }
    return null;
  }

  private async process(taken: ClaimedDryRun): Promise<void> {
    const { organizationId, id, attempt, plan, recordsDone, recordsTotal } = taken;
    const end = new AbortController();
    let progress: Progress = { recordsDone, recordsTotal };
    const beating = this.startHeartbeat(taken, () => progress, end);
    const stop = (): void => end.abort();
    this.stopping.signal.addEventListener('abort', stop, { once: true });
    try {
      if (attempt > dryRunLimits.attempts) throw new Error('the processes that ran it ended repeatedly');
      const urls = {
        readUrl: this.config.databaseReplicaUrl ?? this.config.databaseSessionUrl,
        writeUrl: this.config.databaseSessionUrl,
      };
      const onProgress = (now: ReplayProgress): void => void (progress = now);
      const owner = { organizationId, dryRunId: id, attempt };
      const client = this.database.forOrganization(organizationId);
      const { key: numberKey } = await this.secrets.storedAccountNumbers(client, organizationId);
      const lists = shareLists(this.config.watchlists, this.watchlists);
      const task = { owner, plan, lists, numberKey, ...urls };
      const ended = await this.worker.replay(task, { signal: end.signal, onProgress });
      await this.complete(taken, ended);
    } catch (error) {
      if (this.stopping.signal.aborted) await releaseDryRun(this.database.forOrganization(organizationId), taken);
      else if (!end.signal.aborted) await this.fail(taken, error, progress);
    } finally {
      this.stopping.signal.removeEventListener('abort', stop);
      await beating.stop();
    }
  }

  /** Sends heartbeats with the progress of a dry run, and aborts the work if another process has taken it over. */
  private startHeartbeat(taken: ClaimedDryRun, progress: () => Progress, end: AbortController): PeriodicTask {
    let told = { at: Date.now(), recordsDone: taken.recordsDone };
    const task = new PeriodicTask('dry runs', 'a heartbeat could not be written', dryRunLimits.beatMs, async () => {
      const found = progress();
      const now = new Date();
      const isTold = now.getTime() - told.at >= dryRunLimits.tellMs && found.recordsDone > told.recordsDone;
      if (!(await this.sendHeartbeat(taken, found, isTold ? now : null))) end.abort();
      else if (isTold) told = { at: now.getTime(), recordsDone: found.recordsDone };
    });
    task.start();
    return task;
  }

  /**
   * Returns `false` if the dry run no longer belongs to this process. `told` is the time if subscribers are notified, or null if they are
   * not.
   */
  private sendHeartbeat(taken: ClaimedDryRun, progress: Progress, told: Date | null): Promise<boolean> {
    if (!told) return heartbeatDryRun(this.database.forOrganization(taken.organizationId), taken, progress);
    return this.database.transaction(taken.organizationId, async (client) => {
      const isOurs = await heartbeatDryRun(client, taken, progress);
      const run = { ...taken, ...progress, status: 'running' as const, finishedAt: null };
      if (isOurs) await writeEvents(client, [dryRunEvent(run, told)]);
      return isOurs;
    });
  }

  private async complete(taken: ClaimedDryRun, { result, recordsDone: records }: CompletedReplay): Promise<void> {
    const { organizationId, id, kind } = taken;
    await this.database.transaction(organizationId, async (client) => {
      if (!(await completeDryRun(client, taken, result, records))) return;
      const [candidate] = result.report?.candidates ?? [];
      const payload = {
        dryRunId: id,
        status: 'completed',
        decisions: candidate?.decisions ?? {},
        flips: candidate?.flips ?? [],
      };
      const progress = { recordsDone: records, recordsTotal: records };
      await this.publishEnd(client, taken, 'completed', { payload, progress });
      await this.writeAudit(
        client,
        taken,
        `${kind}_completed`,
        `a ${kindName(taken)} over ${records} records is completed`,
      );
    });
  }

  private async fail(taken: ClaimedDryRun, error: unknown, progress: Progress): Promise<void> {
    const { organizationId, id, kind } = taken;
    const shown = { code: 'INTERNAL_ERROR', message: 'It failed; see the log of the server' };
    const hasFailed = await this.database.transaction(organizationId, async (client) => {
      if (!(await failDryRun(client, taken, shown))) return false;
      const payload = { dryRunId: id, status: 'failed', decisions: {}, flips: [] };
      await this.publishEnd(client, taken, 'failed', { payload, progress });
      await this.writeAudit(client, taken, `${kind}_failed`, `a ${kindName(taken)} failed`);
      return true;
    });
    // A dry run that was cancelled or taken over also ends with an error.
    if (hasFailed) this.logger.error(`the ${kindName(taken)} ${id} failed: ${errorStack(error)}`);
  }

  /** Announces the end to webhooks and subscribers. */
  private publishEnd(
    client: Transaction,
    taken: ClaimedDryRun,
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

  private writeAudit(
    client: Transaction,
    { organizationId, id }: ClaimedDryRun,
    event: string,
    summary: string,
  ): Promise<void> {
    return recordAudit(client, subjectOf(organizationId), [
      { event, resourceType: 'dry_run', resourceId: id, summary },
    ]);
  }

  private async purge(): Promise<void> {
    const organizations = await inTransaction(this.pool, null, organizationsWithPurgeableDryRuns);
    for (const organizationId of organizations) {
      const some = (): Promise<boolean> =>
        purgeDryRuns(this.database.forOrganization(organizationId), organizationId, dryRunLimits.clearedRows);
      while (!this.purgeTask.isStopped && (await some()));
    }
  }
}

const kindName = ({ kind }: ClaimedDryRun): string => (kind === 'sweep' ? 'sweep' : 'dry run');
