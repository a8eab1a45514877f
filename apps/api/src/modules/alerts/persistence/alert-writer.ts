import { sendAhead, type TransactionClient } from '../../../platform/database/index.js';
import type { AlertDedupe, ManualAlert, NewAlert } from '../domain/new-alert.js';

/** Makes runs that could raise the same alert take turns until the transaction ends. In one order, so that none blocks another. */
export async function lockDedupeKeys(
  client: TransactionClient,
  organizationId: string,
  alerts: readonly NewAlert[],
): Promise<void> {
  const names = alerts.flatMap(({ ruleId, dedupe }) =>
    dedupe ? [`alert:${organizationId}:${ruleId}:${dedupe.key}`] : [],
  );
  if (names.length === 0) return;
  await client.query(
    `select pg_advisory_xact_lock(lock) from (
       select distinct hashtextextended(name, 0) as lock from unnest($1::text[]) as n (name) order by lock
     ) locks`,
    [names],
  );
}

/** Counts the alert on an earlier one of the same rule and key; null when there is none. */
export async function countOnEarlier(
  client: TransactionClient,
  organizationId: string,
  ruleId: string,
  { key, windowMs }: AlertDedupe,
  at: Date,
): Promise<string | null> {
  const since = windowMs === null ? null : new Date(at.getTime() - windowMs);
  const { rows } = await client.query<{ id: string }>(
    `update alerts set duplicate_count = duplicate_count + 1, last_seen_at = greatest(last_seen_at, $5), updated_at = greatest(updated_at, $5)
     where organization_id = $1 and id = (
       select id from alerts
       where organization_id = $1 and rule_id = $2 and dedupe_key = $3
         and case when $4::timestamptz is null then status <> 'RESOLVED' else created_at > $4 and created_at <= $5 end
       order by created_at desc, id desc limit 1
     )
     returning id`,
    [organizationId, ruleId, key, since, at],
  );
  return rows[0]?.id ?? null;
}

export async function insertAlert(
  client: TransactionClient,
  organizationId: string,
  id: string,
  alert: NewAlert | ManualAlert,
  at: Date,
): Promise<void> {
  const ruled = 'ruleId' in alert ? alert : null;
  await sendAhead(client, {
    name: 'insert_alert',
    text: `insert into alerts (organization_id, id, name, description, type, category, severity, priority, target_entity_id,
        target_entity_type, transaction_id, user_event_id, entity, rule_id, rule_version, risk_matrix_id, evaluation_id, rule_set_version, risk_contribution,
        trigger_condition, source_system, dedupe_key, tags, assigned_to, assigned_to_type, assigned_at, last_seen_at, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $26, $26)`,
    values: [
      organizationId,
      id,
      alert.title,
      alert.description ?? null,
      alert.type,
      alert.category ?? null,
      alert.severity,
      alert.entity?.id ?? null,
      alert.entity?.type ?? null,
      alert.transactionId ?? null,
      alert.userEventId ?? null,
      alert.entity ? JSON.stringify(alert.entity) : null,
      ruled?.ruleId ?? null,
      ruled?.ruleVersion ?? null,
      ruled?.riskMatrixId ?? null,
      ruled?.evaluationId ?? null,
      ruled?.ruleSetVersion ?? null,
      ruled?.riskContribution ?? null,
      ruled?.triggerCondition === undefined ? null : JSON.stringify(ruled.triggerCondition),
      alert.sourceSystem ?? 'rules_engine',
      ruled?.dedupe?.key ?? null,
      alert.tags ?? [],
      alert.assignedTo ?? null,
      alert.assignedToType ?? null,
      alert.assignedTo == null ? null : at,
      at,
    ],
  });
}
