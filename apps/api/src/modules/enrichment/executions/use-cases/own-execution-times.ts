import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ExecutionTimes } from '../../integrations/index.js';
import { enrichmentLimits } from '../domain/enrichment-limits.js';
import { findAverageMs } from '../persistence/execution-activity.js';

/** Averages of stored executions, recomputed after a while. */
@Injectable()
export class OwnExecutionTimes extends ExecutionTimes {
  private readonly known = new LRUCache<string, ReadonlyMap<string, number>>({
    max: enrichmentLimits.averages.kept,
    ttl: enrichmentLimits.averages.keptMs,
  });

  constructor(private readonly database: TenantDatabase) {
    super();
  }

  async averages(organizationId: string): Promise<ReadonlyMap<string, number>> {
    const known = this.known.get(organizationId);
    if (known) return known;
    const client = this.database.forOrganization(organizationId);
    const found = await findAverageMs(client, organizationId, enrichmentLimits.averages.executions);
    // An empty result is not cached, so that the first average appears at once.
    if (found.size > 0) this.known.set(organizationId, found);
    return found;
  }
}
