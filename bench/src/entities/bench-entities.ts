import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

import { withApiServer } from '../api-server.js';
import { postgresCpuUs, processCpuUs } from '../edge/postgres-cpu.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';
import { seededRandom } from '../random.js';
import { type ApiResponse, ApiClient, type ApiRequest } from './api-client.js';
import { loadEntities, sampleId, sizesOf } from './load-entities.js';
import { respelled, sampleEntity } from './sample-entities.js';

export interface EntitiesBenchOptions {
  readonly entities: number;
  /** The number of requests of each kind. */
  readonly requests: number;
  readonly connections: number;
  readonly seed: number;
  readonly json: string | null;
}

interface Figures {
  readonly entities: number;
  readonly createsPerSecond: number;
  readonly lookupP99Ms: number;
  readonly listP99Ms: number;
  /** The times of upserts that matched a stored company; the others created one. */
  readonly matchP50Ms: number;
  readonly matchP95Ms: number;
  /** The CPU time of one upsert. */
  readonly matchServerCpuMs: number;
  readonly matchDatabaseCpuMs: number;
  /** The number of respelled names that matched the intended company. */
  readonly matchFound: number;
  readonly indexMb: number;
  readonly tableMb: number;
  readonly keysMb: number;
}

/** Measures entities of one organization with the whole API, on a separate embedded PostgreSQL. */
export async function benchEntities(options: EntitiesBenchOptions): Promise<void> {
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB', max_connections: '100' };
  await withApiServer({ name: 'entities', settings }, async ({ pool, dataDir, organizationId, key, start }) => {
    await loadEntities(pool, organizationId, options.entities, options.seed);
    const { pid, port } = await start();
    const client = new ApiClient(port, key);
    const load = loadavg()[0]!;
    const cpuMs = () => ({ server: processCpuUs(pid) / 1_000, database: postgresCpuUs(dataDir) / 1_000 });
    const figures = {
      entities: options.entities,
      ...(await measure(client, cpuMs, options)),
      ...(await sizesOf(pool)),
    };
    client.close();
    report(figures, load, options);
  });
}

type Measured = Omit<Figures, 'entities' | 'indexMb' | 'tableMb' | 'keysMb'>;

interface CpuMs {
  readonly server: number;
  readonly database: number;
}

async function measure(client: ApiClient, cpuMs: () => CpuMs, options: EntitiesBenchOptions): Promise<Measured> {
  const { entities, requests, connections, seed } = options;
  const random = seededRandom(seed);
  const some = (): number => Math.floor(random() * entities);
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, some);
  const latencies = async (sent: readonly ApiRequest[], share: number): Promise<number> => {
    await client.sendAll(sent.slice(0, 50), 1, 200);
    const answers = await client.sendAll(sent, 2, 200);
    return quantile(
      answers.map(({ ms }) => ms),
      share,
    );
  };

  const lookups = numbers(requests).flatMap((number) => lookupsOf(number, seed));
  const lookupP99Ms = await latencies(lookups, 0.99);
  const listP99Ms = await latencies(
    numbers(requests).map((number) => listOf(number, seed)),
    0.99,
  );

  const wanted = numbers(requests).filter((number) => sampleEntity(number, seed).type === 'company');
  const upserts = wanted.map((number) => upsertOf(respelled(sampleEntity(number, seed).name, random)));
  await client.sendAll(upserts.slice(0, 50), 1, 200);
  const before = cpuMs();
  const answers = await client.sendAll(upserts, 2, 200);
  const after = cpuMs();
  const matchServerCpuMs = (after.server - before.server) / upserts.length;
  const matchDatabaseCpuMs = (after.database - before.database) / upserts.length;
  const matched = answers.filter(({ text }) => upsertedOf(text).action === 'updated');
  const [matchP50Ms, matchP95Ms] = [0.5, 0.95].map((share) => quantile(msOf(matched), share)) as [number, number];
  const found = answers.filter(({ text }, index) => upsertedOf(text).entity.id === sampleId(wanted[index]!));

  const creates = Array.from({ length: requests }, (_, index) => createOf(entities + index, seed));
  const start = performance.now();
  await client.sendAll(creates, connections, 201);
  const createsPerSecond = (1_000 * creates.length) / (performance.now() - start);
  const matchFound = found.length / wanted.length;
  return {
    createsPerSecond,
    lookupP99Ms,
    listP99Ms,
    matchP50Ms,
    matchP95Ms,
    matchServerCpuMs,
    matchDatabaseCpuMs,
    matchFound,
  };
}

const msOf = (answers: readonly ApiResponse[]): readonly number[] => answers.map(({ ms }) => ms);

const upsertedOf = (text: string) => JSON.parse(text) as { action: string; entity: { id: string } };

function lookupsOf(number: number, seed: number): readonly ApiRequest[] {
  const { externalId, taxId } = sampleEntity(number, seed);
  const paths = [`/entities/${sampleId(number)}`, `/entities/by-external-id/${externalId}`];
  return [...paths, ...(taxId === null ? [] : [`/entities/by-tax-id/${taxId}`])].map((path) => ({
    method: 'GET',
    path,
  }));
}

function listOf(number: number, seed: number): ApiRequest {
  const { type, countryCode, taxId, externalId } = sampleEntity(number, seed);
  const queries = [
    '',
    `type=${type}`,
    `country=${countryCode}`,
    `type=${type}&country=${countryCode}`,
    `externalId=${externalId}`,
    ...(taxId === null ? [] : [`taxId=${taxId}&type=${type}`]),
  ];
  return { method: 'GET', path: `/entities?${queries[number % queries.length]!}` };
}

const upsertOf = (name: string): ApiRequest => ({
  method: 'PUT',
  path: '/entities/upsert',
  body: {
    entity: { type: 'company', name, countryCode: 'BR', skipRulesExecution: true },
    options: { deduplicationStrategy: 'fuzzy_match', conflictResolution: 'manual_review' },
  },
});

function createOf(number: number, seed: number): ApiRequest {
  const { taxId, ...entity } = sampleEntity(number, seed);
  const attributes = { segment: 'bench', limits: { daily: number } };
  return { method: 'POST', path: '/entities', body: { ...entity, ...(taxId !== null && { taxId }), attributes } };
}

function report(figures: Figures, load: number, { requests, connections, json }: EntitiesBenchOptions): void {
  console.log(machineLine(load));
  console.log(`${figures.entities} entities of one organization; ${requests} requests of each kind`);
  console.log(`creates a second, ${connections} connections   ${figures.createsPerSecond.toFixed(0)}`);
  console.log(`lookup by three keys, p99         ${figures.lookupP99Ms.toFixed(1)} ms`);
  console.log(`list with filters, p99            ${figures.listP99Ms.toFixed(1)} ms`);
  console.log(
    `upsert that finds a company, p95   ${figures.matchP95Ms.toFixed(1)} ms, p50 ${figures.matchP50Ms.toFixed(1)} ms; ${(100 * figures.matchFound).toFixed(1)} % found`,
  );
  console.log(
    `  of the processor                ${figures.matchServerCpuMs.toFixed(1)} ms of the server, ${figures.matchDatabaseCpuMs.toFixed(1)} ms of the database`,
  );
  console.log(`indexes ${figures.indexMb} MB, rows ${figures.tableMb} MB; keys of names ${figures.keysMb} MB of both`);
  if (json === null) return;
  writeFileSync(json, `${JSON.stringify({ machine: machine(), load, requests, connections, ...figures }, null, 2)}\n`);
}
