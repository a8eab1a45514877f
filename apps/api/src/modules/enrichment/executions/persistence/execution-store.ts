import type { ItemCode, ItemProblem } from '@tamis/enrichment';

import {
  findOrganizations,
  minIdAt,
  type Queryable,
  SqlConditions,
  type Transaction,
  violatedConstraint,
} from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { Execution, ExecutionLease, ExecutionOutcome, ExecutionState } from '../domain/execution.js';

/** An execution to be stored. */
export interface NewExecution {
  readonly id: string;
  readonly requestId: string;
  /** `null` if it does not concern a stored entity. */
  readonly entityId: string | null;
  readonly position: number;
  readonly integrationCode: string;
  /** Equal for equal executions; `null` if it equals no other. */
  readonly fingerprint: string | null;
  readonly leaderId: string | null;
  readonly priceCents: number;
  /** Set if it ended before it started. */
  readonly problem: ItemProblem | null;
  /** Whether the process that stores it holds its first lease. */
  readonly isTaken: boolean;
}

/** Returns the lease of an execution that was claimed when it was stored. */
export const firstLease = (id: string): ExecutionLease => ({ id, leaseNumber: 1 });

const insertSql = `insert into enrichment_executions (organization_id, request_id, entity_id, id, position, integration_code, fingerprint,
    leader_id, price_cents, state, lease_number, error_code, error_message, leased_until, finished_at)
  select $1, r."requestId", r."entityId", r.id, r.position, r."integrationCode", decode(r.fingerprint, 'hex'), r."leaderId",
    r."priceCents", case when r."errorCode" is not null then 'failed' when r."isTaken" then 'running' else 'queued' end,
    case when r."isTaken" then 1 else 0 end, r."errorCode", r."errorMessage",
    now() + make_interval(secs => $3 / 1000.0), case when r."errorCode" is not null then now() end
  from json_to_recordset($2) r (id uuid, "requestId" uuid, "entityId" uuid, position int, "integrationCode" text, fingerprint text,
    "leaderId" uuid, "priceCents" int, "isTaken" boolean, "errorCode" text, "errorMessage" text)`;

function insertValues(organizationId: string, executions: readonly NewExecution[], leaseMs: number): unknown[] {
  // In a fixed order, so that two requests do not deadlock.
  const rows = executions
    .map(({ problem, ...row }) => ({
      ...row,
      errorCode: problem?.code ?? null,
      errorMessage: problem?.message ?? null,
    }))
    .sort((a, b) => ((a.fingerprint ?? '') < (b.fingerprint ?? '') ? -1 : 1));
  return [organizationId, JSON.stringify(rows), leaseMs];
}

/** Inserts executions and returns the ids of those inserted: all except those with an equal one in progress. */
export async function insertExecutions(
  client: Transaction,
  organizationId: string,
  executions: readonly NewExecution[],
  leaseMs: number,
): Promise<ReadonlySet<string>> {
  const { rows: stored } = await client.query<{ id: string }>({
    name: 'enrichment-executions-insert',
    text: `${insertSql}
      on conflict (organization_id, fingerprint) where leader_id is null and state in ('queued', 'running') do nothing
      returning id`,
    values: insertValues(organizationId, executions, leaseMs),
  });
  return new Set(stored.map(({ id }) => id));
}

/**
 * Like `insertExecutions`, but inserts all of them. If one equals another, the transaction throws an error recognized by `isEqualUnderWay`.
 */
export const insertUnequal = (
  client: Transaction,
  organizationId: string,
  executions: readonly NewExecution[],
  leaseMs: number,
): void =>
  client.enqueue({
    name: 'enrichment-executions-insert-unequal',
    text: insertSql,
    values: insertValues(organizationId, executions, leaseMs),
  });

export const isEqualUnderWay = (error: unknown): boolean => violatedConstraint(error) === 'enrichment_executions_equal';

/** Returns the ids of the executions in progress by fingerprint. None of them can end before the transaction does. */
export async function lockLeaders(
  client: Transaction,
  organizationId: string,
  fingerprints: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ id: string; fingerprint: string }>(
    `select id, encode(fingerprint, 'hex') as fingerprint from enrichment_executions
     where organization_id = $1 and fingerprint in (select decode(f, 'hex') from unnest($2::text[]) f)
       and leader_id is null and state in ('queued', 'running') order by id for share`,
    [organizationId, fingerprints],
  );
  return new Map(rows.map(({ id, fingerprint }) => [fingerprint, id]));
}

