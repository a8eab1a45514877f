import { type ChildProcess, fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bookByHand } from '@tamis/api/dist/modules/tenancy/billing/index.js';
import { type ApiOnDatabase, type ApiServer, newAccount, withApiServer } from '../api-server.js';
import { postgresCpuUs, processCpuUs } from '../edge/postgres-cpu.js';
import { ApiClient, type ApiResponse } from '../entities/api-client.js';
import { constantRateLoad } from '../http/constant-rate-load.js';
import { machine, machineLine } from '../machine.js';
import { quantile } from '../pool/quantile.js';
import { besideDiskWrites } from './disk-writes.js';
import { bareTransactions, wrongCents } from './yardsticks.js';

export interface EnrichmentBenchOptions {
  /** The duration of each measured load. */
  readonly seconds: number;
  /** The time during which the server is killed every three seconds; 0 means never. */
  readonly killSeconds: number;
  /** The rounds of payments alone and with a slow source; 0 means none. */
  readonly rounds: number;
  readonly json: string | null;
}

interface Customer {
  readonly organizationId: string;
  readonly key: string;
  readonly entityIds: readonly string[];
}

/** The results of a number of executions, and the CPU time for one of them. */
interface Load {
  readonly perSecond: number;
  readonly ownMs: readonly number[];
  readonly serverCpuUs: number;
  readonly databaseCpuUs: number;
}

/** The milliseconds of payments, and of concurrent writes to the disk. */
interface TransactionTimes {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly diskP99Ms: number;
}

const organizationCount = 20;
const entitiesOfEach = 20;
const inFlight = 128;
const code = 'global_fake_safe';
const cachedCode = 'global_fake_cached';
/** An integration that waits even for a slow source. */
const slowCode = 'global_fake_slow';
const [killEveryMs, leastLifeMs] = [3_000, 500];
const [quickMs, slowMs] = [5, 5_000];
const transactionsPerSecond = 100;
/** Long enough that the 99th percentile is the twentieth slowest. */
const transactionSeconds = 20;
const slowLanes = 100;
const warmUpSeconds = 8;
/** Rounds in which executions and plain transactions alternate, so that other activity of the machine affects both. */
const ratioRounds = 5;

/**
 * Measures the cost of enrichments compared with a plain transaction, and checks that each cent is booked correctly, with a provider on
 * this machine.
 */
