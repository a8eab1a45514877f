import { Injectable } from '@nestjs/common';

import {
  type Queryable,
  rowColumns,
  SqlConditions,
  TenantDatabase,
  type Transaction,
} from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { RecordWrite } from '../../../decisions/evaluations/index.js';
import type { UserEvent } from '../domain/user-event.js';

/** The column of each field, in the order of responses. */
const columnByMember: Readonly<Record<keyof UserEvent, string>> = {
  id: 'id',
  organizationId: 'organization_id',
  externalId: 'external_id',
  eventType: 'event_type',
  userId: 'user_id',
  entityId: 'entity_id',
  entityExternalId: 'entity_external_id',
  taxId: 'tax_id',
  timestamp: 'occurred_at',
  eventDate: 'event_date',
  deviceId: 'device_id',
  ipAddress: 'ip_address',
  country: 'country',
  isVpn: 'is_vpn',
  isProxy: 'is_proxy',
  isNewDevice: 'is_new_device',
  failedAttemptsCount: 'failed_attempts_count',
  destinationAccountId: 'destination_account_id',
  destinationCuit: 'destination_cuit',
  previousValue: 'previous_value',
  userAgent: 'user_agent',
  deviceDetails: 'device_details',
  metadata: 'metadata',
  riskScore: 'risk_score',
  decision: 'decision',
  lastEvaluationId: 'last_evaluation_id',
  ruleSetVersion: 'rule_set_version',
  lastRiskEvaluationAt: 'last_risk_evaluation_at',
  batchJobId: 'batch_job_id',
  createdAt: 'created_at',
};
const names = Object.keys(columnByMember) as (keyof UserEvent)[];

// A date is read as it was sent, because converting it to a timestamp would depend on the time zone of the process. A score is always read
// as a number.
const castByMember: Partial<Record<keyof UserEvent, string>> = { eventDate: '::text', riskScore: '::float8' };
const selectColumns = names.map((name) => `${columnByMember[name]}${castByMember[name] ?? ''} as "${name}"`).join(', ');

const columns = rowColumns<UserEvent>()(
  'user_events',
  Object.fromEntries(names.map((name) => [columnByMember[name], (event: UserEvent) => event[name]])),
);
const insertSql = columns.insertText(1);

/** Returns the insert of a new event. The key `user_events_external_id` on external ids detects duplicates. */
export const userEventInsert = (event: UserEvent): RecordWrite => ({
  name: 'user-event-insert',
  text: insertSql,
  values: columns.valuesOf([event]),
});

export async function insertUserEvent(client: Queryable, event: UserEvent): Promise<void> {
  const { values, ...statement } = userEventInsert(event);
  await client.query({ ...statement, values: [...values] });
}

/** Locks and returns an event until the transaction ends; `null` if the organization has no such event. */
export async function lockUserEvent(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<UserEvent | null> {
  const text = `select ${selectColumns} from user_events where organization_id = $1 and id = $2 for update`;
  const { rows } = await client.query<UserEvent>(text, [organizationId, id]);
  return rows[0] ?? null;
}

const riskChanges = columns.update(
  ['risk_score', 'decision', 'last_evaluation_id', 'rule_set_version', 'last_risk_evaluation_at'],
  ['organization_id', 'id'],
);

/** Returns the update that stores the result of an evaluation on an event. */
export const userEventRiskUpdate = (event: UserEvent): RecordWrite => ({
  name: 'user-event-risk',
  text: riskChanges.text,
  values: riskChanges.valuesOf(event),
});

export interface UserEventFilter extends PageQuery {
  /** Selects events of this user, or those that match `entityIds` or `taxId`. */
  readonly userId?: string | undefined;
  /** `undefined` if the filter names no entity. */
  readonly entityIds?: readonly string[] | undefined;
  /** Also selects events with this tax id, in any spelling. */
  readonly taxId?: string | undefined;
  readonly eventTypes?: readonly string[] | undefined;
  /** Inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly deviceId?: string | undefined;
  readonly ipAddress?: string | undefined;
}

/** PostgreSQL accepts fewer offsets and years than ISO 8601 allows. */
const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

@Injectable()
export class UserEventStore {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns an event; `null` if the organization has no such event. */
  async findOne(organizationId: string, id: string): Promise<UserEvent | null> {
    const text = `select ${selectColumns} from user_events where organization_id = $1 and id = $2`;
    const { rows } = await this.database.forOrganization(organizationId).query<UserEvent>(text, [organizationId, id]);
    return rows[0] ?? null;
  }

  /** Returns the ids of the latest events, newest first. */
  async findNewestIds(organizationId: string, count: number): Promise<readonly string[]> {
    const text = 'select id from user_events where organization_id = $1 order by occurred_at desc, seq desc limit $2';
    const { rows } = await this.database
      .forOrganization(organizationId)
      .query<{ id: string }>(text, [organizationId, count]);
    return rows.map(({ id }) => id);
  }

  /** Returns a page of events, latest first. */
  find(organizationId: string, filter: UserEventFilter): Promise<Page<UserEvent>> {
    const { userId, entityIds, taxId } = filter;
    const conditions = new SqlConditions(organizationId);
    const whose = [
      ...(userId === undefined ? [] : [`user_id = ${conditions.bind(userId)}`]),
      ...(entityIds === undefined ? [] : [`entity_id = any(${conditions.bind(entityIds)}::uuid[])`]),
      ...(taxId === undefined ? [] : [`tax_id_key(tax_id) = tax_id_key(${conditions.bind(taxId)})`]),
    ];
    if (whose.length > 0) conditions.addRaw(whose.join(' or '));
    conditions
      .add('event_type = any(?)', filter.eventTypes)
      .add('occurred_at >= ?', toDate(filter.from))
      .add('occurred_at <= ?', toDate(filter.to))
      .add('device_id = ?', filter.deviceId)
      .add('address = address_of(?)', filter.ipAddress);
    return selectPage<UserEvent>(this.database.forOrganization(organizationId), {
      list: 'user events',
      columns: selectColumns,
      from: 'user_events',
      conditions,
      query: filter,
      sortBy: { column: 'occurred_at', type: 'timestamptz', id: 'user_events.id' },
      descending: true,
    });
  }
}

/** Returns the id of the event with an external id; `null` if there is none. */
export async function findEventId(
  client: Queryable,
  organizationId: string,
  externalId: string,
): Promise<string | null> {
  const { rows } = await client.query<{ readonly id: string }>(
    'select id from user_event_keys where organization_id = $1 and external_id = $2',
    [organizationId, externalId],
  );
  return rows[0]?.id ?? null;
}

/** Returns the ids of user events by external id. Those that are not stored are left out. */
export async function findUserEventIds(
  client: Queryable,
  organizationId: string,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (externalIds.length === 0) return new Map();
  const { rows } = await client.query<{ externalId: string; id: string }>(
    `select external_id as "externalId", id from user_event_keys where organization_id = $1 and external_id = any($2)`,
    [organizationId, externalIds],
  );
  return new Map(rows.map(({ externalId, id }) => [externalId, id]));
}
