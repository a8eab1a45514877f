import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import type { ListStatus, ListType } from '../domain/list-enumerations.js';
import type { ListEventSummary } from '../domain/list-events.js';

export interface LockedList {
  readonly id: string;
  readonly type: ListType;
  readonly status: ListStatus;
  readonly isGlobal: boolean;
  readonly revision: number;
}

/** Locks lists until the transaction ends, in order of id, so that writers of the same lists do not deadlock. */
export async function lockLists(
  client: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<LockedList[]> {
  const { rows } = await client.query<LockedList>(
    `select id, type, status, is_global as "isGlobal", revision from data_lists
     where organization_id = $1 and id = any($2::uuid[]) order by id for update`,
    [organizationId, ids],
  );
  return rows;
}

export interface ItemsChange {
  readonly organizationId: string;
  readonly list: LockedList;
  readonly now: Date;
}

/** Returns the revision that the change creates. */
export const nextRevision = ({ list }: ItemsChange): number => list.revision + 1;

/**
 * Increments the revision of the list, once for all changes to its items in a transaction. Each revision is a state that a replay can refer
 * to.
 *
 * @param added items that came, less those that went
 */
export async function commitRevision(client: Queryable, change: ItemsChange, added: number): Promise<ListEventSummary> {
  const { rows } = await client.query<ListEventSummary>(
    `with made as (
       insert into data_list_revisions (organization_id, list_id, revision, made_at) values ($1, $2, $3, clock_timestamp()))
     update data_lists set revision = $3, item_count = item_count + $4, updated_at = $5
     where organization_id = $1 and id = $2
     returning id, name, type, status, item_count as "itemCount", revision`,
    [change.organizationId, change.list.id, nextRevision(change), added, change.now],
  );
  return rows[0]!;
}
