import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

import { bookByHand } from '@tamis/api/dist/modules/tenancy/billing/index.js';
import pg from 'pg';

import { type ApiOnDatabase, withApiServer } from '../api-server.js';
import { ApiClient } from '../entities/api-client.js';
import { cnpj } from '../entities/sample-entities.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';

export interface MaterializeBenchOptions {
  readonly rounds: number;
  /** Number of partners of each company. */
  readonly partners: number;
  readonly json: string | null;
}

/**
 * Measures how long it takes to create entities for the partners of a company, which are enriched as well, compared to the same rows in a
 * plain loop.
 */
export async function benchMaterialize(options: MaterializeBenchOptions): Promise<void> {
  const environment = { TAMIS_MASTER_KEY: randomBytes(32).toString('base64'), RECEIVERS_AT_HOME: 'on' };
  const main = new URL('registering-server.js', import.meta.url);
  const settings = { shared_buffers: '256MB', max_wal_size: '2GB', max_connections: '60' };
  const source = fork(fileURLToPath(new URL('register-process.js', import.meta.url)), [
    String(options.rounds + 1),
    String(options.partners),
  ]);
  try {
    const [{ url }] = (await once(source, 'message')) as [{ url: string }];
    await withApiServer({ name: 'materialize', settings, environment, main }, async (api) => {
      const load = loadavg()[0]!;
      const figures = await measure(api, url, options);
      console.log(machineLine(load));
      for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(26)} ${value}`);
      if (options.json !== null)
        writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...figures }, null, 2)}\n`);
    });
  } finally {
    source.kill();
  }
}

async function measure(
  api: ApiOnDatabase,
  baseUrl: string,
  { rounds, partners }: MaterializeBenchOptions,
): Promise<Record<string, number>> {
  const server = await api.start();
  const client = new ApiClient(server.port, api.key);
  const { organizationId } = api;
  const credit = { kind: 'adjust', reference: 'begin', reason: 'benchmark', amountCents: 1_000_000_000 } as const;
  await bookByHand(api.pool, { organizationId, ...credit });
  const config = { enabled: true, config: { baseUrl } };
  await client.sendAll([{ method: 'PUT', path: '/marketplace/integrations/br_receita_cnpj', body: config }], 1, 200);
  const alone: number[] = [];
  const enriched: number[] = [];
  const bare: number[] = [];
  const children = { enrichments: { company: ['br_receita_cnpj'] } };
  // The first round is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const times = [enriched, alone][round % 2]!;
    const more = times === enriched ? { autoExecuteIntegrationsShareholders: children } : {};
    const ms = await materialize(client, round, more);
    const bareMs = await plainLoop(api.databaseUrl, partners);
    if (round === 0) continue;
    times.push(ms);
    bare.push(bareMs);
  }
  client.close();
  const [enrichedMs, aloneMs, bareMs] = [enriched, alone, bare].map((times) => quantile(times, 0.5)) as [
    number,
    number,
    number,
  ];
  return {
    partners,
    enrichedMs: Math.round(enrichedMs),
    aloneMs: Math.round(aloneMs),
    plainLoopMs: Math.round(bareMs),
    ratioToPlainLoop: Math.round((aloneMs / bareMs) * 10) / 10,
  };
}

/** Returns the milliseconds of one run, from the request to its response. */
async function materialize(client: ApiClient, round: number, more: object): Promise<number> {
  const company = { type: 'company', name: `Root ${round}`, countryCode: 'BR', taxId: cnpj(round) };
  const [made] = await client.sendAll([{ method: 'POST', path: '/entities', body: company }], 1, 201);
  const { id } = (JSON.parse(made!.text) as { entity: { id: string } }).entity;
  const path = `/entities/${id}/relationships/materialize`;
  const body = { runEnrichmentFirst: true, runInBackground: false, ...more };
  const [run] = await client.sendAll([{ method: 'POST', path, body }], 1, 200);
  const { data } = JSON.parse(run!.text) as { data: { error?: string } };
  if (data.error) throw new Error(data.error);
  return run!.ms;
}

/** Returns the milliseconds for storing an entity and its relationship `count` times, one transaction after the other and nothing else. */
async function plainLoop(databaseUrl: string, count: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await insertOneByOne(client, count);
  } finally {
    await client.end();
  }
}

async function insertOneByOne(client: pg.Client, count: number): Promise<number> {
  await client.query('create table if not exists bare_entities (like entities including all)');
  await client.query('create table if not exists bare_relationships (like relationships including all)');
  const began = performance.now();
  for (let n = 0; n < count; n += 1) {
    await client.query('begin');
    const { rows } = await client.query<{ id: string }>(
      `insert into bare_entities (organization_id, id, type, name, status)
       values ('00000000-0000-7000-8000-000000000000', gen_random_uuid(), 'company', $1, 'under_review') returning id`,
      [`Partner ${n}`],
    );
    await client.query(
      `insert into bare_relationships (organization_id, id, source_entity_id, target_entity_id, relationship_type, created_at)
       values ('00000000-0000-7000-8000-000000000000', gen_random_uuid(), $1, gen_random_uuid(), 'owns', now())`,
      [rows[0]!.id],
    );
    await client.query('commit');
  }
  return performance.now() - began;
}
