import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { type AutomationVersion, findVersion, type Plan, planOf } from '../../definitions/index.js';

export interface VersionPlan {
  readonly version: AutomationVersion;
  readonly plan: Plan;
}

/** Plans of automation versions. A version never changes. */
@Injectable()
export class ExecutionPlans {
  private readonly known = new LRUCache<string, VersionPlan>({ max: 2_000 });

  constructor(private readonly database: TenantDatabase) {}

  async find(organizationId: string, automationId: string, version: number): Promise<VersionPlan> {
    const key = `${automationId} ${version}`;
    const before = this.known.get(key);
    if (before) return before;
    const client = this.database.forOrganization(organizationId);
    const found = await findVersion(client, organizationId, automationId, version);
    const made = { version: found, plan: planOf(found) };
    this.known.set(key, made);
    return made;
  }
}
