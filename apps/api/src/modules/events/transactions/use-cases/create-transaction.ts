import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { GroupedWork } from '../../../../platform/grouped-work.js';
import { limits } from '../../../../platform/limits.js';
import { type CreatedTransaction, type CreateRequest, CreateTogether } from './create-together.js';

/** `POST /transactions`: one payment, its decision and everything the decision does, stored together or not at all. */
@Injectable()
export class CreateTransaction {
  /** Each group holds a connection; three, so that one is prepared and one decided while another is committed. */
  private readonly groups = new GroupedWork<CreateRequest, CreatedTransaction>({
    most: limits.paymentsTogether,
    atOnce: 3,
    work: (organizationId, requests) => this.together.run(organizationId, requests),
  });

  constructor(
    private readonly database: TenantDatabase,
    private readonly together: CreateTogether,
  ) {}

  /** Payments that an organization sends at the same time share a database transaction. */
  async run(request: CreateRequest): Promise<CreatedTransaction> {
    const { organizationId } = request.principal;
    // What joins a transaction of its caller cannot be stored together with other payments.
    if (!this.database.isJoining()) return this.groups.run(organizationId, request);
    const [created] = await this.together.run(organizationId, [request]);
    if (created!.ok) return created!.value;
    throw created!.error;
  }
}
