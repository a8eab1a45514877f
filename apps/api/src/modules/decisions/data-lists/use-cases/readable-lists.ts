import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import { DataListRepository } from '../persistence/data-list-repository.js';
import { findSharedList, type VisibleList } from '../persistence/visible-lists.js';

/** Finds lists whose content may be read. */
@Injectable()
export class ReadableLists {
  constructor(
    private readonly database: TenantDatabase,
    private readonly lists: DataListRepository,
  ) {}

  /**
   * Returns a list. Throws 404 if there is none, and 403 if its content belongs to the marketplace or to the parent organization: rules may
   * match it, but nobody may read it.
   */
  async find(organizationId: string, id: string): Promise<DataListRow> {
    const list = await this.lists.findOne(organizationId, id);
    if (!list && !(await this.findShared(organizationId, id))) throw notFound('Data list');
    if (!list || list.source === 'marketplace') {
      const whose = list ? 'marketplace' : 'parent organization';
      throw new ApiError('FORBIDDEN', `A list of the ${whose} can be matched but not read`);
    }
    return list;
  }

  /** Returns the record of a list, which is also available for lists of the parent. Throws the same errors as `find`. */
  async findVisible(organizationId: string, id: string): Promise<VisibleList> {
    const lent = await this.findShared(organizationId, id);
    return lent ?? { ...(await this.find(organizationId, id)), sharedEnabled: null };
  }

  /**
   * Returns the error for changing a list that the caller's organization does not own: 403 `SHARED_RESOURCE_READ_ONLY` for a list of the
   * parent, otherwise 404.
   */
  async notWritableError(organizationId: string, id: string, what = 'Data list'): Promise<ApiError> {
    if (!(await this.findShared(organizationId, id))) return notFound(what);
    return new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this list');
  }

  private findShared(organizationId: string, id: string): Promise<VisibleList | null> {
    return findSharedList(this.database.forOrganization(organizationId), organizationId, id);
  }
}
