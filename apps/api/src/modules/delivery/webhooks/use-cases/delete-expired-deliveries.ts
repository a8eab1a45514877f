import { Injectable } from '@nestjs/common';

import { OrganizationSweep } from '../../../../platform/database/index.js';
import { deliveryLimits } from '../domain/delivery-limits.js';
import { findOrganizationsWithExpiredDeliveries, deleteExpiredDeliveries } from '../persistence/delivery-store.js';

@Injectable()
export class DeleteExpiredDeliveries extends OrganizationSweep {
  constructor() {
    super({
      name: 'webhooks',
      failure: 'old deliveries were not removed',
      everyMs: deliveryLimits.sweepMs,
      rows: deliveryLimits.sweepRows,
      find: findOrganizationsWithExpiredDeliveries,
      remove: deleteExpiredDeliveries,
    });
  }
}
