import { setTimeout as sleep } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

import { byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import {
  InjectPgPool,
  inTransaction,
  isTransient,
  newId,
  type PgPool,
  TenantDatabase,
  type Transaction,
  violatedConstraint,
} from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { SentRows } from '../../../../platform/files/index.js';
import { PeriodicTask, WorkOwners } from '../../../../platform/periodic-task.js';
import { batchActionEntry, batchCreatedEntry } from '../domain/batch-audit.js';
import {
  type BatchAction,
  type BatchJob,
  type BatchKind,
  batchNouns,
  type BatchOptions,
  type BatchQueue,
  zeroCounts,
} from '../domain/batch-job.js';
import {
  heartbeatBatch,
  type BatchOutcome,
  type BatchProgress,
  finishBatch,
  releaseBatch,
  controlBatch,
} from '../persistence/batch-job-store.js';
import {
  startOrQueueBatch,
  findDueBatches,
  insertBatch,
  interruptFailedBatches,
  findActiveBatch,
  type NewBatch,
  claimBatch,
  type ClaimedBatch,
  findQueuedBatch,
} from '../persistence/batch-queue.js';
import { findBatch } from '../persistence/batch-report-store.js';
import { hasPendingEvaluations } from '../../../decisions/evaluations/index.js';
import { announceBatch } from './announce-batch.js';
import { type BatchHandler, HandlesBatches } from './batch-handler.js';
import { BatchRows } from './batch-rows.js';
import { BatchReleased, type BatchResult, type BatchTask } from './batch-parts.js';
import { type NextDirective, ProcessBatch } from './process-batch.js';

const controlEvents = { pause: 'paused', resume: 'resumed', cancel: 'cancel_requested' } as const;

/** A submitted batch. */
export interface SentBatch<Options extends BatchOptions> extends Omit<NewBatch<Options>, 'id' | 'kind' | 'totalItems'> {
  /** Rows of the batch. They are read before it is accepted. */
  readonly rows: SentRows;
  /** Whether a caller waits for the stored records. Default: `false`. */
  readonly isAwaited?: () => boolean;
}

/** A batch that was accepted. */
export interface StartedBatch<Stored = unknown> {
  readonly kind: BatchKind;
  readonly id: string;
  /** What it waits for; `null` if it was started. */
  readonly queue: BatchQueue | null;
  /** Resolves to `null` if the batch continues in another process. Never rejects. */
  readonly result: Promise<BatchResult<Stored> | null>;
}

/**
 * Executes batches of all kinds. Each is stored before its first row and saves its progress with every part, so that another process can
 * continue where one ended. Only a few organizations have batches of a kind running at the same time. The others wait in order.
 */
@Injectable()
export class BatchJobs implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('batches');
  private readonly sweepTask = new PeriodicTask('batches', 'looking for due batches failed', limits.batchSweepMs, () =>
    this.sweep(),
  );
  private readonly inFlight = new Set<Promise<unknown>>();
  private readonly handlers = new Map<BatchKind, BatchHandler>();

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly processBatch: ProcessBatch,
    private readonly rows: BatchRows,
    private readonly discovery: DiscoveryService,
    private readonly owners: WorkOwners,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance } of this.discovery.getProviders({ metadataKey: HandlesBatches.KEY })) {
      const handler = instance as BatchHandler;
      this.handlers.set(handler.kind, handler);
    }
    this.sweepTask.startAmong(this.owners, 'batches');
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweepTask.stop();
    await Promise.all(this.inFlight);
  }

  /**
   * Starts a batch. Throws 409 `JOB_IN_PROGRESS` while another batch of the kind is running or queued in the organization, 409
   * `JOB_ALREADY_WAITING` if it had to wait while another batch of the organization does, and 503 `QUEUE_ERROR` if the database did not
   * accept it, so that there is no job.
   */
  start<Options extends BatchOptions, Request, Stored>(
    work: BatchHandler<Options, Request, Stored>,
    { rows, isAwaited = () => false, ...sent }: SentBatch<Options>,
  ): Promise<StartedBatch<Stored>> {
    const { organizationId } = sent;
    const { kind } = work;
    const batch: NewBatch<Options> = { ...sent, kind, id: newId(), totalItems: rows.count };
    // A batch is visible to others as soon as it is accepted, and remains regardless of what happens to the request.
    return this.database.runOutsideTransaction(async () => {
      // Once the commit was sent, it is unknown whether the job exists.
      const commit = { isSent: false };
      try {
        const queue = await this.database.transaction(organizationId, async (client) => {
          commit.isSent = false;
          await insertBatch(client, batch);
          await this.rows.insert(client, batch, rows);
          const waitsFor = await startOrQueueBatch(client, batch);
          if (waitsFor) await assertNoQueuedBatch(client, batch);
          await recordAudit(client, byPrincipal(batch.askedBy), [batchCreatedEntry(batch)]);
          commit.isSent = true;
          return waitsFor;
        });
        const start = { nextItem: 0, counts: zeroCounts, errors: [], skips: Buffer.alloc(0), ruleSetVersions: [] };
        const begun = { ...batch, ...start, attempt: 1, isCancelled: false };
        return {
          id: batch.id,
          kind,
          queue,
          result: queue ? Promise.resolve(null) : this.processInBackground({ batch: begun, handler: work, isAwaited }),
        };
      } catch (error) {
        if (isTransient(error) && !commit.isSent) throw queueError(kind);
        if (violatedConstraint(error) !== 'batch_jobs_live') throw error;
        const jobId = await findActiveBatch(this.database.forOrganization(organizationId), organizationId, kind);
        const message = `Another batch of ${batchNouns[kind].many} is in progress`;
        throw new ApiError('JOB_IN_PROGRESS', message, undefined, { jobId });
      }
    });
  }

  /** Returns the handler for batches of a kind. */
  handlerOf(kind: BatchKind): BatchHandler {
    return this.handlers.get(kind)!;
  }

  /** Returns a job. Throws 404 if it does not exist. */
  async find(organizationId: string, id: string): Promise<BatchJob> {
    const found = await findBatch(this.database.forOrganization(organizationId), organizationId, id);
    if (!found) throw notFound('Batch job');
    return found;
  }

  /** Pauses, resumes or cancels a batch. Throws 404 if it does not exist, and 409 `JOB_NOT_CONTROLLABLE` if it has ended. */
  async control(principal: Principal, id: string, action: BatchAction): Promise<BatchJob> {
    const { organizationId } = principal;
    const ordered = await this.database.transaction(organizationId, async (client) => {
      if (!(await controlBatch(client, organizationId, id, action))) return false;
      await announceBatch(client, { organizationId, id });
      const job = (await findBatch(client, organizationId, id))!;
      await recordAudit(client, byPrincipal(principal), [batchActionEntry(job, controlEvents[action])]);
      return true;
    });
    const job = await this.find(organizationId, id);
    if (!ordered) throw new ApiError('JOB_NOT_CONTROLLABLE', `The job is ${job.status}: it can no longer be changed`);
    return job;
  }

  private processInBackground<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
  ): Promise<BatchResult<Stored> | null> {
    const working = this.processClaimed(toDo);
    // Its slot is free for the next batch.
    const all = working
      .then(() => (this.sweepTask.isStopped ? undefined : this.sweep()))
      .catch((error: unknown) => this.logger.warn(String(error)));
    this.inFlight.add(all);
    void all.then(() => this.inFlight.delete(all));
    return working;
  }

  private async processClaimed<Options extends BatchOptions, Request, Stored>(
    toDo: BatchTask<Options, Request, Stored>,
  ): Promise<BatchResult<Stored> | null> {
    const { batch } = toDo;
    const client = this.database.forOrganization(batch.organizationId);
    let orders = { isCancelled: batch.isCancelled, isPaused: false };
    const beating = new PeriodicTask('batches', 'a heartbeat could not be written', limits.batchBeatMs, async () => {
      orders = (await heartbeatBatch(client, batch)) ?? orders;
    });
    const next: NextDirective = () =>
      this.sweepTask.isStopped || orders.isPaused ? 'leave' : orders.isCancelled ? 'cancel' : 'go on';
    beating.start();
    try {
      const result = await this.processBatch.process(toDo, next);
      await this.awaitAsyncEvaluations(toDo, next);
      const end = toOutcome(batch, result, orders.isCancelled);
      return (await this.finish(batch, result, end)) ? result : null;
    } catch (error) {
      // Stops the heartbeat first, so that it does not renew the lease: the next process may claim the batch at once.
      await beating.stop();
      await this.release(batch, error);
      return null;
    } finally {
      await beating.stop();
    }
  }

  /** Waits until the asynchronous evaluations of its stored records are done. Throws `BatchReleased`. */
  private async awaitAsyncEvaluations<Options extends BatchOptions>(
    { batch, handler: work }: BatchTask<Options>,
    next: NextDirective,
  ): Promise<void> {
    const client = this.database.forOrganization(batch.organizationId);
    const { records } = work;
    if (records === null) return;
    while (next() !== 'cancel' && (await hasPendingEvaluations(client, records, batch))) {
      if (next() === 'leave') throw new BatchReleased();
      await sleep(limits.batchFollowUpMs);
    }
  }

  /** Ends the batch and announces it. Returns `false` if another process took it over. */
  private finish(batch: ClaimedBatch, progress: BatchProgress, end: BatchOutcome): Promise<boolean> {
    return this.database.transaction(batch.organizationId, async (client) => {
      if (!(await finishBatch(client, batch, progress, end))) return false;
      await announceBatch(client, batch);
      return true;
    });
  }

  private async release(batch: ClaimedBatch, error: unknown): Promise<void> {
    const client = this.database.forOrganization(batch.organizationId);
    try {
      if (error instanceof BatchReleased) return await releaseBatch(client, batch);
      const isLast = batch.attempt >= limits.batchAttempts;
      this.logger.error(`batch ${batch.id} ${isLast ? 'will not be retried' : 'will be retried'}: ${String(error)}`);
      const end: BatchOutcome = { status: 'failed', workerError: 'see the log of the server' };
      if (isLast) await this.finish(batch, batch, end);
    } catch (again) {
      this.logger.warn(`batch ${batch.id} waits for its lease to expire: ${String(again)}`);
    }
  }

  private async sweep(): Promise<void> {
    const kinds = [...this.handlers.keys()];
    for (const due of await inTransaction(this.pool, null, (client) => findDueBatches(client, kinds))) {
      if (this.sweepTask.isStopped) return;
      const { organizationId } = due;
      await this.database.transaction(organizationId, async (client) => {
        for (const id of await interruptFailedBatches(client, organizationId))
          await announceBatch(client, { organizationId, id });
      });
      const claimed = await this.database.transaction(organizationId, (client) => claimBatch(client, due));
      const handler = this.handlers.get(due.kind)!;
      if (claimed) void this.processInBackground({ batch: claimed, handler, isAwaited: () => false });
    }
  }
}

const queueError = (kind: BatchKind): ApiError =>
  new ApiError('QUEUE_ERROR', `No ${batchNouns[kind].one} was stored: the database did not accept the job`, undefined, {
    retryAfterSeconds: limits.busyRetrySeconds,
  });

/** Throws 409 if another batch of the organization is queued: at most one may be. */
async function assertNoQueuedBatch(client: Transaction, batch: NewBatch): Promise<void> {
  const jobId = await findQueuedBatch(client, batch);
  if (jobId === null) return;
  throw new ApiError('JOB_ALREADY_WAITING', 'Another batch of the organization is already waiting', undefined, {
    jobId,
  });
}

function toOutcome(
  { options, totalItems }: ClaimedBatch,
  { counts, nextItem }: BatchResult,
  isCancelled: boolean,
): BatchOutcome {
  if (isCancelled && nextItem < totalItems) return { status: 'cancelled', workerError: null };
  const isUndone = options.errorHandling === 'rollback_all' && counts.failed > 0;
  return { status: isUndone ? 'failed' : 'completed', workerError: null };
}
