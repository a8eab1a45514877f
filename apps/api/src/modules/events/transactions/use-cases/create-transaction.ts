import { Injectable } from '@nestjs/common';

import { Batcher } from '../../../../platform/batcher.js';
import { isLockTimeout, TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { TransactionFigures } from '../../../../platform/operations/index.js';
import { type CreatedTransaction, type CreateRequest, CreateTransactionGroup } from './create-transaction-group.js';

/** `POST /transactions`: stores one payment, its decision and the effects of the decision together or not at all. */
@Injectable()
export class CreateTransaction {
  /**
   * Each group occupies a connection. Two groups let one be prepared while another is evaluated or committed. With more, groups would be
   * smaller.
   */
  private readonly groups = new Batcher<CreateRequest, CreatedTransaction>({
    maxBatchSize: limits.paymentsTogether,
    maxConcurrency: 2,
    processBatch: (organizationId, requests) =>
      this.createGroup.createAll(organizationId, requests, limits.paymentGroupLockMs),
  });
  /** Payments that wait for another database transaction. At most two, so that they leave connections to others while they wait. */
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

  /** Stores a payment. Payments sent by an organization at the same time share a database transaction. */
  async create(request: CreateRequest): Promise<CreatedTransaction> {
    const begun = performance.now();
    const created = await this.createOne(request);
    this.figures.observeLatency(request.principal.organizationId, performance.now() - begun);
    return created;
  }

  private async createOne(request: CreateRequest): Promise<CreatedTransaction> {
    const { organizationId } = request.principal;
    // A payment that joins its caller's database transaction cannot be grouped with other payments.
    if (!this.database.isInTransaction())
      try {
        return await this.groups.enqueue(organizationId, request);
      } catch (error) {
        // Another database transaction, such as an all-or-nothing batch, blocks a payment of the group. The others do not wait for it.
        if (!isLockTimeout(error) || request.idempotency) throw error;
        return this.heldUp.enqueue(organizationId, request);
      }
    const [created] = await this.createGroup.createAll(organizationId, [request], limits.paymentLockMs);
    if (created!.ok) return created!.value;
    throw created!.error;
  }
}
