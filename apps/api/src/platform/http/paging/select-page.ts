import type { QueryResult } from 'pg';
import { countRows, listsOf, type Queryable, type SqlConditions } from '../../database/index.js';
import { limits } from '../../limits.js';
import { ApiError, invalid } from '../errors/api-error.js';
import type { PageQuery } from './page-query.js';
import type { Pagination } from './pagination.js';
import { decodeCursor, encodeCursor, filterHash, invalidCursor } from './cursor.js';

export interface PageOptions {
  /** Identifies the list of an organization in cursors: the lists of two records have different names. */
  readonly list: string;
  /** Select list of the query. */
  readonly columns: string;
  /** From clause of the query. */
  readonly from: string;
  readonly conditions: SqlConditions;
  readonly query: PageQuery;
  /** A column that is never null, with its type. Rows are sorted by it and then by `id`. */
  readonly sortBy: {
    readonly column: string;
    readonly type: 'timestamptz' | 'uuid' | 'date' | 'numeric' | 'bigint' | 'float8' | 'text';
    readonly id?: string;
  };
  readonly descending?: boolean;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly pagination: Pagination;
}

/** Returns one page of a list, by offset or cursor, with the total. Throws the 400 errors of paging. */
export async function selectPage<Row extends object>(given: Queryable, options: PageOptions): Promise<Page<Row>> {
  const client = listsOf(given);
  const { query, conditions, from, sortBy } = options;
  const { limit, offset, cursor, ...filter } = query;
  if (cursor !== undefined && offset !== undefined) throw invalid({ cursor: 'cannot be combined with offset' });
  if ((offset ?? 0) > limits.pageOffset) {
    throw new ApiError('OFFSET_TOO_LARGE', `offset is limited to ${limits.pageOffset}; use the cursor`, {
      offset: `must not be greater than ${limits.pageOffset}`,
    });
  }
  const counted = [`${from} where ${conditions.where}`, [...conditions.values]] as const;
  const order = [sortBy.column, options.descending];
  const key = filterHash(conditions.organizationId, options.list, { ...filter, sort: order });
  const id = sortBy.id ?? 'id';
  const direction = options.descending ? 'desc' : 'asc';
  if (cursor !== undefined) {
    const after = decodeCursor(cursor, key);
    const [value, row] = [conditions.bind(after.sortValue), conditions.bind(after.id)];
    conditions.addRaw(
      `(${sortBy.column}, ${id}) ${options.descending ? '<' : '>'} (${value}::${sortBy.type}, ${row}::uuid)`,
    );
  }
  const { rows } = await select<Row>(
    client,
    `select ${options.columns}, (${sortBy.column})::text as page_sort, ${id} as page_id from ${from} where ${conditions.where}
     order by ${sortBy.column} ${direction}, ${id} ${direction}
     limit ${conditions.bind(limit + 1)} offset ${conditions.bind(offset ?? 0)}`,
    conditions.values,
    cursor !== undefined,
  );
  const hasMore = rows.length > limit;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  // A page that ends the list determines its length, so a slow search for few rows is executed only once.
  const isCounted = cursor === undefined && !hasMore && (shown.length > 0 || !offset);
  const count = isCounted ? { total: (offset ?? 0) + shown.length } : await countRows(client, ...counted);
  const nextCursor = hasMore && last ? encodeCursor({ sortValue: last.page_sort, id: last.page_id }, key) : null;
  return {
    rows: shown.map(withoutKeys<Row>),
    pagination: { ...count, limit, offset: offset ?? 0, hasMore, nextCursor },
  };
}

type Keyed<Row> = Row & { readonly page_sort: string; readonly page_id: string };

const dataExceptionClass = '22';

async function select<Row extends object>(
  client: Queryable,
  sql: string,
  values: unknown[],
  hasCursor: boolean,
): Promise<QueryResult<Keyed<Row>>> {
  try {
    return await client.query<Keyed<Row>>(sql, values);
  } catch (error) {
    const code = (error as { code?: unknown }).code;
    // A manipulated cursor is the only value here that the database may be unable to parse.
    if (hasCursor && typeof code === 'string' && code.startsWith(dataExceptionClass))
      throw invalidCursor('is not a cursor of this list');
    throw error;
  }
}

const withoutKeys = <Row extends object>({ page_sort: _sort, page_id: _id, ...row }: Keyed<Row>): Row =>
  row as unknown as Row;
