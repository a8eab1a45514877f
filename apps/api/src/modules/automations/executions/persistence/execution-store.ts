import { type Queryable, SqlConditions, type Transaction } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { automationLimits, type JsonObject } from '../../definitions/index.js';
import {
  type ExecutionState,
  type ExecutionStatus,
  type ExecutionTrigger,
  type LeasedExecution,
  type NewExecution,
  recordOf,
} from '../domain/execution.js';

/** Inserts executions and returns the ids of the new ones. An event that already started one starts no other. */
export async function insertExecutions(
  client: Transaction,
  organizationId: string,
  executions: readonly NewExecution[],
): Promise<ReadonlySet<string>> {
  if (executions.length === 0) return new Set();
  const rows = executions.map(({ chain, data, ...row }) => ({
    ...row,
    data,
    recordId: recordOf(row.trigger),
    cause: { executionId: row.id, automations: [...chain, row.automationId] },
  }));
  const { rows: stored } = await client.query<{ id: string }>({
    name: 'automation-executions-insert',
    text: `insert into automation_executions (organization_id, id, automation_id, version, event_key, status, reason, trigger, data, state,
        record_id, acts_for, cause, finished_at)
      select $1, r.id, r."automationId", r.version, r."eventKey", case when r.stopped is null then 'queued' else 'cancelled' end,
        r.stopped, r.trigger, r.data::json, 'null', r."recordId", r."actsFor", r.cause, case when r.stopped is not null then now() end
      from json_to_recordset($2) r (id uuid, "automationId" uuid, version int, "eventKey" text, trigger json, data text, "recordId" text,
        "actsFor" text, cause json, stopped text)
      on conflict (organization_id, automation_id, event_key) do nothing returning id`,
    values: [organizationId, JSON.stringify(rows)],
  });
  return new Set(stored.map(({ id }) => id));
}

