import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

import type pg from 'pg';

import { withApiServer } from '../api-server.js';
import { ApiClient } from '../entities/api-client.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';

export interface InboxBenchOptions {
  readonly alerts: number;
  readonly rounds: number;
  readonly json: string | null;
}

/** Stores the alerts of a year with all priorities, a fifth of them resolved and some of each status. */
async function storeAlerts(pool: pg.Pool, organizationId: string, alerts: number): Promise<void> {
  await pool.query(
    `insert into alerts (organization_id, id, name, type, category, severity, priority, status, source_system, last_seen_at, created_at,
       updated_at)
     select $1, gen_random_uuid(), 'Payment ' || n, 'FRAUD', 'category ' || n % 7, p, p,
       (array['OPEN', 'OPEN', 'IN_PROGRESS', 'ESCALATED', 'RESOLVED'])[1 + n % 5], 'rules_engine', at, at, at
     from (select n, (array['LOW', 'MEDIUM', 'MEDIUM', 'HIGH', 'CRITICAL'])[1 + n * 7 % 11 % 5] as p,
       timestamptz '2025-12-01' - n * interval '5 minutes' as at from generate_series(1, $2) as n) made`,
    [organizationId, alerts],
  );
  await pool.query('vacuum analyze alerts');
}

const first = '/intelligence/alerts?sortBy=urgency&status=OPEN,IN_PROGRESS,PENDING_REVIEW,ESCALATED&limit=100';

/** Requests of the inbox, by the name of the figure. */
const asked: Readonly<Record<string, string>> = {
  firstPage: first,
  firstPageOfNobody: `${first}&assignedTo=unassigned`,
  firstPageByName: `${first}&search=payment%2099`,
  counts: '/intelligence/inbox/counts',
};

async function timesOf(client: ApiClient, path: string, rounds: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [answer] = await client.sendAll([{ method: 'GET', path }], 1, 200);
    times.push(answer!.ms);
  }
  return times;
}

/** Returns the path of the last page that the console can reach. */
async function tenthPage(client: ApiClient): Promise<string> {
  let path = first;
  for (let page = 1; page < 10; page += 1) {
    const [answer] = await client.sendAll([{ method: 'GET', path }], 1, 200);
    const { pagination } = JSON.parse(answer!.text) as { readonly pagination: { readonly nextCursor: string } };
    path = `${first}&cursor=${pagination.nextCursor}`;
  }
  return path;
}

/** Measures the inbox of an organization with many alerts, at the server. The baseline is a response that reads no data. */
export async function benchInbox({ alerts, rounds, json }: InboxBenchOptions): Promise<void> {
  await withApiServer({ name: 'inbox', settings: {} }, async ({ pool, organizationId, key, start }) => {
    await storeAlerts(pool, organizationId, alerts);
    const { port } = await start();
    const client = new ApiClient(port, key);
    const load = loadavg()[0]!;
    const figures: Record<string, number> = {};
    const paths = { nothing: '/auth/test', ...asked, tenthPage: await tenthPage(client) };
    for (const [name, path] of Object.entries(paths)) {
      await timesOf(client, path, 5);
      const times = await timesOf(client, path, rounds);
      figures[`${name}P50Ms`] = quantile(times, 0.5);
      figures[`${name}P95Ms`] = quantile(times, 0.95);
    }
    client.close();
    console.log(machineLine(load));
    console.log(`${alerts} alerts, ${rounds} requests of each:`);
    for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(28)}${value.toFixed(1)}`);
    if (json !== null)
      writeFileSync(json, `${JSON.stringify({ machine: machine(), load, alerts, rounds, ...figures })}\n`);
  });
}
