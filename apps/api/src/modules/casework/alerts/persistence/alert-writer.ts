import { placeholderRows, type Transaction, newId } from '../../../../platform/database/index.js';
import type { AlertDedupe, ManualAlert, NewAlert, WrittenAlert } from '../domain/new-alert.js';

/**
 * Locks deduplication keys, so that evaluations that could raise the same alert run one after another until the transaction ends. The order
 * is fixed, so that they cannot deadlock.
 */
async function lockDedupeKeys(client: Transaction, organizationId: string, alerts: readonly NewAlert[]): Promise<void> {
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

/** Counts the alert on an earlier one with the same rule and key; returns `null` if there is none. */
async function incrementDuplicateCount(
  client: Transaction,
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

/** An alert to be stored under an id. */
export interface AlertToStore {
  readonly id: string;
  readonly alert: NewAlert | ManualAlert;
  readonly at: Date;
}

const insertColumns = [
  'last_seen_at', 'created_at', 'updated_at',
  'id', 'name', 'description', 'type', 'category', 'severity', 'priority', 'target_entity_id', 'target_entity_type', 'transaction_id',
  'user_event_id', 'entity', 'rule_id', 'rule_version', 'risk_matrix_id', 'evaluation_id', 'rule_set_version', 'risk_contribution',
  'trigger_condition', 'source_system', 'dedupe_key', 'tags', 'assigned_to', 'assigned_to_type', 'assigned_at',
] as const; // prettier-ignore

/** Returns the values in the order of `ownColumns`. */
function insertValues({ id, alert, at }: AlertToStore): readonly unknown[] {
  const ruled = 'ruleId' in alert ? alert : null;
  return [
    at,
    at,
    at,
    id,
    alert.title,
    alert.description ?? null,
    alert.type,
    alert.category ?? null,
    alert.severity,
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
  ];
}

/** A prepared statement exists for each number of rows up to this. */
const maxRowsPerInsert = 20;

const insertStatements = Array.from({ length: maxRowsPerInsert + 1 }, (_, rows) => {
  const values = placeholderRows({ first: 2, rows, columns: insertColumns.length, prefix: ['$1'] });
  return `insert into alerts (organization_id, ${insertColumns.join(', ')}) values ${values}`;
});

/**
 * Alerts of one transaction that are waiting to be stored. They are batched because most of the cost of an alert is the statement, not its
 * row.
 */
export class AlertBatch {
  private pending: AlertToStore[] = [];

  constructor(
    readonly client: Transaction,
    readonly organizationId: string,
  ) {}

  add(alert: AlertToStore): void {
    this.pending.push(alert);
  }

  /** Stores the pending alerts. Must be called before anything searches for them, and at the end. */
  async flush(): Promise<void> {
    const alerts = this.pending;
    this.pending = [];
    for (let first = 0; first < alerts.length; first += maxRowsPerInsert) {
      const part = alerts.slice(first, first + maxRowsPerInsert);
      const values = [this.organizationId, ...part.flatMap(insertValues)];
      this.client.enqueue({
        name: `insert-${part.length}-alerts`,
        text: insertStatements[part.length]!,
        values,
      });
    }
  }
}

/**
 * Adds the alerts of one evaluation to those to be stored, and returns for each, in order, the id under which it can be found. An alert
 * that repeats an earlier one of its rule increases that alert's `duplicateCount` and updates `lastSeenAt` instead.
 *
 * `at` is the logical time of the run: alerts are created at it, and windows end at it.
 */
export async function writeAlerts(
  batch: AlertBatch,
  alerts: readonly NewAlert[],
  at: Date,
): Promise<readonly WrittenAlert[]> {
  const { client, organizationId } = batch;
  await lockDedupeKeys(client, organizationId, alerts);
  const written: WrittenAlert[] = [];
  for (const alert of alerts) {
    const { ruleId, dedupe } = alert;
    const isRepeatable = ruleId !== null && dedupe != null;
    // The alert that it repeats may still be pending.
    if (isRepeatable) await batch.flush();
    const earlier = isRepeatable && (await incrementDuplicateCount(client, organizationId, ruleId, dedupe, at));
    const alertId = earlier || newId();
    if (!earlier) batch.add({ id: alertId, alert, at });
    written.push({ alertId, deduplicated: alertId === earlier });
  }
  return written;
}
