import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import { DataListRepository } from '../persistence/data-list-repository.js';
import { findSharedList, type VisibleList } from '../persistence/visible-lists.js';

/** Lists whose content may be read. */
@Injectable()
export class ReadableLists {
  constructor(
    private readonly database: TenantDatabase,
    private readonly lists: DataListRepository,
  ) {}

  /**
   * Throws 404 when there is none, 403 when its content is the marketplace’s or that of the parent organization: rules may match it and
   * nobody may read it.
   */
  async find(organizationId: string, id: string): Promise<DataListRow> {
    const list = await this.lists.findOne(organizationId, id);
    if (!list && !(await this.findShared(organizationId, id))) throw notFound('Data list');
    if (!list || list.source === 'marketplace') {
      const whose = list ? 'marketplace' : 'parent organization';
      throw new ApiError('FORBIDDEN', `A list of the ${whose} can be matched and not read`);
    }
    return list;
  }

  /** The record of a list, which is also told of those of the parent. Throws as `find`. */
  async findVisible(organizationId: string, id: string): Promise<VisibleList> {
    const lent = await this.findShared(organizationId, id);
    return lent ?? { ...(await this.find(organizationId, id)), sharedEnabled: null };
  }

  /** What to answer who would change a list that is not theirs: 403 `SHARED_RESOURCE_READ_ONLY` for one of the parent, else 404. */
  async notWritableError(organizationId: string, id: string, what = 'Data list'): Promise<ApiError> {
    if (!(await this.findShared(organizationId, id))) return notFound(what);
    return new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this list');
  }

  private findShared(organizationId: string, id: string): Promise<VisibleList | null> {
    return findSharedList(this.database.forOrganization(organizationId), organizationId, id);
  }
}
