import { countRows, type Queryable } from '../../../../platform/database/index.js';
import {
  ApiError,
  decodeCursor,
  encodeCursor,
  filterHash,
  invalid,
  invalidCursor,
  isInstant,
  type Page,
  type PageQuery,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { alertStatuses, severities } from '../domain/alert-enumerations.js';
import type { StoredAlert } from '../domain/stored-alert.js';
import { alertColumns } from './alert-columns.js';
import { alertConditions, type AlertFilter, rankOf } from './alert-filter.js';

/** Start position of a page. */
interface Place {
  readonly rank: number;
  readonly createdAt: string;
  readonly id: string;
}

const order = 'priority_rank, created_at desc, id desc';

/**
 * Returns the most urgent alerts first, and among these the newest. For each status and rank, the first rows are read in index order, and
 * the page is selected from these, so that later pages cost the same as the first.
 */
async function readUrgent(
  client: Queryable,
  organizationId: string,
  filter: AlertFilter,
  { after, rows, offset }: { readonly after: Place | null; readonly rows: number; readonly offset: number },
): Promise<readonly StoredAlert[]> {
  const conditions = alertConditions(organizationId, filter);
  const { where } = conditions;
  const ranks = (filter.priority ?? severities).map(rankOf).filter((rank) => after === null || rank >= after.rank);
  const statuses = filter.statuses ?? alertStatuses;
  const place = after && `(${conditions.bind(after.createdAt)}::timestamptz, ${conditions.bind(after.id)}::uuid)`;
  const most = conditions.bind(rows + offset);
  const parts = [...new Set(statuses)].flatMap((status) => {
    const itsStatus = conditions.bind(status);
    return [...new Set(ranks)].map((rank) => {
      const isBelow = after?.rank === rank ? ` and (created_at, id) < ${place}` : '';
      return `(select id, priority_rank, created_at from alerts where ${where} and status = ${itsStatus}
        and priority_rank = ${rank}${isBelow} order by created_at desc, id desc limit ${most})`;
    });
  });
  if (parts.length === 0) return [];
  const found = await client.query<StoredAlert>(
    `select ${alertColumns} from alerts where organization_id = $1 and id = any(array(
       select id from (${parts.join(' union all ')}) found
       order by ${order} limit ${conditions.bind(rows)} offset ${conditions.bind(offset)}))
     order by alerts.priority_rank, alerts.created_at desc, alerts.id desc`,
    conditions.values,
  );
  return found.rows;
}

/** Returns a page in order of urgency, by offset or cursor, with its total. Throws 400 for invalid paging parameters. */
export async function findUrgent(
  client: Queryable,
  organizationId: string,
  filter: AlertFilter,
  { limit, offset, cursor }: PageQuery,
): Promise<Page<StoredAlert>> {
  if (cursor !== undefined && offset !== undefined) throw invalid({ cursor: 'cannot be combined with offset' });
  if ((offset ?? 0) > limits.pageOffset) {
    const details = { offset: `must not be greater than ${limits.pageOffset}` };
    throw new ApiError('OFFSET_TOO_LARGE', `offset is limited to ${limits.pageOffset}; use the cursor`, details);
  }
  const key = filterHash(organizationId, 'urgent alerts', filter);
  const after = cursor === undefined ? null : placeOf(decodeCursor(cursor, key));
  const { where, values } = alertConditions(organizationId, filter);
  const count = await countRows(client, `alerts where ${where}`, values);
  const found = await readUrgent(client, organizationId, filter, { after, rows: limit + 1, offset: offset ?? 0 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > limit;
  const nextCursor =
    hasMore && last
      ? encodeCursor({ sortValue: `${rankOf(last.priority)} ${last.createdAt.toISOString()}`, id: last.id }, key)
      : null;
  return { rows, pagination: { ...count, limit, offset: offset ?? 0, hasMore, nextCursor } };
}

/** Returns the id of the most urgent unassigned alert that matches a filter. */
export async function findMostUrgentId(
  client: Queryable,
  organizationId: string,
  filter: AlertFilter,
): Promise<string | null> {
  const [first] = await readUrgent(
    client,
    organizationId,
    { ...filter, assignee: null },
    { after: null, rows: 1, offset: 0 },
  );
  return first?.id ?? null;
}

function placeOf({ sortValue, id }: { readonly sortValue: string; readonly id: string }): Place {
  const [, rank, createdAt = ''] = /^([0-3]) (\d{4}-\d\d-\d\dT[\d:.]+Z)$/.exec(sortValue) ?? [];
  if (rank === undefined || !isInstant(createdAt)) throw invalidCursor('is not a cursor of this list');
  return { rank: Number(rank), createdAt, id };
}
