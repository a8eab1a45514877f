import { Injectable } from '@nestjs/common';

import type { Changes } from './record-audit.js';
import { type Queryable, SqlConditions, TenantDatabase } from '../database/index.js';
import { type Page, type PageQuery, selectPage } from '../http/index.js';

/** An audit entry as it is stored; `content` is its JSON text. */
export interface StoredEvent {
  readonly sequence: string;
  readonly previousHash: string;
  readonly hash: string;
  readonly content: string;
}

export interface AuditFilter {
  readonly event?: readonly string[];
  /** Inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly actorType?: string;
  readonly actorId?: string;
  readonly resourceType?: string;
  readonly resourceId?: string;
  readonly sortOrder: 'asc' | 'desc';
}

const columns = 'sequence::text as sequence, previous_hash as "previousHash", hash, content::text as content';

/** A record that audit events refer to. */
export interface AuditResource {
  /** For example `entity`, `transaction` or `rule`. */
  readonly type: string;
  readonly id: string;
}

/**
 * SQL condition for events about other records that refer to a record. Events of a transaction about itself are excluded, since the index
 * of related events does not contain them. Rules are left out because they would return too much: every alert names its rule.
 */
const relatedSql: Readonly<Record<string, (id: string) => string>> = {
  transaction: (id) =>
    `related_transaction_id = ${id} and not (resource_type = 'transaction' and resource_id = related_transaction_id)`,
  entity: (id) => `related_entity_id = ${id}`,
};

/** Formats a time like the `timestamp` of an event. */
const toIsoInstant = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : new Date(text).toISOString();

/** This event has its own index; the index of events covers all other events. */
const frequentEvent = 'transaction_created';

/** Returns the event condition, written so that the database knows which of the two indexes to use. */
const eventsSql = (events: readonly string[] = []): string => {
  if (!events.includes(frequentEvent)) return `event = any(?) and event <> '${frequentEvent}'`;
  return events.length === 1 ? `event = any(?) and event = '${frequentEvent}'` : 'event = any(?)';
};

const toConditions = (organizationId: string, filter: AuditFilter): SqlConditions =>
  new SqlConditions(organizationId)
    .add('resource_type = ?', filter.resourceType)
    .add('resource_id = ?', filter.resourceId)
    .add(eventsSql(filter.event), filter.event)
    .add('happened_at >= ?', toIsoInstant(filter.from))
    .add('happened_at <= ?', toIsoInstant(filter.to))
    .add('actor_type = ?', filter.actorType)
    .add('actor_id = ?', filter.actorId);

/** Reads the audit trail. It never writes to it. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: TenantDatabase) {}

  find(organizationId: string, query: PageQuery & AuditFilter): Promise<Page<StoredEvent>> {
    return selectPage<StoredEvent>(this.database.forOrganization(organizationId), {
      list: 'audit events',
      columns,
      from: 'audit_events',
      conditions: toConditions(organizationId, query),
      query,
      sortBy: { column: 'audit_events.sequence', type: 'bigint' },
      descending: query.sortOrder === 'desc',
    });
  }

  /** Returns what happened to a record, and to other records because of it. */
  timeline(
    organizationId: string,
    { type, id }: AuditResource,
    query: PageQuery & AuditFilter,
  ): Promise<Page<StoredEvent>> {
    const conditions = toConditions(organizationId, query);
    const [itsType, itsId] = [conditions.bind(type), conditions.bind(id)];
    const own = `resource_type = ${itsType} and resource_id = ${itsId}`;
    const related = relatedSql[type]?.(itsId);
    const every = 'select * from audit_events where organization_id = $1';
    // Merges two scans in trail order. A condition with `or` would read all events and sort them.
    const both = [`${every} and ${own}`];
    if (related !== undefined) both.push(`${every} and ${related} and not (${own})`);
    return selectPage<StoredEvent>(this.database.forOrganization(organizationId), {
      list: `timeline of ${type} ${id}`,
      columns,
      from: `(${both.join(' union all ')}) audit_events`,
      conditions,
      query,
      sortBy: { column: 'audit_events.sequence', type: 'bigint' },
      descending: query.sortOrder === 'desc',
    });
  }

  /** Whether anything was ever recorded about a record. Every existing record has at least its creation. */
  async recordExists(organizationId: string, resourceType: string, resourceId: string): Promise<boolean> {
    const { rows } = await this.database
      .forOrganization(organizationId)
      .query<{ known: boolean }>(
        `select exists (select from audit_events where organization_id = $1 and resource_type = $2 and resource_id = $3) as known`,
        [organizationId, resourceType, resourceId],
      );
    return rows[0]!.known;
  }

  /** Counts matching entries, up to `limit`. */
  async count(organizationId: string, filter: AuditFilter, limit: number): Promise<number> {
    const conditions = toConditions(organizationId, filter);
    const text = `select count(*)::int as n from (select from audit_events where ${conditions.where} limit ${conditions.bind(limit)}) m`;
    const { rows } = await this.database.forOrganization(organizationId).query<{ n: number }>(text, conditions.values);
    return rows[0]!.n;
  }

  /** Yields all matching entries in batches. */
  async *streamAll(organizationId: string, filter: AuditFilter, batch: number): AsyncIterable<readonly StoredEvent[]> {
    const isDown = filter.sortOrder === 'desc';
    for (let last: string | undefined; ;) {
      const conditions = toConditions(organizationId, filter).add(`sequence ${isDown ? '<' : '>'} ?::bigint`, last);
      const text = `select ${columns} from audit_events where ${conditions.where}
        order by audit_events.sequence ${filter.sortOrder} limit ${conditions.bind(batch)}`;
      const { rows } = await this.database.forOrganization(organizationId).query<StoredEvent>(text, conditions.values);
      if (rows.length > 0) yield rows;
      if (rows.length < batch) return;
      last = rows.at(-1)!.sequence;
    }
  }
}

export interface NewestEntry {
  readonly resourceId: string;
  readonly entryId: string;
  readonly summary: string;
  readonly changes: Changes;
  /** Name of the author; `null` if unknown. */
  readonly actorName: string | null;
  /** ISO 8601. */
  readonly at: string;
}

/** Returns the newest of the given events for each record; with `changed`, of those that changed this member. */
export async function findNewestEntries(
  client: Queryable,
  organizationId: string,
  {
    type,
    ids,
    events,
    changed = null,
  }: {
    readonly type: string;
    readonly ids: readonly string[];
    readonly events: readonly string[];
    readonly changed?: string | null;
  },
): Promise<readonly NewestEntry[]> {
  const { rows } = await client.query<NewestEntry>({
    name: 'audit-newest-entries',
    text: `select e.resource_id as "resourceId", e.id as "entryId", e.content::jsonb ->> 'summary' as summary,
        e.content::jsonb -> 'changes' as changes, e.content::jsonb #>> '{actor,name}' as "actorName",
        e.happened_at as at
      from unnest($3::text[]) as asked (id) cross join lateral (
        select resource_id, id, content, happened_at from audit_events
        where organization_id = $1 and resource_type = $2 and resource_id = asked.id and event = any($4)
          and ($5::text is null or content::jsonb -> 'changes' ? $5)
        order by sequence desc limit 1) e`,
    values: [organizationId, type, ids, events, changed],
  });
  return rows;
}
