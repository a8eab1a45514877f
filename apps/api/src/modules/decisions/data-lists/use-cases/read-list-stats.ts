import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { type ListAutomation, ListAutomations, type ListUse, ListUsage } from '../domain/list-uses.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import { type ItemStats, readItemStats } from '../persistence/list-stats.js';
import { type MatchSums, sumMatches } from '../persistence/match-store.js';
import { type LookupStats, listMatchCounter } from './list-match-counter.js';
import { StoreMatches } from './store-matches.js';

export interface ListStats {
  readonly items: ItemStats;
  readonly matches: MatchSums;
  readonly lookups: LookupStats;
}

export interface ListUsers {
  readonly rules: readonly ListUse[];
  readonly automations: readonly ListAutomation[];
  /** Look-ups of the last 30 days that found their value. */
  readonly matches30d: number;
}

/** Reads statistics about the content of lists, how often they matched, and what uses them. */
@Injectable()
export class ReadListStats {
  constructor(
    private readonly database: TenantDatabase,
    private readonly matches: StoreMatches,
    private readonly usage: ListUsage,
    private readonly automations: ListAutomations,
  ) {}

  async stats({ organizationId, id }: DataListRow, now: Date): Promise<ListStats> {
    await this.matches.store();
    const client = this.database.forOrganization(organizationId);
    return {
      items: await readItemStats(client, organizationId, id, now),
      matches: await sumMatches(client, organizationId, id, now),
      lookups: listMatchCounter.lookupStats(organizationId),
    };
  }

  async uses({ organizationId, id }: DataListRow, now: Date): Promise<ListUsers> {
    await this.matches.store();
    const client = this.database.forOrganization(organizationId);
    return {
      rules: await this.usage.findByList(client, organizationId, id),
      automations: await this.automations.findByList(client, organizationId, id),
      matches30d: (await sumMatches(client, organizationId, id, now)).matches30d,
    };
  }
}
