import { limits } from '../../limits.js';
import { QueryInteger, TextField } from '../fields/index.js';

/** The paging parameters of a list; extend it with the filters. */
export class PageQuery {
  @QueryInteger({ min: 1, max: limits.pageRows })
  limit: number = limits.defaultPageRows;

  @QueryInteger({ min: 0 })
  offset?: number;

  @TextField({ min: 1, max: 2_000, description: 'nextCursor of the page before, in place of offset' })
  cursor?: string;
}
