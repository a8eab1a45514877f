import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { batchRowsOf } from '../../organizations/index.js';

/** How many payments an organization may send in one part of a batch. */
@Injectable()
export class BatchRows {
  constructor(private readonly database: TenantDatabase) {}

  /** `member` is where they stand in the body. Throws 400 `TOO_MANY_ITEMS`. */
  async check(organizationId: string, count: number, member: string): Promise<void> {
    const most = await batchRowsOf(this.database.of(organizationId), organizationId);
    if (count <= most) return;
    const message = `the plan allows at most ${most} payments`;
    throw new ApiError('TOO_MANY_ITEMS', `Nothing was stored: ${message}`, { [member]: message });
  }
}
