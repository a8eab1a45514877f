import { setTimeout as sleep } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';

import {
  InjectPgPool,
  inTransaction,
  newId,
  type PgPool,
  TenantDatabase,
  violatedConstraint,
} from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { PeriodicTask } from '../../../platform/periodic-task.js';
import { type BatchAction, type BatchJob, type BatchQueue, noCounts } from '../domain/transaction-batch.js';
import {
  beatBatch,
  type BatchEnd,
  type BatchProgress,
  endBatch,
  hasWaitingRuns,
  leaveBatch,
  orderBatch,
} from '../persistence/batch-job-store.js';
import {
  beginBatch,
  insertBatch,
  interruptBatch,
  liveBatch,
  type NewBatch,
  organizationsWithBatches,
  takeBatch,
  type TakenBatch,
} from '../persistence/batch-queue.js';
import { findBatch } from '../persistence/batch-report-store.js';
import { announceBatch } from './announce-batch.js';
import { BatchLeft, type BatchResult, CarryOutBatch, type NextStep } from './carry-out-batch.js';

/** A batch that was accepted. */
export interface StartedBatch {
  readonly id: string;
  /** What it waits for; null: it was begun. */
  readonly queue: BatchQueue | null;
  /** Null: it goes on elsewhere. Never rejects. */
  readonly result: Promise<BatchResult | null>;
}

/**
 * Batches of payments. Each is stored before its first payment, and says how far it is with every part of it, so that another process
 * goes on where one ended. Few organizations have theirs carried out at the same time; those of others wait in their order.
 */
@Injectable()
export class TransactionBatches implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('batches');
  private readonly sweeping = new PeriodicTask('batches', 'batches were not looked for', limits.batchSweepMs, () =>
    this.sweep(),
  );
  private readonly underWay = new Set<Promise<unknown>>();

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly carryOut: CarryOutBatch,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.sweeping.stop();
    await Promise.all(this.underWay);
  }

  /** Throws 409 `JOB_IN_PROGRESS` while another batch of the organization is under way or waits. */
  start(sent: Omit<NewBatch, 'id'>): Promise<StartedBatch> {
    const { organizationId } = sent;
    const batch: NewBatch = { ...sent, id: newId() };
    // A batch is there for others as soon as it is accepted, and stays whatever becomes of the request.
    return this.database.apart(async () => {
      try {
        const queue = await this.database.transaction(organizationId, async (client) => {
          await insertBatch(client, batch);
          return beginBatch(client, batch);
        });
        const start = { nextItem: 0, counts: noCounts, errors: [], skips: Buffer.alloc(0) };
        const begun = { ...batch, ...start, attempt: 1, isCancelled: false };
        return { id: batch.id, queue, result: queue ? Promise.resolve(null) : this.work(begun) };
      } catch (error) {
        if (violatedConstraint(error) !== 'batch_jobs_live') throw error;
        const jobId = await liveBatch(this.database.of(organizationId), organizationId);
        throw new ApiError('JOB_IN_PROGRESS', 'Another batch of payments is under way', undefined, { jobId });
      }
    });
  }

  /** Throws 404. */
  async find(organizationId: string, id: string): Promise<BatchJob> {
    const found = await findBatch(this.database.of(organizationId), organizationId, id);
    if (!found) throw notFound('Batch job');
    return found;
  }

  /** Throws 404, and 409 `JOB_NOT_CONTROLLABLE` for a batch that has ended. */
  async order(organizationId: string, id: string, action: BatchAction): Promise<BatchJob> {
    const ordered = await this.database.transaction(organizationId, async (client) => {
      if (!(await orderBatch(client, organizationId, id, action))) return false;
      await announceBatch(client, { organizationId, id });
      return true;
    });
    const job = await this.find(organizationId, id);
    if (!ordered) throw new ApiError('JOB_NOT_CONTROLLABLE', `The job is ${job.status}: nothing can be asked of it`);
    return job;
  }

  private work(batch: TakenBatch): Promise<BatchResult | null> {
    const working = this.result(batch);
    // Its place is free for the next.
    const all = working
      .then(() => (this.sweeping.isStopped ? undefined : this.sweep()))
      .catch((error: unknown) => this.logger.warn(String(error)));
    this.underWay.add(all);
    void all.then(() => this.underWay.delete(all));
    return working;
  }

  private async result(batch: TakenBatch): Promise<BatchResult | null> {
    const client = this.database.of(batch.organizationId);
    let orders = { isCancelled: batch.isCancelled, isPaused: false };
    const beating = new PeriodicTask('batches', 'a sign of life was not given', limits.batchBeatMs, async () => {
      orders = (await beatBatch(client, batch)) ?? orders;
    });
    const next: NextStep = () =>
      this.sweeping.isStopped || orders.isPaused ? 'leave' : orders.isCancelled ? 'cancel' : 'go on';
    beating.start();
    try {
      const result = await this.carryOut.run(batch, next);
      await this.followUps(batch, next);
      const end = endOf(batch, result, orders.isCancelled);
      return (await this.end(batch, result, end)) ? result : null;
    } catch (error) {
      // Whoever comes next has the same right to it.
      await beating.stop();
      await this.leave(batch, error);
      return null;
    } finally {
      await beating.stop();
    }
  }

  /** Waits until the rules after the answer have run for its payments. Throws `BatchLeft`. */
  private async followUps(batch: TakenBatch, next: NextStep): Promise<void> {
    while (next() !== 'cancel' && (await hasWaitingRuns(this.database.of(batch.organizationId), batch))) {
      if (next() === 'leave') throw new BatchLeft();
      await sleep(limits.batchFollowUpMs);
    }
  }

  /** Ends it and tells of it. False: another process took it over. */
  private end(batch: TakenBatch, progress: BatchProgress, end: BatchEnd): Promise<boolean> {
    return this.database.transaction(batch.organizationId, async (client) => {
      if (!(await endBatch(client, batch, progress, end))) return false;
      await announceBatch(client, batch);
      return true;
    });
  }

  private async leave(batch: TakenBatch, error: unknown): Promise<void> {
    const client = this.database.of(batch.organizationId);
    try {
      if (error instanceof BatchLeft) return await leaveBatch(client, batch);
      const isLast = batch.attempt >= limits.batchAttempts;
      this.logger.error(`batch ${batch.id} ${isLast ? 'is given up' : 'will be tried again'}: ${String(error)}`);
      const end: BatchEnd = { status: 'failed', workerError: 'the log of the server says why' };
      if (isLast) await this.end(batch, batch, end);
    } catch (again) {
      this.logger.warn(`batch ${batch.id} waits until its time is over: ${String(again)}`);
    }
  }

  private async sweep(): Promise<void> {
    for (const organizationId of await inTransaction(this.pool, null, organizationsWithBatches)) {
      if (this.sweeping.isStopped) return;
      await this.database.transaction(organizationId, async (client) => {
        for (const id of await interruptBatch(client, organizationId))
          await announceBatch(client, { organizationId, id });
      });
      const taken = await this.database.transaction(organizationId, (client) => takeBatch(client, organizationId));
      if (taken) void this.work(taken);
    }
  }
}

function endOf({ options, totalItems }: TakenBatch, { counts, nextItem }: BatchResult, isCancelled: boolean): BatchEnd {
  if (isCancelled && nextItem < totalItems) return { status: 'cancelled', workerError: null };
  const isUndone = options.errorHandling === 'rollback_all' && counts.failed > 0;
  return { status: isUndone ? 'failed' : 'completed', workerError: null };
}
