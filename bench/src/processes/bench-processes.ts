import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { createAccount } from '@tamis/api/dist/modules/tenancy/organizations/index.js';
import { migrate } from '@tamis/api/dist/platform/database/index.js';
import { startDevDb } from '@tamis/devdb';
import pg from 'pg';

import { StatementCount, statementSettings } from '../automations/statement-count.js';
import { machine, machineLine, median } from '../machine.js';
import { Cluster } from './cluster.js';
import { countWrong, type Tenant } from './exactness.js';
import { payThroughKills, payThroughRestart } from './kills.js';
import { ask, closeRequests, inLanes } from './requests.js';
import { uploadAtOnce } from './uploads.js';

export interface ProcessesBenchOptions {
  readonly processes: number;
  /** Total number of organizations, some of which are busy. */
  readonly organizations: number;
  readonly kills: number;
  /** Payments of each measured load. */
  readonly payments: number;
  readonly uploadMb: number;
  /** Any of `load`, `restart`, `exact`, `kills` and `uploads`. */
  readonly parts: readonly string[];
  readonly json: string | null;
}

const uploads = 8;
/** For each load, with this number of connections each. */
const busyOrganizations = 8;
const connectionsOfOne = 8;
/** Rounds of each way of sending, taken in turn. The median counts. */
const loadRounds = 3;
const idleSeconds = 20;
/** Time after which no work of the previous load is left. */
const restSeconds = 10;

/** Runs API processes behind HAProxy and PgBouncer on one database, and measures what is wrong, lost or duplicated, and the cost. */
export async function benchProcesses(options: ProcessesBenchOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-bench-processes-'));
  const settings = {
    shared_buffers: '512MB',
    max_wal_size: '4GB',
    max_locks_per_transaction: '256',
    ...statementSettings,
  };
  const database = await startDevDb({ dataDir: join(folder, 'data'), settings });
  const databaseUrl = database.url();
  const admin = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  admin.on('error', () => undefined);
  const clusters: Cluster[] = [];
  try {
    await migrate(databaseUrl);
    const tenants = await makeTenants(admin, options.organizations);
    const load = loadavg()[0]!;
    console.log(machineLine(load));
    const cluster = await Cluster.start({ admin, databaseUrl, processes: options.processes });
    clusters.push(cluster);
    const figures = await measure(cluster, admin, tenants, options);
    if (options.json !== null)
      writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...figures }, null, 2)}\n`);
  } finally {
    for (const cluster of clusters) await cluster.stop();
    closeRequests();
    await admin.end();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  cluster: Cluster,
  admin: pg.Pool,
  tenants: readonly Tenant[],
  { processes, kills, payments, uploadMb, parts }: ProcessesBenchOptions,
): Promise<Readonly<Record<string, number>>> {
  const figures: Record<string, number> = {};
  const note = (found: Readonly<Record<string, number>>): void => {
    for (const [name, value] of Object.entries(found))
      console.log(`${name.padEnd(32)}${Math.round(value * 1_000) / 1_000}`);
    Object.assign(figures, found);
  };
  note({ processes, organizations: tenants.length });
  const count = await StatementCount.prepare(admin);
  const busy = tenants.slice(0, busyOrganizations);
  if (parts.includes('load')) {
    // One payment of each organization, so that all have been active once and are then idle.
    await inLanes(tenants.length, 16, (n) => pay(cluster.balancer.url, tenants[n]!, 'first'));
    const ways: Readonly<Record<string, (n: number) => string>> = {
      One: () => cluster.urlOf(0),
      Routed: () => cluster.balancer.url,
      Spread: (n) => cluster.urlOf(n % cluster.size),
    };
    const rounds: Readonly<Record<string, number>>[] = [];
    while (rounds.length < loadRounds) {
      const round: Record<string, number> = {};
      for (const [way, urlOf] of Object.entries(ways))
        round[way] = await commitsOfLoad(count, busy, payments, `${way}-${rounds.length}`, urlOf);
      rounds.push(round);
    }
    const medianOf = (value: (round: Readonly<Record<string, number>>) => number): number => median(rounds.map(value));
    for (const way of Object.keys(ways)) note({ [`commitsPerPayment${way}`]: medianOf((round) => round[way]!) });
    note({ commitsPerPaymentRatio: medianOf(({ Routed, One }) => Routed! / One!) });
    note({ commitsPerPaymentRatioSpread: medianOf(({ Spread, One }) => Spread! / One!) });
    await sleep(restSeconds * 1_000);
    await count.begin();
    await sleep(idleSeconds * 1_000);
    note({ statementsPerSecondIdle: (await count.take()).statements / idleSeconds });
    await count.end();
  }
  if (parts.includes('restart')) note(await payThroughRestart(cluster, busy));
  if (parts.includes('exact'))
    note(await countWrong(cluster, admin, tenants[busyOrganizations]!, tenants[busyOrganizations + 1]!));
  if (parts.includes('kills')) note(await payThroughKills(cluster, admin, busy, kills));
  if (parts.includes('uploads')) note(await uploadAtOnce(cluster, tenants.slice(-uploads), uploadMb));
  return figures;
}

async function makeTenants(admin: pg.Pool, organizations: number): Promise<readonly Tenant[]> {
  const tenants: Tenant[] = [];
  for (let n = 0; 2 * n < organizations; n += 1) {
    const made = await createAccount(admin, { name: `Bench ${n}`, deployment: 'development', ifMissing: false });
    if (!made.ok || !made.value.created) throw new Error('no account');
    const { production, sandbox } = made.value;
    tenants.push({ ...production }, { ...sandbox });
  }
  await admin.query('update api_keys set rate_limit = 1000000000, burst_limit = null');
  await admin.query(
    `update organizations set requests_per_hour = 1000000000, requests_per_minute = null, plan = 'enterprise'`,
  );
  return [...tenants.filter((_, n) => n % 2 === 0), ...tenants.filter((_, n) => n % 2 === 1)];
}

/** With a rule that hits every payment. */
async function commitsOfLoad(
  count: StatementCount,
  tenants: readonly Tenant[],
  payments: number,
  name: string,
  urlOf: (n: number) => string,
): Promise<number> {
  const load = (part: string, most: number): Promise<unknown> =>
    Promise.all(
      tenants.map((tenant, place) =>
        inLanes(Math.ceil(most / tenants.length), connectionsOfOne, (n) =>
          pay(urlOf(n + place), tenant, `${name}-${part}-${n}`),
        ),
      ),
    );
  await load('warm', payments / 4);
  await count.begin();
  await load('measured', payments);
  const { commits } = await count.take();
  await count.end();
  return commits / payments;
}

async function pay(url: string, { key }: Tenant, externalId: string): Promise<void> {
  const body = { externalId, type: 'PAYMENT', amount: 1, currency: 'USD' };
  const { status, text } = await ask(url, { key, path: '/transactions', body });
  if (status !== 201) throw new Error(`a payment was answered with ${status}: ${text.slice(0, 500)}`);
}