/** Claims a queued execution. Returns `null` if it is no longer queued. */
export async function leaseExecution(
  client: Queryable,
  organizationId: string,
  id: string,
  leaseMs: number,
): Promise<ExecutionLease | null> {
  const { rows } = await client.query<ExecutionLease>({
    name: 'enrichment-execution-lease',
    text: `update enrichment_executions set state = 'running', lease_number = lease_number + 1,
        leased_until = now() + make_interval(secs => $3 / 1000.0)
      where organization_id = $1 and id = $2 and state = 'queued' and leader_id is null
      returning id, lease_number as "leaseNumber"`,
    values: [organizationId, id, leaseMs],
  });
  return rows[0] ?? null;
}

/** An execution whose lease has expired. */
export interface AbandonedExecution extends ExecutionLease {
  readonly requestId: string;
  readonly entityId: string | null;
  readonly integrationCode: string;
  /** Whether it was claimed before, so that it is unknown whether the provider was called. */
  readonly wasRunning: boolean;
}

/** Takes over executions with expired leases. No other process takes the same ones at the same time. */
export async function takeOverExecutions(
  client: Queryable,
  organizationId: string,
  most: number,
  leaseMs: number,
): Promise<readonly AbandonedExecution[]> {
  const { rows } = await client.query<AbandonedExecution>(
    `with old as (
       select organization_id, id, state from enrichment_executions
       where organization_id = $1 and leader_id is null and state in ('queued', 'running') and leased_until < now()
       order by leased_until limit $2 for update skip locked)
     update enrichment_executions e set state = 'running', lease_number = lease_number + 1,
       leased_until = now() + make_interval(secs => $3 / 1000.0)
     from old where e.organization_id = old.organization_id and e.id = old.id
     returning e.id, e.lease_number as "leaseNumber", e.request_id as "requestId", e.entity_id as "entityId",
       e.integration_code as "integrationCode", old.state = 'running' as "wasRunning"`,
    [organizationId, most, leaseMs],
  );
  return rows;
}

/** An execution that the holder of its lease may complete. */
export interface HeldExecution {
  readonly id: string;
  readonly priceCents: number;
  readonly createdAt: Date;
}

/**
 * Returns the leases that are still valid. The others were taken over or have ended. Nobody else can end the returned ones before the
 * transaction does.
 */
