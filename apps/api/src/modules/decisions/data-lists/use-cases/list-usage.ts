import { Injectable } from '@nestjs/common';

import type { Queryable } from '../../../../platform/database/index.js';
import type { FindListUses, ListUse } from '../domain/list-uses.js';

/** Who uses lists. */
@Injectable()
export class ListUsage {
  private findUses: FindListUses | null = null;

  /** Told by the module of rules when it is made. */
  registerFinder(findUses: FindListUses): void {
    this.findUses = findUses;
  }

  findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly ListUse[]> {
    if (!this.findUses) throw new Error('nobody told how rules that use a list are found');
    return this.findUses(client, organizationId, listId);
  }
}
