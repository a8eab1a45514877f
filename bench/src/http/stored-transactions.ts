import type { Pool } from 'pg';

import { loadEntities } from '../entities/load-entities.js';
import type { Workload } from '../engine/workload.js';
import { attributesOf } from './transaction-workload.js';

const batch = 50_000;

/** Payments of the last ninety days, spread evenly over the customers, as an import would have stored them. */
const insert = `
  insert into transactions (organization_id, id, external_id, type, status, reason, payment_method, channel, amount, currency, amount_in_usd,
    category, origin_entity_id, origin_external_id, destination_entity_id, destination_external_id, metadata, status_history,
    transacted_at, created_at, updated_at)
  select $1, ('10000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'stored-' || n, 'PAYMENT', 'COMPLETED', 'WITHOUT_REASON',
    'CARD', 'web', amount, 'USD', amount, 'category-' || n % 24,
    ('00000000-0000-7000-8000-' || lpad(to_hex(origin), 12, '0'))::uuid, 'bench-' || origin,
    ('00000000-0000-7000-8000-' || lpad(to_hex(destination), 12, '0'))::uuid, 'bench-' || destination,
    '{"score1": 12, "tag1": "tag1-3", "flag1": false}', '[]', at, at, at
  from generate_series($2::bigint, $3::bigint) n,
    lateral (select n * 7919 % $4::bigint as origin, (n * 104729 + 1) % $4::bigint as destination,
      1 + n * 31 % 19000 as amount, now() - interval '90 days' + n * interval '90 days' / $5::bigint as at) row`;

/** Stores customers and their payments without the API. */
export async function storeTransactions(
  pool: Pool,
  organizationId: string,
  workload: Workload,
  { stored, customers, seed }: { readonly stored: number; readonly customers: number; readonly seed: number },
): Promise<void> {
  await loadEntities(pool, organizationId, customers, seed);
  const attributes = workload.contexts.map((_, number) => JSON.stringify(attributesOf(workload, number)));
  await pool.query(
    `update entities set attributes = ($2::text[])[1 + substr(external_id, 7)::int % $3]::json where organization_id = $1`,
    [organizationId, attributes, attributes.length],
  );
  await insertTransactions(pool, organizationId, { from: 0, until: stored, customers });
  // For all tables, because otherwise the bulk data would be vacuumed a minute later, during the measurement.
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

/** Stores payments of the first customer to itself, in the last part of the ninety days, after the `stored` payments of all customers. */
export async function storeBusyCustomer(
  pool: Pool,
  organizationId: string,
  { stored, payments }: { readonly stored: number; readonly payments: number },
): Promise<void> {
  await insertTransactions(pool, organizationId, { from: stored, until: stored + payments, customers: 1 });
  await pool.query('vacuum analyze');
}

async function insertTransactions(
  pool: Pool,
  organizationId: string,
  { from, until, customers }: { readonly from: number; readonly until: number; readonly customers: number },
): Promise<void> {
  for (let first = from; first < until; first += batch)
    await pool.query(insert, [
      organizationId,
      first,
      Math.min(first + batch, until) - 1,
      customers,
      Math.max(until, 1),
    ]);
}
