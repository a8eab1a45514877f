import type { DataAnswer } from '@tamis/lang';
import type { Queryable } from '../../../../platform/database/index.js';
import type { HistoryRead } from '../domain/history-read.js';
import type { RunMoment } from '../domain/run-moment.js';
import { sharedWith } from './shared-with.js';

type RiskRead = Extract<HistoryRead, { readonly kind: 'networkRisk' }>;

/** Beyond so many entities nobody looks further. */
const mostNodes = 1_000;

const neighbours = `select e.id, e.risk_score::float8 as "riskScore" from (
    select r.target_entity_id as id from relationships r
      where r.organization_id = $1 and r.source_entity_id = any($2::uuid[]) and r.deleted_at is null
    union select r.source_entity_id from relationships r
      where r.organization_id = $1 and r.target_entity_id = any($2::uuid[]) and r.deleted_at is null) as found
  join entities e on e.organization_id = $1 and e.id = found.id and e.deleted_at is null
  limit $3`;

/** The worst risk score among the entities within so many relationships, in any direction, the entity itself left out; 0 for none. */
async function networkRisk(
  client: Queryable,
  organizationId: string,
  { entityId, hops }: RiskRead,
): Promise<DataAnswer> {
  const seen = new Set([entityId]);
  let worst = 0;
  let newest: readonly string[] = [entityId];
  for (let hop = 0; hop < hops && newest.length > 0; hop += 1) {
    // Those that are known come again, and one too many tells that there are more.
    const values = [organizationId, newest, seen.size + mostNodes + 1];
    const { rows } = await client.query<{ readonly id: string; readonly riskScore: number | null }>({
      name: 'network-neighbours',
      text: neighbours,
      values,
    });
    const found = rows.filter(({ id }) => !seen.has(id));
    if (seen.size - 1 + found.length > mostNodes) return { cause: 'too_many_nodes' };
    for (const { id, riskScore } of found) {
      seen.add(id);
      worst = Math.max(worst, riskScore ?? 0);
    }
    newest = found.map(({ id }) => id);
  }
  return { value: worst };
}

type SeenRead = Extract<HistoryRead, { readonly kind: 'firstSeen' }>;

/** The earliest of the records of one table, by an index that has their time. */
const earliest = (table: string, time: string, condition: string): string =>
  `(select ${time} as at from ${table} r where r.organization_id = $1 and ${condition} and ${time} <= $3 and r.id <> $4
    order by ${time} limit 1)`;

const payment = (condition: string): string => earliest('transactions', 'r.transacted_at', condition);
const userEvent = (condition: string): string => earliest('user_events', 'r.occurred_at', condition);

/** Payments of the entities that have it. */
const ofEntity = (side: string, condition: string): string =>
  `(select first.at from entities e cross join lateral ${payment(`r.${side} = e.id`)} first
    where e.organization_id = $1 and e.${condition})`;

/** Where a value is seen: in payments and user events, by an index. `$2` is the value. */
const places: Readonly<Record<SeenRead['seen'], readonly string[]>> = {
  card: [payment('r.origin_card = $2'), payment('r.destination_card = $2')],
  device: [payment('r.device_id = $2'), userEvent('r.device_id = $2')],
  ip: [payment('r.device_address = address_of($2)'), userEvent('r.address = address_of($2)')],
  payee: [payment('r.destination_account = $2'), ofEntity('destination_entity_id', 'external_id = $2')],
  email: [ofEntity('origin_entity_id', 'person_email = lower($2)')],
};

/** When a value was first seen, up to the moment of the run and besides its own record. */
async function firstSeen(
  client: Queryable,
  organizationId: string,
  { now, recordId }: RunMoment,
  { seen, value }: SeenRead,
): Promise<DataAnswer> {
  const { rows } = await client.query<{ readonly at: Date | null }>({
    name: `first-seen-${seen}`,
    text: `select min(at) as at from (${places[seen].join(' union all ')}) as found`,
    values: [organizationId, value, now, recordId],
  });
  const at = rows[0]?.at ?? null;
  return at === null ? { cause: 'missing' } : { value: at.toISOString() };
}

/** Answers what a run asks of records of all time, in order. */
export function answerHistory(
  client: Queryable,
  organizationId: string,
  moment: RunMoment,
  reads: readonly HistoryRead[],
): Promise<readonly DataAnswer[]> {
  return Promise.all(
    reads.map((read) => {
      switch (read.kind) {
        case 'firstSeen':
          return firstSeen(client, organizationId, moment, read);
        case 'sharedWith':
          return sharedWith(client, organizationId, moment, read);
        case 'networkRisk':
          return networkRisk(client, organizationId, read);
      }
    }),
  );
}
