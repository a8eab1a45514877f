import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { Automation } from '../domain/automation.js';
import {
  type AutomationFilter,
  countAutomations,
  findAutomation,
  findAutomations,
} from '../persistence/automation-store.js';

/** A list of automations with the total numbers. */
export interface AutomationList {
  readonly automations: readonly Automation[];
  /** May exceed the number listed if many are archived. */
  readonly total: number;
  /** Number of archived automations. Set if the list contains those that are not archived. */
  readonly totalArchived: number | null;
}

@Injectable()
export class ReadAutomations {
  constructor(private readonly database: TenantDatabase) {}

  async list(organizationId: string, filter: AutomationFilter): Promise<AutomationList> {
    const client = this.database.forOrganization(organizationId);
    const automations = await findAutomations(client, organizationId, filter);
    const archived = await countAutomations(client, organizationId, { ...filter, archived: true });
    return filter.archived
      ? { automations, total: archived, totalArchived: null }
      : { automations, total: automations.length, totalArchived: archived };
  }

  /** Returns an automation. Throws 404 if it does not exist. */
  async get(organizationId: string, id: string): Promise<Automation> {
    const found = await findAutomation(this.database.forOrganization(organizationId), organizationId, id);
    if (!found) throw notFound('Automation');
    return found;
  }
}
