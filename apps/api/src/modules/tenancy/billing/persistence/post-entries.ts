import type { QueryConfig } from 'pg';

import { newId, type Queryable } from '../../../../platform/database/index.js';
import { outboxInsertFrom } from '../../../../platform/outbox/index.js';
import type { Balance, NewEntry } from '../domain/ledger-entry.js';

/** The balance after a posting, or what was missing for it. */
export type Posted = Balance & {
  readonly isPosted: boolean;
  readonly neededCents: number;
  /** Threshold below which the organization wants to be notified. */
  readonly thresholdCents: number;
};

/** SQL: the events caused by a posting `p`, by position, each with the parameter that contains its id. */
const eventsSql = `values
  (1, $3::uuid, 'billing:balance-updated', true,
    json_build_object('organizationId', p.organization_id, 'balanceCents', p.balance)),
  (2, $4::uuid, 'billing.balance_low', p.crossed is not null,
    json_build_object('balanceCents', p.balance, 'availableCents', p.wallet, 'thresholdCents', p.crossed, 'topUpId', p.automatic_top_up)),
  (3, $5::uuid, 'billing.balance_depleted', p.balance = 0,
    json_build_object('balanceCents', p.balance, 'availableCents', p.wallet, 'thresholdCents', p.threshold))`;

/** A single statement posts and writes the events, so that the balance row is locked no longer than the database requires. */
const text = `with p as materialized (
    select $1::uuid as organization_id, b.*, b.wallet + b.reserved as balance from billing_post($1, $2) b),
  told as (
    ${outboxInsertFrom(`select p.organization_id, $3::uuid, (
        select json_agg(json_build_object('id', e.id, 'event', e.event, 'payload', e.payload) order by e.place)
        from (${eventsSql}) as e (place, id, event, holds, payload) where e.holds)::text
      from p where p.balance <> p.balance_before`)})
  select is_posted as "isPosted", needed::float8 as "neededCents", balance::float8 as "balanceCents",
    reserved::float8 as "reservedCents", wallet::float8 as "availableCents", threshold::float8 as "thresholdCents" from p`;

const withIds = (entries: readonly NewEntry[]): string =>
  JSON.stringify(entries.map((entry) => ({ ...entry, id: newId() })));

/** Returns the statement that posts entries of one organization, all or none, with the resulting events. */
export const postingStatement = (organizationId: string, entries: readonly NewEntry[]): QueryConfig => ({
  name: 'billing-post',
  text,
  values: [organizationId, withIds(entries), newId(), newId(), newId()],
});

/** Returns the same for reservations, which cause no events. It fails if the balance is insufficient. */
export const reservingStatement = (organizationId: string, entries: readonly NewEntry[]): QueryConfig => ({
  name: 'billing-reserve',
  text: 'select billing_reserve($1, $2)',
  values: [organizationId, withIds(entries)],
});

/** Posts entries. Others that move money of the organization wait until the transaction ends, so only the audit trail may follow. */
export async function postEntries(
  client: Queryable,
  organizationId: string,
  entries: readonly NewEntry[],
): Promise<Posted> {
  const { rows } = await client.query<Posted>(postingStatement(organizationId, entries));
  return rows[0]!;
}