/** Returns how many executions of automations on records started within the last hour, by both ids. */
export async function countRecent(
  client: Queryable,
  organizationId: string,
  keys: readonly { readonly automationId: string; readonly recordId: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await client.query<{ key: string; n: number }>({
    name: 'automation-executions-recent',
    text: `select k.automation_id || ' ' || k.record_id as key, counted.n
      from (select distinct * from unnest($2::uuid[], $3::text[]) k (automation_id, record_id)) k cross join lateral (
        select count(*)::int as n from automation_executions e where e.organization_id = $1 and e.automation_id = k.automation_id
          and e.record_id = k.record_id and e.created_at > now() - interval '1 hour' and e.status <> 'cancelled') counted`,
    values: [organizationId, keys.map(({ automationId }) => automationId), keys.map(({ recordId }) => recordId)],
  });
  return new Map(rows.map(({ key, n }) => [key, n]));
}

const leasedSql = (
  leaseMs: string,
): string => `lease_number = e.lease_number + 1, started_at = coalesce(e.started_at, now()),
  leased_until = now() + make_interval(secs => ${leaseMs} / 1000.0)`;

const leasedColumns = `e.organization_id as "organizationId", e.id, e.automation_id as "automationId", e.version, e.trigger::text,
  e.data::text, e.state::text, e.acts_for as "actsFor", e.cause::text, e.lease_number as "leaseNumber", e.steps, e.attempts`;

interface LeasedRow extends Omit<LeasedExecution, 'data' | 'trigger' | 'state' | 'cause' | 'isFresh'> {
  readonly data: string;
  readonly trigger: string;
  readonly state: string;
  readonly cause: string;
}

const toLeased = ({ data, trigger, state, cause, ...row }: LeasedRow): LeasedExecution => ({
  ...row,
  isFresh: true,
  data: JSON.parse(data) as JsonObject,
  trigger: JSON.parse(trigger) as ExecutionTrigger,
  state: JSON.parse(state) as ExecutionState | null,
  cause: JSON.parse(cause) as LeasedExecution['cause'],
});

/** Leases an execution that was just started or continued, in the same transaction, so that no other process has it. */
export async function leaseExecution(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<LeasedExecution> {
  const { rows } = await client.query<LeasedRow>({
    name: 'automation-execution-lease',
    text: `update automation_executions e set status = 'running', ${leasedSql('$3')}
      where e.organization_id = $1 and e.id = $2 returning ${leasedColumns}, 'queued' as status`,
    values: [organizationId, id, automationLimits.leaseMs],
  });
  return toLeased(rows[0]!);
}

/** Leases due executions that no other process holds. One whose process died continues after its last completed step. */
export async function leaseExecutions(
  client: Queryable,
  organizationId: string,
  most: number,
): Promise<readonly LeasedExecution[]> {
  const { rows } = await client.query<LeasedRow>({
    name: 'automation-executions-lease',
    text: `with due as materialized (
        select e.id, e.status from automation_executions e
        where e.organization_id = $1 and e.finished_at is null and e.due_at <= now() and (e.leased_until is null or e.leased_until < now())
        order by e.due_at limit $2 for update skip locked)
      update automation_executions e set status = case when e.status = 'waiting' then 'waiting' else 'running' end, ${leasedSql('$3')}
      from due where e.organization_id = $1 and e.id = any(array(select id from due)) and e.id = due.id
      returning ${leasedColumns}, due.status`,
    values: [organizationId, most, automationLimits.leaseMs],
  });
  return rows.map(toLeased);
}

type Lease = Pick<LeasedExecution, 'organizationId' | 'id' | 'leaseNumber'>;

/** Returns the ids of the executions whose leases are still valid. None can be taken over before the transaction ends. */
export async function holdLeases(
  client: Transaction,
  organizationId: string,
  leases: readonly Lease[],
): Promise<ReadonlySet<string>> {
  // Selects by key only: with further conditions, PostgreSQL would scan all unfinished executions.
  const { rows } = await client.query<{ id: string; leaseNumber: number; isOver: boolean }>({
    name: 'automation-executions-hold',
    text: `select id, lease_number as "leaseNumber", finished_at is not null as "isOver" from automation_executions
      where organization_id = $1 and id = any($2) order by id for no key update`,
    values: [organizationId, leases.map(({ id }) => id)],
  });
  const open = new Map(rows.filter(({ isOver }) => !isOver).map(({ id, leaseNumber }) => [id, leaseNumber]));
  return new Set(leases.filter(({ id, leaseNumber }) => open.get(id) === leaseNumber).map(({ id }) => id));
}

/** A completed step. */
export interface StoredStep {
  readonly nodeId: string;
  readonly kind: 'condition' | 'action';
  readonly actionType: string | null;
  readonly status: 'completed' | 'skipped' | 'failed' | 'waiting';
  readonly outcome: 'true' | 'false' | 'unknown' | null;
  readonly result: object | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

/** The next state of an execution. */
export interface ExecutionMove {
  readonly status: ExecutionStatus;
  /** `null` if nothing has been executed yet. */
  readonly state: ExecutionState | null;
  readonly reason?: string | null;
  /** Milliseconds until it is due again. Absent if its process continues at once. */
  readonly dueInMs?: number;
  readonly attempts: number;
}

/** Stores steps with the next state of their execution, in the transaction that executed them and holds the lease. */
export function storeSteps(client: Transaction, lease: Lease, steps: readonly StoredStep[], move: ExecutionMove): void {
  const { organizationId, id } = lease;
  const isOver = ['completed', 'failed', 'cancelled'].includes(move.status);
  const isKept = !isOver && move.dueInMs === undefined;
  client.enqueue({
    name: 'automation-steps-store',
    text: `with moved as (
        update automation_executions set status = $3, state = $4, reason = coalesce($5, reason), attempts = $6,
          leased_until = case when $7 then now() + make_interval(secs => $8 / 1000.0) end,
          due_at = case when $9::float8 is null then due_at else now() + make_interval(secs => $9 / 1000.0) end,
          finished_at = case when $10 then now() end, steps = steps + json_array_length($11)
        where organization_id = $1 and id = $2 returning steps - json_array_length($11) as before)
      insert into automation_steps (organization_id, execution_id, node_id, position, kind, action_type, status, outcome, result, error)
      select $1, $2, s."nodeId", before + s.place, s.kind, s."actionType", s.status, s.outcome, s.result, s.error
      from moved, json_to_recordset($11) s ("nodeId" text, place int, kind text, "actionType" text, status text, outcome text, result json,
        error json)
      on conflict (organization_id, execution_id, node_id) do update set status = excluded.status, result = excluded.result,
        error = excluded.error, at = excluded.at where automation_steps.status = 'waiting'`,
    values: [
      ...[organizationId, id, move.status, JSON.stringify(move.state), move.reason ?? null, move.attempts],
      ...[isKept, automationLimits.leaseMs, move.dueInMs ?? null, isOver],
      JSON.stringify(steps.map((step, index) => ({ ...step, place: index + 1 }))),
    ],
  });
}

/** Returns the status of the newest execution of each automation. */
export async function findNewestStatuses(
  client: Queryable,
  organizationId: string,
  automationIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (automationIds.length === 0) return new Map();
  const { rows } = await client.query<{ id: string; status: string }>({
    name: 'automation-executions-newest',
    text: `select a.id, newest.status from unnest($2::uuid[]) a (id) cross join lateral (
        select e.status from automation_executions e where e.organization_id = $1 and e.automation_id = a.id
          and e.status in ('completed', 'failed', 'waiting', 'cancelled')
        order by e.created_at desc, e.id desc limit 1) newest`,
    values: [organizationId, automationIds],
  });
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** An execution as displayed. */
export interface ShownExecution {
  readonly id: string;
  readonly automationId: string;
  readonly version: number;
  readonly status: ExecutionStatus;
  readonly reason: string | null;
  readonly trigger: ExecutionTrigger;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

const shownColumns = `id, automation_id as "automationId", version, status, reason, trigger::jsonb as trigger, created_at as "createdAt",
  started_at as "startedAt", finished_at as "finishedAt"`;

/** Returns executions, newest first. Throws the 400 errors of paging. */
export function listExecutions(
  client: Queryable,
  organizationId: string,
  automationId: string,
  query: PageQuery & { readonly status?: string | undefined },
): Promise<Page<ShownExecution>> {
  return selectPage<ShownExecution>(client, {
    list: `executions of ${automationId}`,
    columns: shownColumns,
    from: 'automation_executions',
    conditions: new SqlConditions(organizationId)
      .add('automation_id = ?', automationId)
      .add('status = ?', query.status),
    query,
    sortBy: { column: 'created_at', type: 'timestamptz' },
    descending: true,
  });
}

/** A step as displayed. */
export interface ShownStep extends StoredStep {
  readonly executionId: string;
  readonly at: Date;
}

/** Returns steps in the order of execution. */
export async function findSteps(
  client: Queryable,
  organizationId: string,
  executionIds: readonly string[],
): Promise<readonly ShownStep[]> {
  const { rows } = await client.query<ShownStep>({
    name: 'automation-steps-find',
    text: `select execution_id as "executionId", node_id as "nodeId", kind, action_type as "actionType", status, outcome,
        result::jsonb as result, error::jsonb as error, at
      from automation_steps where organization_id = $1 and execution_id = any($2) order by execution_id, position`,
    values: [organizationId, executionIds],
  });
  return rows;
}
