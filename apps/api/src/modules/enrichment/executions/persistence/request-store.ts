import type { Requester } from '../../../../platform/auth/index.js';
import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import type { EventCause } from '../../../../platform/outbox/index.js';
import type { EvaluationResponse } from '../../../decisions/evaluations/index.js';
import type { RequestKey, StoredRequest } from '../domain/enrichment-request.js';
import { isLeftUnfinishedSql } from './execution-store.js';

export interface NewRequest {
  readonly id: string;
  readonly entityId: string | null;
  readonly key: RequestKey | null;
  readonly parameters: object;
  readonly trigger: StoredRequest['trigger'];
  readonly askedBy: Requester;
  readonly cause: EventCause | null;
  readonly deadlineMs: number;
}

/** Keys are kept for a day, as on every other route. */
const keyLives = `created_at > now() - interval '24 hours'`;

export function insertRequests(client: Transaction, organizationId: string, requests: readonly NewRequest[]): void {
  const keys = requests.flatMap(({ key }) => (key ? [key.id] : []));
  if (keys.length > 0)
    client.enqueue({
      name: 'enrichment-request-keys-free',
      text: `update enrichment_requests set request_key = null
        where organization_id = $1 and request_key = any($2) and not (${keyLives})`,
      values: [organizationId, keys],
    });
  const rows = requests.map(
    ({ id, entityId, key, parameters, trigger, askedBy: { actor, from }, cause, deadlineMs }) => ({
      id,
      entityId,
      parameters,
      trigger,
      cause,
      deadlineMs,
      requestKey: key?.id.toString('hex') ?? null,
      requestHash: key?.requestHash.toString('hex') ?? null,
      askedBy: { actor, from },
    }),
  );
  client.enqueue({
    name: 'enrichment-requests-insert',
    text: `insert into enrichment_requests (organization_id, id, entity_id, request_key, request_hash, parameters, trigger, asked_by, cause, deadline_at)
      select $1, r.id, r."entityId", decode(r."requestKey", 'hex'), decode(r."requestHash", 'hex'), r.parameters, r.trigger, r."askedBy",
        r.cause, now() + make_interval(secs => r."deadlineMs" / 1000.0)
      from json_to_recordset($2) r (id uuid, "entityId" uuid, "requestKey" text, "requestHash" text, parameters json, trigger text,
        "askedBy" json, cause json, "deadlineMs" int)`,
    values: [organizationId, JSON.stringify(rows)],
  });
}

type RequestRow = Omit<StoredRequest, 'askedBy'> & { readonly askedBy: Omit<Requester, 'organizationId'> };

const select = `select id, entity_id as "entityId", request_hash as "requestHash", coalesce(parameters::jsonb, '{}') as parameters, trigger,
  asked_by::jsonb as "askedBy", cause::jsonb as cause, deadline_at as "deadlineAt", rules::jsonb as rules, rules_failed as "rulesFailed", created_at as "createdAt", finished_at as "finishedAt"
  from enrichment_requests where organization_id = $1`;

const toRequest = (organizationId: string, row: RequestRow | undefined): StoredRequest | null =>
  row ? { ...row, askedBy: { organizationId, ...row.askedBy } } : null;

export async function findRequest(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<StoredRequest | null> {
  const { rows } = await client.query<RequestRow>({
    name: 'enrichment-request-find',
    text: `${select} and id = $2`,
    values: [organizationId, id],
  });
  return toRequest(organizationId, rows[0]);
}

/** Returns requests by id, locked until the transaction ends. */
export async function lockRequests(
  client: Transaction,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, StoredRequest>> {
  const { rows } = await client.query<RequestRow>({
    name: 'enrichment-requests-lock',
    text: `${select} and id = any($2) order by id for no key update`,
    values: [organizationId, ids],
  });
  return new Map(rows.map((row) => [row.id, toRequest(organizationId, row)!]));
}

/** Returns the request that was sent with a key. */
export async function findByKey(client: Queryable, organizationId: string, key: Buffer): Promise<StoredRequest | null> {
  const { rows } = await client.query<RequestRow>(`${select} and request_key = $2 and ${keyLives}`, [
    organizationId,
    key,
  ]);
  return toRequest(organizationId, rows[0]);
}

/** Returns requests for entities that ended within a period with a result, oldest first. */
export async function findCompletedRequests(
  client: Queryable,
  organizationId: string,
  { from, to, limit }: { readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<readonly { readonly entityId: string; readonly at: Date }[]> {
  const { rows } = await client.query<{ entityId: string; at: Date }>(
    `select entity_id as "entityId", finished_at as at from enrichment_requests r
     where organization_id = $1 and finished_at >= $2 and finished_at < $3 and entity_id is not null and exists (
       select from enrichment_executions e where e.organization_id = $1 and e.request_id = r.id and e.state = 'succeeded')
     order by finished_at, id limit $4`,
    [organizationId, from, to, limit],
  );
  return rows;
}

export interface RequestEnd {
  readonly id: string;
  readonly rules: EvaluationResponse | null;
  readonly rulesFailed: boolean;
}

/** Ends requests. Their parameters are no longer kept. */
export function endRequests(client: Transaction, organizationId: string, ends: readonly RequestEnd[]): void {
  client.enqueue({
    name: 'enrichment-requests-end',
    text: `update enrichment_requests q set parameters = null, rules = r.rules, rules_failed = r."rulesFailed", finished_at = now()
      from json_to_recordset($2) r (id uuid, rules json, "rulesFailed" boolean)
      where q.organization_id = $1 and q.id = any($3) and q.id = r.id`,
    values: [organizationId, JSON.stringify(ends), ends.map(({ id }) => id)],
  });
}

/** Counts a failure to complete a request and schedules a retry after a delay, which doubles. Returns the number of failures. */
export async function countFinishFailure(
  client: Queryable,
  organizationId: string,
  id: string,
  firstPauseMs: number,
): Promise<number> {
  const { rows } = await client.query<{ failures: number }>(
    `update enrichment_requests set finish_failures = finish_failures + 1,
       finish_after = now() + make_interval(secs => $3 / 1000.0 * 2 ^ finish_failures)
     where organization_id = $1 and id = $2 and finished_at is null returning finish_failures as failures`,
    [organizationId, id, firstPauseMs],
  );
  return rows[0]?.failures ?? 0;
}

/** Returns requests that are not completed although all their executions have ended. */
export async function findSettledRequests(client: Queryable, organizationId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from enrichment_requests r where organization_id = $1 and ${isLeftUnfinishedSql} order by created_at limit 100`,
    [organizationId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Erases what requests and executions contain about a deleted entity. Those in progress are left alone: nothing about the entity remains
 * once they end, and the process that ends them may be waiting for its lock.
 */
export async function eraseEnded(client: Transaction, organizationId: string, entityId: string): Promise<void> {
  const values = [organizationId, entityId];
  await client.query(
    `update enrichment_requests r set rules = null, request_key = null, request_hash = null
     where organization_id = $1 and finished_at is not null and id in (
       select request_id from enrichment_executions e where e.organization_id = $1 and e.entity_id = $2)`,
    values,
  );
  await client.query(
    `update enrichment_executions set outcome = null, fingerprint = null,
       error_message = case when error_code is not null then 'The entity was deleted' end
     where organization_id = $1 and entity_id = $2 and finished_at is not null`,
    values,
  );
}
