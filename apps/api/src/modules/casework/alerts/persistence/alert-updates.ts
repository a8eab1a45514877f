import type { Transaction } from '../../../../platform/database/index.js';
import type { StoredAlert } from '../domain/stored-alert.js';
import { alertColumns } from './alert-columns.js';

/**
 * The named alerts as they are, in the order of their ids; nobody else changes them until the transaction ends. Their transactions are
 * locked before them, so that of two who resolve the last alerts of one transaction the second sees what the first did.
 */
export async function lockAlerts(
  client: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly StoredAlert[]> {
  if (ids.length === 0) return [];
  await client.query({
    name: 'alert-transactions-lock',
    text: `select from transactions where organization_id = $1 and id = any(array(
        select transaction_id from alerts where organization_id = $1 and id = any($2::uuid[]) and transaction_id is not null))
      order by id for no key update`,
    values: [organizationId, ids],
  });
  const { rows } = await client.query<StoredAlert>({
    name: 'alerts-lock',
    text: `select ${alertColumns} from alerts where organization_id = $1 and id = any($2::uuid[]) order by alerts.id for no key update`,
    values: [organizationId, ids],
  });
  return rows;
}

/** Stores what can change of locked alerts; `flagged` of their transactions follows. */
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

/** A transaction is flagged while an alert about it is open, or where its last evaluation suggested something. */
export async function flagTransactions(
  client: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await client.query({
    name: 'transactions-flag',
    text: `update transactions t set flagged = f.flagged
      from (select id, exists (select from alerts a
            where a.organization_id = $1 and a.transaction_id = r.id and a.status <> 'RESOLVED')
          or exists (select from evaluations e
            where e.organization_id = $1 and e.id = r.last_evaluation_id and e.outcome ->> 'suggestion' is not null) as flagged
        from transactions r where r.organization_id = $1 and r.id = any($2::uuid[])) f
      where t.organization_id = $1 and t.id = f.id and t.flagged <> f.flagged`,
    values: [organizationId, ids],
  });
}