export async function benchEnrichment(options: EnrichmentBenchOptions): Promise<void> {
  const environment = {
    TAMIS_MASTER_KEY: randomBytes(32).toString('base64'),
    RECEIVERS_AT_HOME: 'on',
  };
  const main = new URL('enriching-server.js', import.meta.url);
  const log = { min_wal_size: '2GB', max_wal_size: '4GB', checkpoint_timeout: '1h' };
  const settings = { shared_buffers: '512MB', max_connections: '100', ...log };
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

  /** Creates organizations with money, entities, and the provider enabled. */
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
    await this.enrich(this.customers, inFlight, warmUpSeconds);
    const loads: Load[] = [];
    const bare: number[] = [];
    for (let round = 1; round <= ratioRounds; round += 1) {
      await this.checkpoint();
      loads.push(await this.enrich(this.customers, inFlight, seconds));
      await this.checkpoint();
      bare.push(await bareTransactions(this.api.databaseUrl, { seconds, inFlight, owners: organizationCount }));
      console.log(
        `${Math.round(loads.at(-1)!.perSecond)} executions and ${Math.round(bare.at(-1)!)} bare ones a second`,
      );
    }
    const ratios = loads.map(({ perSecond }, round) => perSecond / bare[round]!);
    const one = await this.enrich(this.customers.slice(0, 1), inFlight, seconds);
    const own = await this.enrich(this.customers.slice(0, 4), 4, seconds);
    const cachedP99Ms = await this.cached();
    const beside = await this.transactionsBesideSlowProvider();
    const wrong = await wrongCents(this.api.pool);
    const killed = killSeconds > 0 ? await this.afterKills() : {};
    const median = (valueOf: (load: Load) => number): number => quantile(loads.map(valueOf), 0.5);
    return rounded({
      executionsPerSecond: median(({ perSecond }) => perSecond),
      perSecondOneOrganization: one.perSecond,
      serverCpuUs: median(({ serverCpuUs }) => serverCpuUs),
      databaseCpuUs: median(({ databaseCpuUs }) => databaseCpuUs),
      ownP50Ms: quantile(own.ownMs, 0.5),
      ownP99Ms: quantile(own.ownMs, 0.99),
      cachedP99Ms,
      ...beside,
      wrongCents: wrong,
      ...killed,
      bareTransactionPerSecond: quantile(bare, 0.5),
      ratioToBare: quantile(ratios, 0.5),
    });
  }

  /** Each lane sends the next request after the previous response. `ownMs` is the response time minus the time of the provider. */
  private async enrich(customers: readonly Customer[], lanes: number, seconds: number): Promise<Load> {
    const cpuBefore = this.cpuUs();
    const clients = customers.map((customer) => this.clientOf(customer));
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

  private clientOf({ key, organizationId }: Customer): ApiClient {
    return new ApiClient(this.server.port, key, Infinity, organizationId);
  }

  private cpuUs(): readonly number[] {
    return [processCpuUs(this.server.pid), postgresCpuUs(this.api.dataDir)];
  }

  /** No two requests are the same, so that none waits for another. */
  private enrichmentOf(entityId: string, integrationCode = code): { method: 'POST'; path: string; body: object } {
    const parameters = { mark: `m${(this.marks += 1)}` };
    const body = { entityId, integrationCodes: [integrationCode], parameters };
    return { method: 'POST', path: '/integration-execution/marketplace/enrichment', body };
  }

  /** Returns the 99th percentile for data that were requested and paid before. */
  private async cached(): Promise<number> {
    const client = this.clientOf(this.customers[0]!);
    const path = '/integration-execution/execute-without-entity';
    const body = { integrationCode: cachedCode, country: 'US', type: 'company', name: 'Invented Ltd' };
    expectStatus(await client.send({ method: 'POST', path, body }), 200);
    const hit = { method: 'POST', path: `${path}?cached=true`, body } as const;
    const times = (await client.sendAll(Array(1_000).fill(hit), 1, 200)).map(({ ms }) => ms);
    client.close();
    return quantile(times.slice(100), 0.99);
  }

  /** Returns medians over rounds, each of which measures both alternately, so that other activity of the machine affects both. */
  private async transactionsBesideSlowProvider(): Promise<Record<'paymentsP99Ratio' | 'diskP99Ratio', number>> {
    const ratios: number[] = [];
    const ofDisk: number[] = [];
    for (let round = 1; round <= this.options.rounds; round += 1) {
      const alone = await this.transactionTimes();
      const beside = await this.besideSlowProvider(() => this.transactionTimes());
      ratios.push(beside.p99Ms / alone.p99Ms);
      ofDisk.push(beside.diskP99Ms / alone.diskP99Ms);
      console.log(
        `payments' p50 and p99: ${shown(alone)} alone, ${shown(beside)} beside ${slowLanes} executions, ratio ${ratios.at(-1)!.toFixed(2)}`,
      );
    }
    return { paymentsP99Ratio: quantile(ratios, 0.5), diskP99Ratio: quantile(ofDisk, 0.5) };
  }

  private async transactionTimes(): Promise<TransactionTimes> {
    await this.checkpoint();
    const [{ p50Ms, p99Ms, failed }, diskP99Ms] = await besideDiskWrites(dirname(this.api.dataDir), () =>
      constantRateLoad({
        ...{ port: this.server.port, key: this.payer.key, connections: 16 },
        ...{ rate: transactionsPerSecond, seconds: transactionSeconds },
        request: () => ({
          method: 'POST',
          path: '/transactions',
          body: { type: 'PAYMENT', amount: 10, currency: 'USD', externalId: `p-${(this.marks += 1)}` },
        }),
      }),
    );
    if (failed > 0) throw new Error(`${failed} payments failed`);
    return { p50Ms, p99Ms, diskP99Ms };
  }

  /** Prevents writes left by one load from being made during the next. */
  private async checkpoint(): Promise<void> {
    await this.api.pool.query('checkpoint');
  }

  /** Executions start one after the other, as customers send them: the same number always waits for the source. */
  private async besideSlowProvider<T>(work: () => Promise<T>): Promise<T> {
    await this.respondAfter(slowMs);
    let isOver = false;
    const lanes = Promise.all(
      Array.from({ length: slowLanes }, async (_, number) => {
        await sleep((number * slowMs) / slowLanes);
        const customer = this.customers[number % organizationCount]!;
        const client = this.clientOf(customer);
        while (!isOver)
          expectStatus(
            await client.send(this.enrichmentOf(customer.entityIds[number % entitiesOfEach]!, slowCode)),
            200,
          );
        client.close();
      }),
    );
    const measuring = sleep(slowMs)
      .then(work)
      .finally(() => (isOver = true));
    // A failure of one of them is reported immediately.
    await Promise.race([measuring, lanes]);
    await this.respondAfter(quickMs);
    await lanes;
    return measuring;
  }

  private async respondAfter(milliseconds: number): Promise<void> {
    this.source.send(milliseconds);
    await once(this.source, 'message');
  }

  /** Kills the server every three seconds while executions continue; the remaining ones are taken over afterwards. */
  private async afterKills(): Promise<Record<'kills' | 'deliveredBetweenKills' | 'wrongCentsAfterKills', number>> {
    const endsMs = Date.now() + this.options.killSeconds * 1_000;
    let [kills, delivered] = [0, 0];
    const lanes = Array.from({ length: 64 }, async (_, number) => {
      const customer = this.customers[number % organizationCount]!;
      while (Date.now() < endsMs) {
        const client = this.clientOf(customer);
        const sent = client.send(this.enrichmentOf(customer.entityIds[number % entitiesOfEach]!));
        await sent.then(({ status }) => (delivered += status === 200 ? 1 : 0)).catch(() => sleep(50));
        client.close();
      }
    });
    for (let dueMs = Date.now() + killEveryMs; Date.now() < endsMs; dueMs += killEveryMs) {
      // A server that starts slowly still lives for a minimum time.
      await sleep(Math.max(leastLifeMs, dueMs - Date.now()));
      await kill(this.server);
      this.server = await this.api.start();
      kills += 1;
    }
    await Promise.all(lanes);
    const open = `select from enrichment_executions where state in ('queued', 'running')`;
    for (let tries = 0; (await this.api.pool.query(open)).rowCount !== 0; tries += 1) {
      if (tries > 180) throw new Error('executions were left open for three minutes');
      await sleep(1_000);
    }
    return { kills, deliveredBetweenKills: delivered, wrongCentsAfterKills: await wrongCents(this.api.pool) };
  }
}

async function kill({ child }: ApiServer): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) throw new Error('the server ended by itself');
  child.kill('SIGKILL');
  await once(child, 'exit');
}

const shown = ({ p50Ms, p99Ms, diskP99Ms }: TransactionTimes): string =>
  `${p50Ms} and ${p99Ms} ms (of the disk ${diskP99Ms})`;

function expectStatus({ status, text }: ApiResponse, expected: number): void {
  if (status !== expected) throw new Error(`the server answered ${status}: ${text.slice(0, 500)}`);
}

const rounded = (figures: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Math.round(value * 1_000) / 1_000]));
