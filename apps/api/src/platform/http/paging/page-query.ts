import type { Type } from '@nestjs/common';

import { limits } from '../../limits.js';
import { QueryInteger, TextField } from '../fields/index.js';

/** Returns a query class for a list: its filters with the paging parameters common to every list. */
export function withPagination<Filters extends Type<object>>(filters: Filters, maxRows: number = limits.pageRows) {
  class Paged extends filters {
    @QueryInteger({ min: 1, max: maxRows })
    limit: number = limits.defaultPageRows;

    @QueryInteger({ min: 0 })
    offset?: number;

    @TextField({ min: 1, max: 2_000, description: 'nextCursor of the previous page, instead of offset' })
    cursor?: string;
  }
  return Paged;
}

class NoFilters {}

/** The paging parameters of a list. Extend it with filters. */
export class PageQuery extends withPagination(NoFilters) {}
