import { Injectable } from '@nestjs/common';

import { limits } from '../../../../platform/limits.js';
import { OrganizationSweep } from '../../../../platform/database/index.js';
import { eraseExpiredRaw, organizationsWithExpiredRaw } from '../persistence/result-store.js';

/** Erases what integrations sent when it is to be kept no longer. What rules read of it stays. */
@Injectable()
export class EraseExpiredRaw extends OrganizationSweep {
  constructor() {
    super({
      name: 'enrichments',
      failure: 'raw answers were not erased',
      everyMs: limits.rawEnrichmentSweepMs,
      rows: limits.rawEnrichmentSweepRows,
      find: organizationsWithExpiredRaw,
      remove: eraseExpiredRaw,
    });
  }
}
