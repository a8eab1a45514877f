import { Injectable } from '@nestjs/common';

import { OrganizationSweep } from '../../../../platform/database/index.js';
import { purchaseLimits } from '../domain/purchase-limits.js';
import { deleteOldPurchases, organizationsWithOldPurchases } from '../persistence/purchase-store.js';

/** Deletes register data about companies that were not stored since. */
@Injectable()
export class DeleteOldPurchases extends OrganizationSweep {
  constructor() {
    const { keptDays: days, sweepMs, sweepRows } = purchaseLimits;
    super({
      name: 'automatic entities',
      failure: 'removing old basic data failed',
      everyMs: sweepMs,
      rows: sweepRows,
      find: (client) => organizationsWithOldPurchases(client, days),
      remove: (client, id, rows) => deleteOldPurchases(client, id, { days, rows }),
    });
  }
}
