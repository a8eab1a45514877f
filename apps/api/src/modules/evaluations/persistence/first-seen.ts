import type { DataAnswer } from '@tamis/lang';

import type { Queryable } from '../../../platform/database/index.js';
import type { HistoryRead } from '../domain/history-read.js';
import type { RunMoment } from '../domain/run-moment.js';

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
export async function firstSeen(
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
