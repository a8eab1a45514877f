import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { type Balancer, freePort, startHaproxy } from '@tamis/testkit';
import pg from 'pg';

import { createAccount } from '../src/modules/tenancy/organizations/index.js';
import { describeWith, type PooledDatabase, startPooledDatabase } from './support/pooled-database.js';
import { startServer } from './support/start-server.js';
import { send, testSecrets, type TestResponse } from './support/start-test-api.js';
import { waitUntil } from './support/wait-until.js';

// Processes are started and stopped, possibly on a busy machine.
jest.setTimeout(120_000);

const configuration = fileURLToPath(new URL('../deploy/haproxy.cfg', `file://${__filename}`));

interface Place {
  readonly port: number;
  child: ChildProcess;
  url: string;
}

describeWith('pgbouncer', 'haproxy')('processes behind HAProxy and PgBouncer', () => {
  let pooled: PooledDatabase;
  let balancer: Balancer;
  let owner: pg.Pool;
  const places: Place[] = [];
  const keys: string[] = [];

  const startAt = async (port: number): Promise<Place> => {
    const settings = {
      ...{ ...testSecrets, ...pooled.settings, PORT: String(port), TRUSTED_PROXIES: '127.0.0.1' },
      ...{ DRAIN_MS: '3000', DATABASE_POOL_SIZE: '5' },
    };
    return { port, ...(await startServer(pooled.pooler.url, settings)) };
  };
  beforeAll(async () => {
    pooled = await startPooledDatabase(8);
    owner = new pg.Pool({ connectionString: pooled.database.url, max: 2 });
    for (let n = 0; n < 12; n += 1) {
      const made = await createAccount(owner, { name: `Many ${n}`, deployment: 'development', ifMissing: false });
      if (!made.ok || !made.value.created) throw new Error('no account');
      keys.push(made.value.production.key, made.value.sandbox.key);
    }
    await owner.query('update api_keys set rate_limit = 1000000, burst_limit = null');
    await owner.query('update organizations set requests_per_hour = 1000000, requests_per_minute = null');
    places.push(...(await Promise.all([startAt(await freePort()), startAt(await freePort())])));
    balancer = await startHaproxy(
      configuration,
      places.map(({ port }) => port),
    );
  });
  afterAll(async () => {
    for (const { child } of places) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await balancer?.stop();
    await owner?.end();
    await pooled?.stop();
  });

  const ask = (key: string, path = '/auth/test', call = {}): Promise<TestResponse> =>
    send(balancer.url + path, key, call);
  const pay = (key: string, externalId: string): Promise<TestResponse> =>
    ask(key, '/transactions', { body: { externalId, type: 'PAYMENT', amount: 1, currency: 'USD' } });
  /** Returns how many requests of `GET /auth/test` each process has responded to. */
  const answered = (): Promise<readonly number[]> =>
    Promise.all(
      places.map(async ({ url }) => {
        const text = await (await fetch(`${url}/metrics`)).text();
        const line = /_count\{method="GET",route="\/auth\/test",status="200"\} (\d+)/.exec(text);
        return Number(line?.[1] ?? 0);
      }),
    );
  /**
   * Sends the requests, and repeats them while the load balancer takes a busy process for dead. Returns the index of the process that
   * received all of them.
   */
  const placeOf = async (key: string, calls: readonly object[]): Promise<number> => {
    let counts: readonly number[] = [];
    await waitUntil(async () => {
      const before = await answered();
      for (const call of calls) expect((await ask(key, '/auth/test', call)).status).toBe(200);
      counts = (await answered()).map((count, place) => count - before[place]!);
      return counts.includes(calls.length) && counts.includes(0);
    });
    return counts.indexOf(calls.length);
  };
  const leases = async (): Promise<number> =>
    (await owner.query('select from process_leases where ends_at > now()')).rowCount!;

  it('assigns each organization to one process and uses every process', async () => {
    const used = new Set<number>();
    for (const key of keys) used.add(await placeOf(key, [{}, {}, {}]));
    expect(used.size).toBe(2);
    expect((await fetch(`${balancer.url}/metrics`)).status).toBe(404);
  });

  it('routes by the named organization, whatever the key', async () => {
    const { organizationId } = (await ask(keys[0]!)).body.apiKey as { organizationId: string };
    const named = [organizationId, organizationId.toUpperCase()].map((id) => ({
      headers: { 'x-organization-id': id },
    }));
    expect([0, 1]).toContain(await placeOf(keys[0]!, named));
  });

  it('divides background work among processes, and takes over the work of a stopped one', async () => {
    await waitUntil(async () => (await leases()) === 2);
    places[0]!.child.kill('SIGKILL');
    await once(places[0]!.child, 'exit');
    await waitUntil(async () => (await leases()) === 1);
  });

  it('answers for all organizations while one process is down', async () => {
    await waitUntil(async () => {
      const answers = await Promise.all(keys.map((key) => ask(key).catch(() => null)));
      return answers.every((answer) => answer?.status === 200);
    });
    places[0] = await startAt(places[0]!.port);
    await waitUntil(async () => {
      const before = (await answered())[0]!;
      await Promise.all(keys.map((key) => ask(key)));
      return (await answered())[0]! > before;
    });
  });

  it('drops no request while every process is restarted', async () => {
    let isOver = false;
    const answers: (number | string)[] = [];
    const lanes = keys.slice(0, 8).map(async (key, lane) => {
      for (let n = 0; !isOver; n += 1)
        answers.push(await pay(key, `rolled-${lane}-${n}`).then(({ status }) => status, String));
    });
    for (const [index, place] of places.entries()) {
      const reached = answers.length + 50;
      await waitUntil(() => answers.length >= reached);
      const exited = once(place.child, 'exit');
      place.child.kill('SIGTERM');
      expect(await exited).toEqual([0, null]);
      places[index] = await startAt(place.port);
      // The process must receive its share of requests again before the next one is stopped.
      await waitUntil(async () => {
        const before = (await answered())[index]!;
        await Promise.all(keys.map((key) => ask(key)));
        return (await answered())[index]! > before;
      });
    }
    isOver = true;
    await Promise.all(lanes);
    expect(answers.filter((answer) => answer !== 201)).toEqual([]);
    const { rows } = await owner.query(`select count(*)::int as n from transactions where external_id like 'rolled-%'`);
    expect(rows).toEqual([{ n: answers.length }]);
  });
});
