import { PageQuery, QueryBoolean, QueryEnumList, QueryInteger, TextField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import {
  type ListSource,
  listSources,
  type ListStatus,
  listStatuses,
  type ListType,
  listTypes,
} from '../domain/list-enumerations.js';

/** Filters of `GET /data-lists`. */
export class ListDataListsQuery extends PageQuery {
  @QueryEnumList(listTypes, 'ListType') type?: ListType[];
  @QueryEnumList(listStatuses, 'ListStatus') status?: ListStatus[];
  @QueryEnumList(listSources, 'ListSource') source?: ListSource[];
  @TextField({ min: 1, max: limits.dataListNameCharacters }) search?: string;
  @QueryBoolean({ description: 'Default true: lists that the parent organization shares are among them' })
  includeShared: boolean = true;
}

/** Filters of `GET /data-lists/{id}/items`. */
export class ListItemsQuery {
  @QueryInteger({ min: 1, max: 1_000_000 }) page: number = 1;
  @QueryInteger({ min: 1, max: limits.listItemPageRows }) limit: number = limits.defaultPageRows;
  @TextField({ min: 1, max: limits.dataListValueCharacters }) search?: string;
  @TextField({ min: 1, max: limits.dataListValueCharacters }) category?: string;
  /** Default: the list as it is. */
  @QueryInteger({ min: 0, max: 2_147_483_647 }) revision?: number;
}

/** `PATCH /data-lists/{id}/status`. */
export class ListStatusQuery {
  @QueryBoolean({ description: 'makes a list inactive that running rules read: their conditions become unknown' })
  force?: boolean;
}
