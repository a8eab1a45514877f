import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bookByHand, checkLedgers } from '@tamis/api/dist/modules/tenancy/billing/index.js';
import pg from 'pg';
import { type ApiOnDatabase, type ApiServer, newAccount, withApiServer } from '../api-server.js';
import { postgresCpuUs, processCpuUs } from '../edge/postgres-cpu.js';
import { ApiClient, type ApiResponse } from '../entities/api-client.js';
import { constantRateLoad } from '../http/constant-rate-load.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';

/**
 * Cents that are not where they belong: between what was charged and the prices of delivered results, what is reserved for executions
 * that ended, and what the ledgers' own check finds.
 */
async function wrongCents(pool: pg.Pool): Promise<number> {
  const { faults } = await checkLedgers(pool, null);
  for (const fault of faults) console.error(JSON.stringify(fault));
  const { rows } = await pool.query<{ wrong: string }>(
    `select coalesce(sum(abs(charged - delivered) + abs(reserved)), 0) as wrong from (
       select a.organization_id,
         (select coalesce(sum(amount_cents), 0) from ledger_entries e
            where e.organization_id = a.organization_id and e.kind = 'charge') as charged,
         (select coalesce(sum(price_cents), 0) from enrichment_executions x
            where x.organization_id = a.organization_id and x.state = 'succeeded' and x.leader_id is null) as delivered,
         a.reserved_cents as reserved
       from billing_accounts a) accounts`,
  );
  return Number(rows[0]!.wrong) + faults.length;
}

export interface EnrichmentBenchOptions {
  /** Of each of the measured loads. */
  readonly seconds: number;
  /** During which the server is killed every three seconds; 0: never. */
  readonly killSeconds: number;
  /** Of payments alone and beside a slow source; 0: none. */
  readonly rounds: number;
  readonly json: string | null;
}

interface Customer {
  readonly organizationId: string;
  readonly key: string;
  readonly entityIds: readonly string[];
}

/** What came of so many executions, and what the processor did for one of them. */
interface Load {
  readonly perSecond: number;
  readonly ownMs: readonly number[];
  readonly serverCpuUs: number;
  readonly databaseCpuUs: number;
}

const organizationCount = 20;
const entitiesOfEach = 20;
const inFlight = 128;
const code = 'global_fake_safe';
const cachedCode = 'global_fake_cached';
/** Waits for the source when that takes its time. */
const slowCode = 'global_fake_slow';
const killEveryMs = 3_000;
const [quickMs, slowMs] = [5, 5_000];
/** As the server's own pool. */
const poolSize = 10;
const transactionsPerSecond = 100;
const slowLanes = 100;

