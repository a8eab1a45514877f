import { Injectable } from '@nestjs/common';

import { OrganizationSweep } from '../../../../platform/database/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import { findOrganizationsWithExpiredDeliveries, deleteExpiredDeliveries } from '../persistence/delivery-store.js';

@Injectable()
export class DeleteExpiredDeliveries extends OrganizationSweep {
  constructor() {
    super({
      name: 'webhooks',
      failure: 'removing old deliveries failed',
      everyMs: deliveryLimits.sweepMs,
      rows: deliveryLimits.sweepRows,
      find: findOrganizationsWithExpiredDeliveries,
      remove: deleteExpiredDeliveries,
    });
  }
}
