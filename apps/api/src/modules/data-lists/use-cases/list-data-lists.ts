import { Injectable } from '@nestjs/common';

import { containsPattern, SqlConditions, TenantDatabase } from '../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../platform/http/index.js';
import type { ListSource, ListStatus, ListType } from '../domain/list-enumerations.js';
import { dataListColumns, type DataListRow } from '../persistence/data-list-row.js';

export interface DataListFilter extends PageQuery {
  readonly type?: readonly ListType[];
  readonly status?: readonly ListStatus[];
  readonly source?: readonly ListSource[];
  /** Part of the name or description. */
  readonly search?: string;
}

@Injectable()
export class ListDataLists {
  constructor(private readonly database: TenantDatabase) {}

  /** The oldest first. */
  run(organizationId: string, filter: DataListFilter): Promise<Page<DataListRow>> {
    const conditions = new SqlConditions(organizationId)
      .add('type = any(?)', filter.type)
      .add('status = any(?)', filter.status)
      .add('source = any(?)', filter.source)
      .add('name ilike ? or description ilike ?', filter.search && containsPattern(filter.search));
    return selectPage<DataListRow>(this.database.of(organizationId), {
      list: 'data-lists',
      columns: dataListColumns,
      from: 'data_lists',
      conditions,
      query: filter,
      sortBy: { column: 'created_at', type: 'timestamptz' },
    });
  }
}
