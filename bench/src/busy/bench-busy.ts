import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

import type pg from 'pg';

import { withApiServer } from '../api-server.js';
import { ApiClient } from '../entities/api-client.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';

export interface BusyBenchOptions {
  /** The payments of the customer before the first request, evenly distributed over ninety days. */
  readonly stored: number;
  readonly requests: number;
  readonly json: string | null;
}

const windows = [
  'count(transactions from origin in last 1h) >= 1000000',
  'sum(amount of transactions from origin in last 24h where status = "CREATED") > 1000000000 USD',
  'max(amount of prior transactions from origin in last 7d) > 19900000 USD',
  'count(transactions from origin in last 30d where amount >= 500 USD) >= 1000000',
  'avg(amount as USD of transactions from origin in last 90d) > 1000000 USD',
  'count(distinct destination of transactions from origin in last 24h) > 1000000',
] as const;

/** Measures consecutive payments of one customer with many payments, under rules with the longest possible windows. */
export async function benchBusy({ stored, requests, json }: BusyBenchOptions): Promise<void> {
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB', max_connections: '100' };
  await withApiServer({ name: 'busy', settings }, async ({ pool, organizationId, key, start }) => {
    const { port } = await start();
    const client = new ApiClient(port, key);
    const person = { type: 'person', name: 'A', countryCode: 'BR', externalId: 'busy' };
    const [made] = await client.sendAll([{ method: 'POST', path: '/entities', body: person }], 1, 201);
    const { entity } = JSON.parse(made!.text) as { readonly entity: { readonly id: string } };
    await storeTransactions(pool, organizationId, entity.id, stored);
    const load = loadavg()[0]!;
    const figures: Record<string, number> = { stored, requests };
    let sent = 0;
    for (const [index, window] of windows.entries()) {
      const source = `rule busy_${index} "Busy ${index}" {\n  on transaction (created)\n  when ${window}\n  then suggest FLAG\n}\n`;
      const [rule] = await client.sendAll([{ method: 'POST', path: '/rules', body: { source } }], 1, 201);
      const { id } = (JSON.parse(rule!.text) as { readonly rule: { readonly id: string } }).rule;
      await client.sendAll([{ method: 'PATCH', path: `/rules/${id}`, body: { status: 'active' } }], 1, 200);
      const payments = Array.from({ length: requests }, () => ({
        method: 'POST' as const,
        path: '/transactions',
        body: { externalId: `busy-${(sent += 1)}`, type: 'PAYMENT', amount: 10, currency: 'USD', originExternalId: 'busy' },
      })); // prettier-ignore
      const answers = (await client.sendAll(payments, 1, 201)).map(({ ms }) => ms);
      figures[`${window.replace(/ [<>=]+ .*/, '')}, p50 ms`] = quantile(answers, 0.5);
      figures[`${window.replace(/ [<>=]+ .*/, '')}, p99 ms`] = quantile(answers, 0.99);
    }
    client.close();
    console.log(machineLine(load));
    console.log('each with the windows before it:');
    for (const [name, value] of Object.entries(figures))
      console.log(`${name.padEnd(100)}${Math.round(value * 10) / 10}`);
    if (json !== null) writeFileSync(json, `${JSON.stringify({ machine: machine(), load, ...figures })}\n`);
  });
}

async function storeTransactions(
  pool: pg.Pool,
  organizationId: string,
  entityId: string,
  stored: number,
): Promise<void> {
  await pool.query(
    `insert into transactions (organization_id, id, external_id, type, status, reason, amount, currency, origin_entity_id,
       origin_external_id, destination_entity_id, metadata, status_history, transacted_at, created_at, updated_at)
     select $1, gen_random_uuid(), 'x' || n, 'PAYMENT', case when n % 10 = 0 then 'DECLINED' else 'CREATED' end, 'WITHOUT_REASON',
       n % 1000, 'USD', $2, 'busy', md5((n % 100)::text)::uuid, '{}', '[]', at, at, at
     from generate_series(1, $3::int) n, lateral (select now() - n * interval '90 days' / $3 as at) times`,
    [organizationId, entityId, stored],
  );
  await pool.query('vacuum analyze transactions');
}
