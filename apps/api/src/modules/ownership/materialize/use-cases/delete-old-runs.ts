import { Injectable } from '@nestjs/common';

import { OrganizationSweep } from '../../../../platform/database/index.js';
import { materializeLimits } from '../domain/materialize-limits.js';
import { deleteOldRuns, organizationsWithOldRuns } from '../persistence/run-store.js';

@Injectable()
export class DeleteOldRuns extends OrganizationSweep {
  constructor() {
    const { keptDays: days, oldSweepMs, oldSweepRows } = materializeLimits;
    super({
      name: 'materialize',
      failure: 'removing old runs failed',
      everyMs: oldSweepMs,
      rows: oldSweepRows,
      find: (client) => organizationsWithOldRuns(client, days),
      remove: (client, id, rows) => deleteOldRuns(client, id, { days, rows }),
    });
  }
}
