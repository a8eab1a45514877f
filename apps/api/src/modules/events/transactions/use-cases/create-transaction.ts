import { Injectable } from '@nestjs/common';

import { Batcher } from '../../../../platform/batcher.js';
import { isLockTimeout, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { TransactionFigures } from '../../../../platform/operations/index.js';
import { type CreatedTransaction, type CreateRequest, CreateTransactionGroup } from './create-transaction-group.js';

/** `POST /transactions`: one payment, its decision and everything the decision does, stored together or not at all. */
@Injectable()
export class CreateTransaction {
  /** Each group holds a connection. Two, so that one is prepared while another is decided or committed: with more, groups are smaller. */
  private readonly groups = new Batcher<CreateRequest, CreatedTransaction>({
    maxBatchSize: limits.paymentsTogether,
    maxConcurrency: 2,
    processBatch: (organizationId, requests) =>
      this.createGroup.createAll(organizationId, requests, limits.paymentGroupLockMs),
  });
  /** Those that another transaction was in the way of. Two, so that while they wait for it they leave connections to others. */
  private readonly heldUp = new Batcher<CreateRequest, CreatedTransaction>({
    maxBatchSize: 1,
    maxConcurrency: 2,
    processBatch: (organizationId, requests) =>
      this.createGroup.createAll(organizationId, requests, limits.paymentLockMs),
  });

  constructor(
    private readonly database: TenantDatabase,
    private readonly createGroup: CreateTransactionGroup,
    private readonly figures: TransactionFigures,
  ) {}

  /** Payments that an organization sends at the same time share a database transaction. */
  async create(request: CreateRequest): Promise<CreatedTransaction> {
    const begun = performance.now();
    const created = await this.createOne(request);
    this.figures.observeLatency(request.principal.organizationId, performance.now() - begun);
    return created;
  }

  private async createOne(request: CreateRequest): Promise<CreatedTransaction> {
    const { organizationId } = request.principal;
    // What joins a transaction of its caller cannot be stored together with other payments.
    if (!this.database.isInTransaction())
      try {
        return await this.groups.enqueue(organizationId, request);
      } catch (error) {
        // Another transaction, such as a batch of all or nothing, is in the way of one: the others do not wait for that.
        if (!isLockTimeout(error) || request.idempotency) throw error;
        return this.heldUp.enqueue(organizationId, request);
      }
    const [created] = await this.createGroup.createAll(organizationId, [request], limits.paymentLockMs);
    if (created!.ok) return created!.value;
    throw created!.error;
  }
}
