import type { GuardAction } from '@tamis/library';
import { type Queryable, type Transaction, findOrganizations } from '../../../../platform/database/index.js';
import { readPointer } from '../../../decisions/rule-sets/index.js';
import type { ExpectedCounts, Guard, GuardTrip, StoredGuard } from '../domain/rule-guard.js';

const tripMembers = `'at', t.tripped_at, 'metric', t.metric, 'observed', t.observed, 'limit', t.tripped_limit, 'bound', t.bound,
  'action', t.action, 'evaluationIds', t.evaluation_ids, 'endedAt', t.ended_at, 'undoneBy', t.undone_by`;

/** The guard of a rule `r` as JSON, with its latest trip; `null` if it has none. */
export const guardColumn = `(select json_build_object('limits', g.limits::json, 'minExecutions', g.min_executions, 'action', g.action,
     'notify', g.notify, 'expected', g.expected::json, 'armedAt', g.armed_at, 'armedRevision', g.armed_revision,
     'checkedAt', g.checked_at, 'trip', (select json_build_object(${tripMembers}) from rule_guard_trips t
       where t.organization_id = g.organization_id and t.rule_id = g.rule_id order by t.tripped_at desc, t.id desc limit 1))
   from rule_guards g where g.organization_id = r.organization_id and g.rule_id = r.id) as guard`;

/** SQL condition: a rule `r` has left its limits, and nobody has activated it again. */
export const hasTrippedSql = `exists (select from rule_guard_trips t
   where t.organization_id = r.organization_id and t.rule_id = r.id and t.ended_at is null)`;

interface TripJson extends Omit<GuardTrip, 'at' | 'endedAt'> {
  readonly at: string;
  readonly endedAt: string | null;
}

interface GuardJson extends Omit<StoredGuard, 'armedAt' | 'checkedAt' | 'trip'> {
  readonly armedAt: string;
  readonly checkedAt: string | null;
  readonly trip: TripJson | null;
}

const toTrip = (trip: TripJson): GuardTrip => ({
  ...trip,
  at: new Date(trip.at),
  endedAt: trip.endedAt === null ? null : new Date(trip.endedAt),
});

/** `text` is the value of `guardColumn`. */
export function toStoredGuard(text: string | null): StoredGuard | null {
  if (text === null) return null;
  const { armedAt, checkedAt, trip, ...guard } = JSON.parse(text) as GuardJson;
  return {
    ...guard,
    armedAt: new Date(armedAt),
    checkedAt: checkedAt === null ? null : new Date(checkedAt),
    trip: trip && toTrip(trip),
  };
}

export interface GuardKey {
  readonly organizationId: string;
  readonly ruleId: string;
}

/** Stores a guard, which replaces the previous one and counts from now on. */
export async function saveGuard(
  client: Queryable,
  { organizationId, ruleId }: GuardKey,
  { limits, minExecutions, action, notify }: Guard,
  { expected, by, now }: { readonly expected: ExpectedCounts | null; readonly by: string; readonly now: Date },
): Promise<void> {
  const values = [JSON.stringify(limits), minExecutions, action, notify, expected && JSON.stringify(expected), by, now];
  await client.query(
    `insert into rule_guards (organization_id, rule_id, limits, min_executions, action, notify, expected, set_by, set_at, armed_at, armed_revision)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, 0)
     on conflict (organization_id, rule_id) do update set limits = $3, min_executions = $4, action = $5, notify = $6, expected = $7,
       set_by = $8, set_at = $9, checked_at = null`,
    [organizationId, ruleId, ...values],
  );
}

/** Makes a guard count from now on, and only evaluations of the active and later publications. Ends its open trips. */
export async function armGuard(
  client: Queryable,
  { organizationId, ruleId }: GuardKey,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<void> {
  const inForce = await readPointer(client, organizationId);
  await client.query(
    `update rule_guards set armed_at = $3, armed_revision = $4 where organization_id = $1 and rule_id = $2`,
    [organizationId, ruleId, now, inForce?.revision ?? 0],
  );
  await client.query(
    `update rule_guard_trips set ended_at = $3, undone_by = $4 where organization_id = $1 and rule_id = $2 and ended_at is null`,
    [organizationId, ruleId, now, by],
  );
}

/** Returns `false` if there is none. Its past trips stay readable. */
export async function deleteGuard(
  client: Queryable,
  { organizationId, ruleId }: GuardKey,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await client.query('delete from rule_guards where organization_id = $1 and rule_id = $2', [
    organizationId,
    ruleId,
  ]);
  await endTrips(client, { organizationId, ruleId }, now);
  return (rowCount ?? 0) > 0;
}

/** Ends the open trips of a rule that is within its limits again. */
export async function endTrips(client: Queryable, { organizationId, ruleId }: GuardKey, now: Date): Promise<void> {
  await client.query(
    'update rule_guard_trips set ended_at = $3 where organization_id = $1 and rule_id = $2 and ended_at is null',
    [organizationId, ruleId, now],
  );
}

/** Returns the trips of the rule, newest first, at most 100. */
export async function listTrips(
  client: Queryable,
  { organizationId, ruleId }: GuardKey,
): Promise<readonly GuardTrip[]> {
  const { rows } = await client.query<{ trip: string }>(
    `select json_build_object(${tripMembers}) as trip from rule_guard_trips t
     where t.organization_id = $1 and t.rule_id = $2 order by t.tripped_at desc, t.id desc limit 100`,
    [organizationId, ruleId],
  );
  return rows.map(({ trip }) => toTrip(JSON.parse(trip) as TripJson));
}

export async function storeTrip(
  client: Queryable,
  { organizationId, ruleId }: GuardKey,
  id: string,
  { at, metric, observed, limit, bound, action, evaluationIds }: Omit<GuardTrip, 'endedAt' | 'undoneBy'>,
): Promise<void> {
  await client.query(
    `insert into rule_guard_trips (organization_id, id, rule_id, tripped_at, metric, observed, tripped_limit, bound, action, evaluation_ids)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [organizationId, id, ruleId, at, metric, observed, limit, bound, action satisfies GuardAction, evaluationIds],
  );
}

export async function markChecked(client: Queryable, { organizationId, ruleId }: GuardKey, now: Date): Promise<void> {
  await client.query('update rule_guards set checked_at = $3 where organization_id = $1 and rule_id = $2', [
    organizationId,
    ruleId,
    now,
  ]);
}

/** SQL query that counts the rules of the organization `$1` with an open trip. */
export const trippedGuardsSql =
  'select count(distinct rule_id) from rule_guard_trips where organization_id = $1 and ended_at is null';

/** Returns the organizations with guarded rules. The transaction of `client` belongs to no organization. */
export const findOrganizationsWithGuards = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(client, 'rule guards', 'select distinct organization_id as id from rule_guards');

/** Returns the guarded rules that decide. */
export async function findGuardedRuleIds(client: Queryable, organizationId: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select r.id from rule_guards g join rules r on r.organization_id = g.organization_id and r.id = g.rule_id
     where g.organization_id = $1 and r.status = 'active' and r.enabled order by r.id`,
    [organizationId],
  );
  return rows.map(({ id }) => id);
}
