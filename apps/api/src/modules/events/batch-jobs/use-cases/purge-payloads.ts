import { Injectable } from '@nestjs/common';

import { AppConfig } from '../../../../platform/config/index.js';
import { limits } from '../../../../platform/limits.js';
import { OrganizationSweep } from '../../../../platform/database/index.js';
import { organizationsWithExpiredPayloads, purgePayloads } from '../persistence/batch-payloads.js';

/** Deletes the stored rows of batches that ended long ago. */
@Injectable()
export class PurgePayloads extends OrganizationSweep {
  constructor({ batchPayloadDays: days }: AppConfig) {
    super({
      name: 'batches',
      failure: 'removing rows of old batches failed',
      everyMs: limits.batchPayloadSweepMs,
      rows: limits.batchPayloadSweepRows,
      find: (client) => organizationsWithExpiredPayloads(client, days),
      remove: (client, id, rows) => purgePayloads(client, id, { days, rows }),
    });
  }
}
