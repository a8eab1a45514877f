import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { lookupKeys } from '../domain/list-keys.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import { findItemsByKey, findItemsContaining, type FoundItems } from '../persistence/list-search.js';

export const matchModes = ['exact', 'contains'] as const;

export interface ItemSearch {
  readonly value: string;
  /** `exact`: as a rule finds it. */
  readonly matchMode: (typeof matchModes)[number];
  readonly limit: number;
}

@Injectable()
export class FindItems {
  constructor(private readonly database: TenantDatabase) {}

  /** Finds items by primary value and search keys, including inactive and expired ones, in the order of their values. */
  find({ organizationId, id, type }: DataListRow, { value, matchMode, limit }: ItemSearch): Promise<FoundItems> {
    const client = this.database.forOrganization(organizationId);
    if (matchMode === 'contains') {
      return findItemsContaining(client, organizationId, { listId: id, text: value, limit });
    }
    return findItemsByKey(client, organizationId, { listId: id, keys: lookupKeys(type, value), limit });
  }
}
