import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';

import { withApiServer } from '../api-server.js';
import { ApiClient } from '../entities/api-client.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';

export interface ExternalIdsBenchOptions {
  /** The number of payments of the entity; it has a tenth as many user events. */
  readonly stored: number;
  readonly json: string | null;
}

interface Figures {
  readonly stored: number;
  readonly changeSeconds: number;
  readonly longestStatementMs: number;
  /** The payments that two callers stored meanwhile. */
  readonly creates: number;
  readonly createP50Ms: number;
  readonly createP99Ms: number;
  /** The payments and events that still name the entity by its former id at the end. */
  readonly stale: number;
}

/** Changes the external id of an entity with many payments while more of them arrive, on a separate embedded PostgreSQL. */
export async function benchExternalIds({ stored, json }: ExternalIdsBenchOptions): Promise<void> {
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB', max_connections: '100' };
  await withApiServer({ name: 'external-ids', settings }, async ({ pool, organizationId, key, start }) => {
    const { port } = await start();
    const client = new ApiClient(port, key);
    const body = { type: 'person', name: 'A', countryCode: 'BR', externalId: 'old' };
    const [made] = await client.sendAll([{ method: 'POST', path: '/entities', body }], 1, 201);
    const { entity } = JSON.parse(made!.text) as { readonly entity: { readonly id: string } };
    await loadTransactions(pool, organizationId, entity.id, stored);
    const load = loadavg()[0]!;
    const figures = { stored, ...(await change(client, pool, entity.id)) };
    client.close();
    console.log(machineLine(load));
    for (const [name, value] of Object.entries(figures))
      console.log(`${name.padEnd(20)}${Math.round(value * 10) / 10}`);
    if (json !== null) writeFileSync(json, `${JSON.stringify({ machine: machine(), load, ...figures })}\n`);
  });
}

async function change(client: ApiClient, pool: pg.Pool, entityId: string): Promise<Omit<Figures, 'stored'>> {
  const creates: number[] = [];
  let longestStatementMs = 0;
  let isChanging = true;
  const store = async (caller: number): Promise<void> => {
    for (let n = 0; isChanging; n += 1) {
      const named = { externalId: `live-${caller}-${n}`, originEntityId: entityId, originExternalId: 'old' };
      const body = { type: 'PAYMENT', amount: 1, currency: 'USD', ...named };
      const [answer] = await client.sendAll([{ method: 'POST', path: '/transactions', body }], 1, 201);
      creates.push(answer!.ms);
    }
  };
  const watch = async (): Promise<void> => {
    for (; isChanging; await pause(25)) {
      const { rows } = await pool.query<{ ms: number | null }>(
        `select max(extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as ms from pg_stat_activity
         where state = 'active' and pid <> pg_backend_pid() and datname = current_database()`,
      );
      longestStatementMs = Math.max(longestStatementMs, rows[0]?.ms ?? 0);
    }
  };
  const others = [store(1), store(2), watch()];
  const body = { entityId, newExternalId: 'new', reason: 'Ids have another form' };
  const path = '/entities/change-external-id';
  const [changed] = await client.sendAll([{ method: 'POST', path, body }], 1, 200).finally(() => (isChanging = false));
  await Promise.all(others);
  const { rows } = await pool.query<{ stale: number }>(
    `select (select count(*) from transactions where origin_external_id = 'old')::int
       + (select count(*) from user_events where entity_external_id = 'old')::int as stale`,
  );
  return {
    changeSeconds: changed!.ms / 1_000,
    longestStatementMs,
    creates: creates.length,
    createP50Ms: quantile(creates, 0.5),
    createP99Ms: quantile(creates, 0.99),
    stale: rows[0]!.stale,
  };
}

/** Loads past payments and events of one entity with the trigger disabled, so that nothing is changed yet. */
async function loadTransactions(
  pool: pg.Pool,
  organizationId: string,
  entityId: string,
  stored: number,
): Promise<void> {
  await pool.query('alter table transactions disable trigger settle_external_ids');
  await pool.query(
    `insert into transactions (organization_id, id, external_id, type, status, reason, amount, currency, origin_entity_id,
       origin_external_id, metadata, status_history, transacted_at, created_at, updated_at)
     select $1, gen_random_uuid(), 'x' || n, 'PAYMENT', 'CREATED', 'WITHOUT_REASON', 10, 'USD', $2, 'old', '{}', '[]',
       now() - n * interval '1 second', now(), now() from generate_series(1, $3::int) n`,
    [organizationId, entityId, stored],
  );
  await pool.query('alter table transactions enable trigger settle_external_ids');
  await pool.query(
    `insert into user_events (organization_id, id, event_type, user_id, entity_id, entity_external_id, occurred_at, created_at)
     select $1, gen_random_uuid(), 'LOGOUT', 'u', $2, 'old', now() - n * interval '1 second', now()
     from generate_series(1, $3::int) n`,
    [organizationId, entityId, Math.floor(stored / 10)],
  );
  await pool.query('vacuum analyze transactions');
  await pool.query('vacuum analyze user_events');
}
