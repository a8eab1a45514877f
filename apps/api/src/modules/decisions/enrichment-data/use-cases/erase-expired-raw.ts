import { Injectable } from '@nestjs/common';

import { limits } from '../../../../platform/limits.js';
import { OrganizationSweep } from '../../../../platform/database/index.js';
import { eraseExpiredRaw, organizationsWithExpiredRaw } from '../persistence/result-store.js';

/** Erases raw responses of integrations when their retention time is over. The data that rules read is kept. */
@Injectable()
export class EraseExpiredRaw extends OrganizationSweep {
  constructor() {
    super({
      name: 'enrichments',
      failure: 'erasing raw responses failed',
      everyMs: limits.rawEnrichmentSweepMs,
      rows: limits.rawEnrichmentSweepRows,
      find: organizationsWithExpiredRaw,
      remove: eraseExpiredRaw,
    });
  }
}
