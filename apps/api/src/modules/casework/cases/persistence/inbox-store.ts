import {
  findOrganizations,
  type Queryable,
  SqlConditions,
  takeTurn,
  type Transaction,
} from '../../../../platform/database/index.js';
import {
  alertColumns,
  severities,
  type Severity,
  type StoredAlert,
  addAssigneeCondition,
  rankOf,
  type WorkStatus,
} from '../../alerts/index.js';
import type { InboxCount } from '../domain/inbox-count.js';
import type { StoredCase } from '../domain/stored-case.js';
import { inboxCaseColumns } from './case-columns.js';

export type InboxCase = Omit<StoredCase, 'description'>;

export interface InboxPage {
  readonly statuses: readonly WorkStatus[];
  readonly priorities: readonly Severity[] | undefined;
  /** `null` for items that are not assigned. */
  readonly assignee: string | null | undefined;
  readonly limit: number;
  readonly offset: number;
}

const order = 'priority_rank, created_at desc, id desc';

/**
 * Reads the first rows of each requested status in index order, and selects the page from these. Statuses that were not requested are not
 * read.
 */
async function selectInboxPage<Row extends object>(
  client: Queryable,
  { table, columns, nameOf }: { table: string; columns: string; nameOf: (status: WorkStatus) => string },
  organizationId: string,
  { statuses, priorities, assignee, limit, offset }: InboxPage,
): Promise<readonly Row[]> {
  const conditions = addAssigneeCondition(new SqlConditions(organizationId), assignee).add(
    'priority_rank = any(?::smallint[])',
    priorities?.map(rankOf),
  );
  const last = conditions.bind(limit + offset);
  const parts = statuses.map(
    (status) =>
      `(select id, priority_rank, created_at from ${table}
        where ${conditions.where} and status = ${conditions.bind(nameOf(status))} order by ${order} limit ${last})`,
  );
  const { rows } = await client.query<Row>(
    `select ${columns} from ${table} where organization_id = $1 and id = any(array(
       select id from (${parts.join(' union all ')}) found
       order by ${order} limit ${conditions.bind(limit)} offset ${conditions.bind(offset)}))
     order by ${table}.priority_rank, ${table}.created_at desc, ${table}.id desc`,
    conditions.values,
  );
  return rows;
}

export const findInboxCases = (
  client: Queryable,
  organizationId: string,
  query: InboxPage,
): Promise<readonly InboxCase[]> =>
  selectInboxPage<InboxCase>(
    client,
    { table: 'cases', columns: inboxCaseColumns, nameOf: String },
    organizationId,
    query,
  );

export const findInboxAlerts = (
  client: Queryable,
  organizationId: string,
  query: InboxPage,
): Promise<readonly StoredAlert[]> => {
  const nameOf = (status: WorkStatus): string => (status === 'CLOSED' ? 'RESOLVED' : status);
  return selectInboxPage<StoredAlert>(
    client,
    { table: 'alerts', columns: alertColumns, nameOf },
    organizationId,
    query,
  );
};

const unassignedId = '00000000-0000-0000-0000-000000000000';

/**
 * Counts everything assigned to the assignee, or everything there is, from aggregated counts and the changes since then. This is as exact
 * as counting the rows.
 */
export async function countInbox(
  client: Queryable,
  organizationId: string,
  assignee: string | null | undefined,
): Promise<readonly InboxCount[]> {
  const { rows } = await client.query<{ kind: 'case' | 'alert'; status: string; rank: number; count: number }>({
    name: 'inbox-counts',
    text: `select kind, status, rank, sum(count)::int as count from (
        select kind, status, rank, count from inbox_counts
          where organization_id = $1 and ($2::uuid is null or assignee = $2)
        union all select kind, status, rank, change from inbox_changes
          where organization_id = $1 and ($2::uuid is null or assignee = $2)) counted
      group by kind, status, rank having sum(count) <> 0`,
    values: [organizationId, assignee === null ? unassignedId : (assignee ?? null)],
  });
  return rows.map(({ kind, status, rank, count }) => ({
    kind,
    status: (status === 'RESOLVED' ? 'CLOSED' : status) as WorkStatus,
    priority: severities[severities.length - 1 - rank]!,
    count,
  }));
}

/** Returns organizations with changes that have not been aggregated. The transaction of `client` does not belong to an organization. */
export const organizationsWithInboxChanges = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(client, 'inbox changes', 'select distinct organization_id as id from inbox_changes');

/** Adds the changes of an organization to its counts in one statement, so that concurrent readers see each change exactly once. */
export async function aggregateInboxChanges(client: Transaction, organizationId: string): Promise<void> {
  await takeTurn(client, `inbox:${organizationId}`);
  await client.query({
    name: 'inbox-add-up',
    text: `with taken as (delete from inbox_changes where organization_id = $1 returning kind, status, rank, assignee, change)
      insert into inbox_counts (organization_id, kind, status, rank, assignee, count)
        select $1, kind, status, rank, assignee, sum(change) from taken group by kind, status, rank, assignee
      on conflict (organization_id, kind, status, rank, assignee) do update set count = inbox_counts.count + excluded.count`,
    values: [organizationId],
  });
}
