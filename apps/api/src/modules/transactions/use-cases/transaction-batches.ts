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
import { type BatchJob, type BatchOptions, noCounts } from '../domain/transaction-batch.js';
import {
  beatBatch,
  endBatch,
  findBatch,
  insertBatch,
  leaveBatch,
  liveBatch,
  organizationsWithBatches,
  takeBatch,
  type TakenBatch,
} from '../persistence/batch-job-store.js';
import { BatchLeft, type BatchResult, CarryOutBatch } from './carry-out-batch.js';
import type { Asking } from './create-together.js';

/** A batch that this process has begun. */
export interface StartedBatch {
  readonly id: string;
  /** Null: it goes on elsewhere. Never rejects. */
  readonly result: Promise<BatchResult | null>;
}

/**
 * Batches of payments. Each is stored before its first payment, and says how far it is with every part of it, so that another process
 * goes on where one ended.
 */
@Injectable()
export class TransactionBatches implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('batches');
  private readonly sweeping = new PeriodicTask('batches', 'batches were not looked for', limits.batchSweepMs, () =>
    this.sweep(),
  );
  private readonly underWay = new Set<Promise<unknown>>();
  private stopped = false;

  constructor(
    private readonly database: TenantDatabase,
    @InjectPgPool() private readonly pool: PgPool,
    private readonly carryOut: CarryOutBatch,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeping.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.sweeping.stop();
    await Promise.all(this.underWay);
  }

  /** `payload`: JSON text of the array of payments. Throws 409 `JOB_IN_PROGRESS` while another batch of the organization is under way. */
  start(
    askedBy: Asking,
    payload: string,
    { total, ...options }: BatchOptions & { total: number },
  ): Promise<StartedBatch> {
    const { organizationId } = askedBy;
    const begun = { organizationId, id: newId(), attempt: 1, nextItem: 0, counts: noCounts, errors: [] };
    const batch: TakenBatch = { ...begun, options, askedBy, payload };
    // A batch is there for others as soon as it is accepted, and stays whatever becomes of the request.
    return this.database.apart(async () => {
      try {
        await insertBatch(this.database.of(organizationId), batch, total);
      } catch (error) {
        if (violatedConstraint(error) !== 'batch_jobs_live') throw error;
        const jobId = await liveBatch(this.database.of(organizationId), organizationId);
        throw new ApiError('JOB_IN_PROGRESS', 'Another batch of payments is under way', undefined, { jobId });
      }
      return { id: batch.id, result: this.work(batch) };
    });
  }

  /** Throws 404. */
  async find(organizationId: string, id: string): Promise<BatchJob> {
    const found = await findBatch(this.database.of(organizationId), organizationId, id);
    if (!found) throw notFound('Batch job');
    return found;
  }

  private work(batch: TakenBatch): Promise<BatchResult | null> {
    const working = this.result(batch);
    this.underWay.add(working);
    void working.then(() => this.underWay.delete(working));
    return working;
  }

  private async result(batch: TakenBatch): Promise<BatchResult | null> {
    const client = this.database.of(batch.organizationId);
    const beatMs = (limits.batchLeaseSeconds * 1_000) / 3;
    const beating = new PeriodicTask('batches', 'a sign of life was not given', beatMs, () => beatBatch(client, batch));
    beating.start();
    try {
      const result = await this.carryOut.run(batch, () => !this.stopped);
      return (await endBatch(client, batch, result, null)) ? result : null;
    } catch (error) {
      await this.leave(batch, error);
      return null;
    } finally {
      await beating.stop();
    }
  }

  private async leave(batch: TakenBatch, error: unknown): Promise<void> {
    const client = this.database.of(batch.organizationId);
    try {
      if (error instanceof BatchLeft) return await leaveBatch(client, batch);
      const isLast = batch.attempt >= limits.batchAttempts;
      this.logger.error(`batch ${batch.id} ${isLast ? 'is given up' : 'will be tried again'}: ${String(error)}`);
      if (isLast) await endBatch(client, batch, batch, 'the log of the server says why');
    } catch (again) {
      this.logger.warn(`batch ${batch.id} waits until its time is over: ${String(again)}`);
    }
  }

  private async sweep(): Promise<void> {
    for (const organizationId of await inTransaction(this.pool, null, organizationsWithBatches)) {
      const taken = this.stopped ? null : await takeBatch(this.database.of(organizationId), organizationId);
      if (taken) void this.work(taken);
    }
  }
}