/** What enrichments cost beside a bare transaction, and whether each cent is where it belongs, on a provider on this machine. */
export async function benchEnrichment(options: EnrichmentBenchOptions): Promise<void> {
  const environment = {
    TAMIS_MASTER_KEY: randomBytes(32).toString('base64'),
    RECEIVERS_AT_HOME: 'on',
    FAKE_PROVIDERS: 'on',
  };
  const main = new URL('enriching-server.js', import.meta.url);
  const settings = { shared_buffers: '512MB', min_wal_size: '2GB', max_wal_size: '4GB', max_connections: '100' };
  const source = fork(fileURLToPath(new URL('slow-source.js', import.meta.url)));
  try {
    const [{ url }] = (await once(source, 'message')) as [{ url: string }];
    await withApiServer({ name: 'enrichment', settings, usedLogMb: 1_024, environment, main }, async (api) => {
      const bench = new EnrichmentBench(api, source, options);
      await bench.prepare(url);
      const load = loadavg()[0]!;
      const figures = await bench.measure();
      console.log(machineLine(load));
      for (const [name, value] of Object.entries(figures)) console.log(`${name.padEnd(26)} ${value}`);
      if (options.json !== null)
        writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...figures }, null, 2)}\n`);
    });
  } finally {
    source.kill();
  }
}

class EnrichmentBench {
  private server!: ApiServer;
  private customers: Customer[] = [];
  private payer!: Customer;
  private marks = 0;

  constructor(
    private readonly api: ApiOnDatabase,
    private readonly source: ChildProcess,
    private readonly options: EnrichmentBenchOptions,
  ) {}

  /** Organizations with money, entities, and the provider switched on. */
  async prepare(baseUrl: string): Promise<void> {
    this.server = await this.api.start();
    for (let count = 0; count <= organizationCount; count += 1) {
      const account = await newAccount(this.api.pool, `Customer ${count}`);
      const amountCents = 1_000_000_000;
      const credit = { kind: 'adjust', reference: 'begin', reason: 'benchmark', amountCents } as const;
      await bookByHand(this.api.pool, { organizationId: account.organizationId, ...credit });
      const client = new ApiClient(this.server.port, account.key);
      const config = { enabled: true, config: { baseUrl } };
      for (const each of [code, cachedCode, slowCode])
        expectStatus(
          await client.send({ method: 'PUT', path: `/marketplace/integrations/${each}`, body: config }),
          200,
        );
      const names = Array.from({ length: entitiesOfEach }, (_, n) => ({ name: `Company ${n}` }));
      const body = { type: 'company', countryCode: 'US', skipRulesExecution: true };
      const made = await client.sendAll(
        names.map((name) => ({ method: 'POST', path: '/entities', body: { ...body, ...name } })),
        4,
        201,
      );
      const entityIds = made.map(({ text }) => (JSON.parse(text) as { entity: { id: string } }).entity.id);
      this.customers.push({ ...account, entityIds });
      client.close();
    }
    this.payer = this.customers.pop()!;
  }

  async measure(): Promise<Record<string, number>> {
    const { seconds, killSeconds } = this.options;
    await this.enrich(this.customers, inFlight, 5);
    const all = await this.enrich(this.customers, inFlight, seconds);
    const one = await this.enrich(this.customers.slice(0, 1), inFlight, seconds);
    const bareTransactionPerSecond = await this.bareTransactions(seconds);
    const again = await this.enrich(this.customers, inFlight, seconds);
    const executionsPerSecond = (all.perSecond + again.perSecond) / 2;
    const own = await this.enrich(this.customers.slice(0, 4), 4, seconds);
    const cachedP99Ms = await this.cached();
    const paymentsP99Ratio = await this.transactionsBesideSlowProvider();
    const wrong = await wrongCents(this.api.pool);
    const wrongAfterKills = killSeconds > 0 ? await this.wrongAfterKills() : Number.NaN;
    return rounded({
      executionsPerSecond,
      perSecondOneOrganization: one.perSecond,
      serverCpuUs: again.serverCpuUs,
      databaseCpuUs: again.databaseCpuUs,
      ownP50Ms: quantile(own.ownMs, 0.5),
      ownP99Ms: quantile(own.ownMs, 0.99),
      cachedP99Ms,
      paymentsP99Ratio,
      wrongCents: wrong,
      wrongCentsAfterKills: wrongAfterKills,
      bareTransactionPerSecond,
      ratioToBare: executionsPerSecond / bareTransactionPerSecond,
    });
  }

  /** Each lane sends the next when the last was answered. `ownMs`: what an answer took beyond what the provider did. */
  private async enrich(customers: readonly Customer[], lanes: number, seconds: number): Promise<Load> {
    const cpuBefore = this.cpuUs();
    const clients = customers.map(({ key }) => new ApiClient(this.server.port, key));
    const ownMs: number[] = [];
    const began = performance.now();
    const endsMs = began + seconds * 1_000;
    const lane = async (number: number): Promise<void> => {
      const at = number % customers.length;
      const client = clients[at]!;
      for (let n = number; performance.now() < endsMs; n += 1) {
        const entityId = customers[at]!.entityIds[n % entitiesOfEach]!;
        const { text, status, ms } = await client.send(this.enrichmentOf(entityId));
        const { results } = JSON.parse(text) as {
          readonly results?: readonly { success: boolean; executionTime: number }[];
        };
        if (status !== 200 || results?.[0]?.success !== true) throw new Error(`${status}: ${text.slice(0, 500)}`);
        ownMs.push(ms - results[0].executionTime);
      }
    };
    await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
    const took = (performance.now() - began) / 1_000;
    for (const client of clients) client.close();
    const [serverCpuUs, databaseCpuUs] = this.cpuUs().map((us, at) => (us - cpuBefore[at]!) / ownMs.length);
    return { perSecond: ownMs.length / took, ownMs, serverCpuUs: serverCpuUs!, databaseCpuUs: databaseCpuUs! };
  }

  private cpuUs(): readonly number[] {
    return [processCpuUs(this.server.pid), postgresCpuUs(this.api.dataDir)];
  }

  /** No two ask the same, so that none follows another. */
  private enrichmentOf(entityId: string, integrationCode = code): { method: 'POST'; path: string; body: object } {
    const parameters = { mark: `m${(this.marks += 1)}` };
    const body = { entityId, integrationCodes: [integrationCode], parameters };
    return { method: 'POST', path: '/integration-execution/marketplace/enrichment', body };
  }

  /** One INSERT and one UPDATE of the row of a balance, as many at once as executions, over a pool like the server's. */
  private async bareTransactions(seconds: number): Promise<number> {
    const pool = new pg.Pool({ connectionString: this.api.databaseUrl, max: poolSize });
    await pool.query(`create table bare_charges (owner int, cents bigint)`);
    await pool.query(`create table bare_balances (owner int primary key, cents bigint)`);
    await pool.query(`insert into bare_balances select n, 0 from generate_series(0, ${organizationCount - 1}) n`);
    const began = performance.now();
    let count = 0;
    const lane = async (number: number): Promise<void> => {
      const owner = number % organizationCount;
      while (performance.now() < began + seconds * 1_000) {
        const client = await pool.connect();
        await client.query('begin');
        await client.query('insert into bare_charges values ($1, 7)', [owner]);
        await client.query('update bare_balances set cents = cents + 7 where owner = $1', [owner]);
        await client.query('commit');
        client.release();
        count += 1;
      }
    };
    await Promise.all(Array.from({ length: inFlight }, (_, number) => lane(number)));
    const perSecond = count / ((performance.now() - began) / 1_000);
    await pool.query('drop table bare_charges, bare_balances');
    await pool.end();
    return perSecond;
  }

  /** The 99th percentile of what was asked and paid before. */
  private async cached(): Promise<number> {
    const client = new ApiClient(this.server.port, this.customers[0]!.key);
    const path = '/integration-execution/execute-without-entity';
    const body = { integrationCode: cachedCode, country: 'US', type: 'company', name: 'Invented Ltd' };
    expectStatus(await client.send({ method: 'POST', path, body }), 200);
    const hit = { method: 'POST', path: `${path}?cached=true`, body } as const;
    const times = (await client.sendAll(Array(1_000).fill(hit), 1, 200)).map(({ ms }) => ms);
    client.close();
    return quantile(times.slice(100), 0.99);
  }

  /** The median of rounds, each of which measures both in turn: what the machine does meanwhile concerns both alike. */
  private async transactionsBesideSlowProvider(): Promise<number> {
    const ratios: number[] = [];
    for (let round = 1; round <= this.options.rounds; round += 1) {
      const alone = await this.measureP99();
      const beside = await this.besideSlowProvider(() => this.measureP99());
      ratios.push(beside / alone);
      console.log(`payments' p99: ${alone} ms alone, ${beside} ms beside ${slowLanes} executions`);
    }
    return quantile(ratios, 0.5);
  }

  private async measureP99(): Promise<number> {
    const { p99Ms, failed } = await constantRateLoad({
      ...{ port: this.server.port, key: this.payer.key, connections: 16 },
      ...{ rate: transactionsPerSecond, seconds: Math.max(10, this.options.seconds) },
      request: () => ({
        method: 'POST',
        path: '/transactions',
        body: { type: 'PAYMENT', amount: 10, currency: 'USD', externalId: `p-${(this.marks += 1)}` },
      }),
    });
    if (failed > 0) throw new Error(`${failed} payments failed`);
    return p99Ms;
  }

  /** One execution begins after the other, as customers come: always so many wait for the source. */
  private async besideSlowProvider<T>(work: () => Promise<T>): Promise<T> {
    await this.respondAfter(slowMs);
    let isOver = false;
    const lanes = Array.from({ length: slowLanes }, async (_, number) => {
      await sleep((number * slowMs) / slowLanes);
      const customer = this.customers[number % organizationCount]!;
      const client = new ApiClient(this.server.port, customer.key);
      while (!isOver) await client.send(this.enrichmentOf(customer.entityIds[number % entitiesOfEach]!, slowCode));
      client.close();
    });
    await sleep(slowMs);
    const measured = await work();
    isOver = true;
    await this.respondAfter(quickMs);
    await Promise.all(lanes);
    return measured;
  }

  private async respondAfter(milliseconds: number): Promise<void> {
    this.source.send(milliseconds);
    await once(this.source, 'message');
  }

  /** Killed every three seconds while executions go on; then what was left is taken over. */
  private async wrongAfterKills(): Promise<number> {
    const endsMs = Date.now() + this.options.killSeconds * 1_000;
    let kills = 0;
    const lanes = Array.from({ length: 64 }, async (_, number) => {
      const customer = this.customers[number % organizationCount]!;
      while (Date.now() < endsMs) {
        const client = new ApiClient(this.server.port, customer.key);
        await client.send(this.enrichmentOf(customer.entityIds[number % entitiesOfEach]!)).catch(() => sleep(50));
        client.close();
      }
    });
    while (Date.now() < endsMs) {
      await sleep(killEveryMs);
      this.server.child.kill('SIGKILL');
      await once(this.server.child, 'exit');
      this.server = await this.api.start();
      kills += 1;
    }
    await Promise.all(lanes);
    const open = `select from enrichment_executions where state in ('queued', 'running')`;
    for (let tries = 0; (await this.api.pool.query(open)).rowCount !== 0; tries += 1) {
      if (tries > 180) throw new Error('executions were left open for three minutes');
      await sleep(1_000);
    }
    console.log(`${kills} kills`);
    return wrongCents(this.api.pool);
  }
}

function expectStatus({ status, text }: ApiResponse, expected: number): void {
  if (status !== expected) throw new Error(`the server answered ${status}: ${text.slice(0, 500)}`);
}

const rounded = (figures: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 1_000) / 1_000]));
