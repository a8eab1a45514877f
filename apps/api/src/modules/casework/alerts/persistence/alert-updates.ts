import {
  flagTransactionsSql,
  hasOpenAlertSql,
  lockTransactionsSql,
  type Queryable,
  type Transaction,
} from '../../../../platform/database/index.js';
import type { Assignee } from '../../../tenancy/members/index.js';
import { alertStatuses } from '../domain/alert-enumerations.js';
import type { StoredAlert } from '../domain/stored-alert.js';
import { alertColumns } from './alert-columns.js';

/**
 * Returns and locks the given alerts, in the order of their ids, until the transaction ends. Their transactions are locked first: if two
 * callers resolve the last alerts of one transaction, the second one thus sees the change of the first.
 */
export async function lockAlerts(
  client: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly StoredAlert[]> {
  if (ids.length === 0) return [];
  await client.query({
    name: 'alert-transactions-lock',
    text: lockTransactionsSql(`array(
        select transaction_id from alerts where organization_id = $1 and id = any($2::uuid[]) and transaction_id is not null)`),
    values: [organizationId, ids],
  });
  const { rows } = await client.query<StoredAlert>({
    name: 'alerts-lock',
    text: `select ${alertColumns} from alerts where organization_id = $1 and id = any($2::uuid[]) order by alerts.id for no key update`,
    values: [organizationId, ids],
  });
  return rows;
}

/** Stores the mutable fields of locked alerts, and updates `flagged` of their transactions. */
export async function saveAlerts(
  client: Transaction,
  organizationId: string,
  alerts: readonly StoredAlert[],
): Promise<void> {
  if (alerts.length === 0) return;
  await client.query({
    name: 'alerts-save',
    text: `update alerts a set status = x.status, priority = x.priority, investigation_id = x."investigationId",
        consolidated_at = x."consolidatedAt", assigned_to = x."assignedTo", assigned_to_type = x."assignedToType",
        assigned_at = x."assignedAt", due_date = x."dueDate", acknowledged_at = x."acknowledgedAt",
        acknowledged_by = x."acknowledgedBy", resolved_at = x."resolvedAt", resolved_by = x."resolvedBy",
        resolution = x.resolution, resolution_notes = x."resolutionNotes", updated_at = x."updatedAt"
      from jsonb_to_recordset($2) as x (id uuid, status text, priority text, "investigationId" uuid, "consolidatedAt" timestamptz,
        "assignedTo" uuid, "assignedToType" text, "assignedAt" timestamptz, "dueDate" timestamptz, "acknowledgedAt" timestamptz,
        "acknowledgedBy" text, "resolvedAt" timestamptz, "resolvedBy" text, resolution text, "resolutionNotes" text,
        "updatedAt" timestamptz)
      where a.organization_id = $1 and a.id = x.id`,
    values: [organizationId, JSON.stringify(alerts)],
  });
  await flagTransactions(
    client,
    organizationId,
    alerts.flatMap(({ transactionId }) => transactionId ?? []),
  );
}

/** Updates `flagged`: a transaction is flagged while it has an open alert, or if its last evaluation suggested something. */
export async function flagTransactions(
  client: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await client.query({
    name: 'transactions-flag',
    text: flagTransactionsSql(hasOpenAlertSql('r.id')),
    values: [organizationId, ids],
  });
}

/** Returns the ids of a case's alerts that are not resolved. */
export async function openAlertIds(
  client: Queryable,
  organizationId: string,
  caseId: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from alerts where organization_id = $1 and investigation_id = $2 and status <> 'RESOLVED'`,
    [organizationId, caseId],
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids of some alerts of an assignee that are not resolved. */
export async function openAlertIdsOf(
  client: Queryable,
  organizationId: string,
  { type, id }: Assignee,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from alerts where organization_id = $1 and assigned_to = $2 and assigned_to_type = $3 and status = any($4) limit $5`,
    [organizationId, id, type, openStatuses, most],
  );
  return rows.map(({ id }) => id);
}

const openStatuses = alertStatuses.filter((status) => status !== 'RESOLVED');

/** An unresolved alert about an entity. */
export interface OpenAlert {
  readonly id: string;
  readonly name: string;
  readonly severity: string;
  readonly status: string;
  readonly ruleId: string | null;
  readonly transactionId: string | null;
  readonly createdAt: Date;
}

/** Returns the open alerts about an entity, newest first. */
export async function findOpenAlerts(
  client: Queryable,
  organizationId: string,
  entityId: string,
  limit: number,
): Promise<readonly OpenAlert[]> {
  const { rows } = await client.query<OpenAlert>({
    name: 'context_alerts',
    text: `select id, name, severity, status, rule_id as "ruleId", transaction_id as "transactionId", created_at as "createdAt"
      from alerts where organization_id = $1 and target_entity_id = $2 and status <> 'RESOLVED'
      order by created_at desc, id desc limit $3`,
    values: [organizationId, entityId, limit],
  });
  return rows;
}

/** SQL in `from`: the alerts of the organization `$1`. */
export const ownAlertsSql = '(select * from alerts where organization_id = $1)';