export async function lockHeld(
  client: Transaction,
  organizationId: string,
  leases: readonly ExecutionLease[],
): Promise<ReadonlyMap<string, HeldExecution>> {
  const { rows } = await client.query<HeldExecution>({
    name: 'enrichment-executions-held',
    text: `select e.id, e.price_cents as "priceCents", e.created_at as "createdAt"
      from unnest($2::uuid[], $3::int[]) l (id, number) join enrichment_executions e
        on e.organization_id = $1 and e.id = l.id and e.lease_number = l.number
      where e.state = 'running' order by e.id for no key update of e`,
    values: [organizationId, leases.map(({ id }) => id), leases.map(({ leaseNumber }) => leaseNumber)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

/** The result of an execution. */
export interface ExecutionEnd {
  readonly id: string;
  readonly state: 'succeeded' | 'failed' | 'cancelled';
  readonly chargedCents: number;
  readonly executionMs: number;
  readonly errorCode: ItemCode | null;
  readonly errorMessage: string | null;
  readonly outcome: ExecutionOutcome | null;
}

/** Ends executions and their followers. Followers cost nothing. */
export function endExecutions(client: Transaction, organizationId: string, ends: readonly ExecutionEnd[]): void {
  // The ids are passed separately. Otherwise a plan that reads all executions of the organization would seem cheaper.
  const values = [organizationId, JSON.stringify(ends), ends.map(({ id }) => id)];
  const ended = `state = r.state, error_code = r."errorCode", error_message = r."errorMessage", outcome = r.outcome,
      execution_ms = r."executionMs", finished_at = now()`;
  const from = `from json_to_recordset($2) r (id uuid, state text, "chargedCents" int, "executionMs" int, "errorCode" text,
      "errorMessage" text, outcome json) where e.organization_id = $1`;
  client.enqueue({
    name: 'enrichment-executions-end',
    text: `update enrichment_executions e set ${ended}, charged_cents = r."chargedCents" ${from} and e.id = any($3) and e.id = r.id`,
    values,
  });
  // A separate statement, which sees executions that became followers before the first one acquired its locks.
  client.enqueue({
    name: 'enrichment-followers-end',
    text: `update enrichment_executions e set ${ended} ${from} and e.leader_id = any($3)
      and e.leader_id = r.id and e.state in ('queued', 'running')`,
    values,
  });
}

interface ExecutionRow extends Omit<Execution, 'problem' | 'outcome'> {
  readonly errorCode: NonNullable<Execution['problem']>['code'] | null;
  readonly errorMessage: string;
  /** As stored, so that everyone is shown the same outcome. */
  readonly outcome: string | null;
}

const columns = `id, request_id as "requestId", entity_id as "entityId", integration_code as "integrationCode", state,
  leader_id as "leaderId", error_code as "errorCode", error_message as "errorMessage", charged_cents as "chargedCents",
  execution_ms as "executionMs", outcome::text as outcome, created_at as "createdAt", finished_at as "finishedAt",
  (select r.asked_by -> 'actor' ->> 'id' from enrichment_requests r
    where r.organization_id = enrichment_executions.organization_id and r.id = request_id) as "triggeredBy"`;

const toExecution = ({ errorCode, errorMessage, outcome, ...row }: ExecutionRow): Execution => ({
  ...row,
  outcome: outcome === null ? null : (JSON.parse(outcome) as ExecutionOutcome),
  problem: errorCode === null ? null : { code: errorCode, message: errorMessage },
});

/** Returns the executions of requests, in the requested order. */
export async function findExecutions(
  client: Queryable,
  organizationId: string,
  requestIds: readonly string[],
): Promise<readonly Execution[]> {
  const { rows } = await client.query<ExecutionRow>({
    name: 'enrichment-executions-find',
    text: `select ${columns} from enrichment_executions
      where organization_id = $1 and request_id = any($2) order by position`,
    values: [organizationId, requestIds],
  });
  return rows.map(toExecution);
}

export async function findByIds(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly Execution[]> {
  const { rows } = await client.query<ExecutionRow>(
    `select ${columns} from enrichment_executions where organization_id = $1 and id = any($2)`,
    [organizationId, ids],
  );
  return rows.map(toExecution);
}

/** Filter for executions. All conditions must match. */
export interface ExecutionFilter {
  readonly integrationCode?: string | undefined;
  readonly state?: readonly ExecutionState[] | undefined;
  readonly entityId?: string | undefined;
  /** Inclusive. */
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
}

/**
 * Returns executions for all entities and for subjects that are not stored, newest first, since ids begin with their time. Throws the 400
 * errors of paging.
 */
export async function listAllExecutions(
  client: Queryable,
  organizationId: string,
  query: PageQuery & ExecutionFilter,
): Promise<Page<Execution>> {
  const { createdFrom, createdTo } = query;
  const conditions = new SqlConditions(organizationId)
    .add('integration_code = ?', query.integrationCode)
    .add('state = any(?)', query.state)
    .add('entity_id = ?', query.entityId)
    .add('id >= ?::uuid', createdFrom && minIdAt(new Date(createdFrom).getTime()))
    .add('id < ?::uuid', createdTo && minIdAt(new Date(createdTo).getTime() + 1));
  const page = await selectPage<ExecutionRow>(client, {
    list: 'executions',
    columns,
    from: 'enrichment_executions',
    conditions,
    query,
    sortBy: { column: 'id', type: 'uuid' },
    descending: true,
  });
  return { ...page, rows: page.rows.map(toExecution) };
}

/** Returns the completed executions of an entity, newest first. Throws the 400 errors of paging. */
export async function listExecutions(
  client: Queryable,
  organizationId: string,
  entityId: string,
  query: PageQuery,
): Promise<Page<Execution>> {
  const conditions = new SqlConditions(organizationId).add('entity_id = ?', entityId).addRaw('finished_at is not null');
  const page = await selectPage<ExecutionRow>(client, {
    list: `enrichments of ${entityId}`,
    columns,
    from: 'enrichment_executions',
    conditions,
    query,
    sortBy: { column: 'created_at', type: 'timestamptz' },
    descending: true,
  });
  return { ...page, rows: page.rows.map(toExecution) };
}

/** Returns which of the executions have not ended. For ledger checks in the server and its commands. */
export async function findOpenExecutions(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>(
    `select id from enrichment_executions where organization_id = $1 and id = any($2) and state in ('queued', 'running')`,
    [organizationId, ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** SQL: whether request `r` is not completed although all its executions have ended. Many requests may be waiting for a slow source. */
export const isLeftUnfinishedSql = `r.finished_at is null and r.created_at < now() - interval '5 seconds' and r.finish_after <= now()
  and not exists (select from enrichment_executions e where e.organization_id = r.organization_id and e.request_id = r.id
    and e.state in ('queued', 'running'))`;

/** Returns organizations with abandoned executions or requests. The transaction of `client` does not belong to an organization. */
export const findAbandoned = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    'open enrichments',
    `select organization_id as id from enrichment_executions
       where leader_id is null and state in ('queued', 'running') and leased_until < now()
     union select organization_id from enrichment_requests r where ${isLeftUnfinishedSql}`,
  );
