import { Injectable } from '@nestjs/common';

import { ApiError, notFound } from '../../../platform/http/index.js';
import type { DataListRow } from '../persistence/data-list-row.js';
import { DataListStore } from '../persistence/data-list-store.js';

/** Lists whose content may be read. */
@Injectable()
export class ReadableLists {
  constructor(private readonly lists: DataListStore) {}

  /** Throws 404 when there is none, 403 when its content is the marketplace’s: rules may match it and nobody may read it. */
  async find(organizationId: string, id: string): Promise<DataListRow> {
    const list = await this.lists.findOne(organizationId, id);
    if (!list) throw notFound('Data list');
    if (list.source === 'marketplace') {
      throw new ApiError('FORBIDDEN', 'A list of the marketplace can be matched and not read');
    }
    return list;
  }
}
