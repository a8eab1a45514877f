import { Injectable } from '@nestjs/common';

import { searchPattern, searchSql, SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import type { Page, PageQuery } from '../../../../platform/http/index.js';
import type { ListSource, ListStatus, ListType } from '../domain/list-enumerations.js';
import { selectVisibleLists, type VisibleList } from '../persistence/visible-lists.js';

export interface DataListFilter extends PageQuery {
  readonly type?: readonly ListType[];
  readonly status?: readonly ListStatus[];
  readonly source?: readonly ListSource[];
  /** Part of the name or description. */
  readonly search?: string;
  /** Whether lists shared by the parent organization are included. */
  readonly includeShared: boolean;
}

@Injectable()
export class ListDataLists {
  constructor(private readonly database: TenantDatabase) {}

  /** Lists data lists, oldest first. */
  list(organizationId: string, filter: DataListFilter): Promise<Page<VisibleList>> {
    const conditions = new SqlConditions(organizationId)
      .add('type = any(?)', filter.type)
      .add('status = any(?)', filter.status)
      .add('source = any(?)', filter.source)
      .add(searchSql('name', 'description'), searchPattern(filter.search));
    const client = this.database.forOrganization(organizationId);
    return selectVisibleLists(client, conditions, { query: filter, withLent: filter.includeShared });
  }
}
