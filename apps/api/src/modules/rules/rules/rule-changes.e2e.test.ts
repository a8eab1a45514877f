import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { createTestDatabase, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { createAccount } from '../../tenancy/organizations/index.js';
import { startServer } from '../../../../test/support/start-server.js';
import { type TestResponse, type Body, send, testSecrets } from '../../../../test/support/start-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

// The test starts two processes, on a machine that may be busy.
jest.setTimeout(120_000);

const token = 'a-token-of-the-tests-of-rule-changes';
const changes = 4;

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
}

interface Paid {
  readonly server: number;
  readonly sentMs: number;
  readonly answeredMs: number;
  readonly version: string;
  /** The value that each rule used for the shared name. */
  readonly levels: readonly number[];
}

describe('a rule change with two processes', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let key: string;
  let servers: readonly Server[];
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    const made = await createAccount(pool, { name: 'Own', deployment: 'development', ifMissing: false });
    if (!made.ok || !made.value.created) throw new Error('no account');
    key = made.value.production.key;
    await pool.query('update api_keys set rate_limit = 1000000');
    await pool.query('update organizations set requests_per_hour = 1000000, requests_per_minute = null');
    const settings = { ...testSecrets, METRICS_TOKEN: token, ENGINE_THREADS: '1' };
    servers = [await startServer(database.url, settings), await startServer(database.url, settings)];
    await setLevel(0, 1);
    for (const rule of ['first', 'second']) {
      const text = `rule ${rule} "${rule}" {\n  on transaction (created)\n  when transaction.amount >= level\n  then alert LOW "{level}"\n}\n`;
      const { id } = (await call(0, 'POST', '/rules', { source: text })).body.rule;
      expect((await call(0, 'PATCH', `/rules/${String(id)}`, { status: 'active' })).status).toBe(200);
    }
  });
  afterAll(async () => {
    const ended = (servers ?? []).map(({ child }) => once(child, 'exit'));
    for (const { child } of servers ?? []) child.kill();
    await Promise.all(ended);
    await pool?.end();
    await database?.drop();
  });

  const call = (server: number, method: string, path: string, body?: object): Promise<TestResponse> =>
    send(servers[server]!.url + path, key, { method, ...(body && { body }) });
  /** Changes the meaning of both rules at the same time. */
  const setLevel = async (server: number, level: number): Promise<void> => {
    const { version: ifVersion } = (await call(server, 'GET', '/rules/library')).body;
    const answer = await call(server, 'PUT', '/rules/library', { source: `const level = ${level}\n`, ifVersion });
    if (answer.status !== 200) throw new Error(answer.text);
  };
  let sent = 0;
  const pay = async (server: number): Promise<Paid> => {
    const sentMs = performance.now();
    const externalId = `c-${(sent += 1)}`;
    const answer = await call(server, 'POST', '/transactions', {
      externalId,
      type: 'PAYMENT',
      amount: 1_000,
      currency: 'USD',
    });
    if (answer.status !== 201) throw new Error(answer.text);
    const { ruleSetVersion: version, alerts } = answer.body.rulesResult;
    const levels = alerts.map(({ title }: Body) => Number(title));
    return { server, sentMs, answeredMs: performance.now(), version, levels };
  };
  const metric = async (server: number, name: string): Promise<number> => {
    const answer = await fetch(`${servers[server]!.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await answer.text())?.[1]);
  };

  it('applies to every payment sent after its acknowledgement, and no response mixes two rule sets', async () => {
    const paid: Paid[] = [];
    const acknowledged: number[] = [];
    let isOver = false;
    const lanes = [0, 1, 0, 1].map(async (server) => {
      while (!isOver) paid.push(await pay(server));
    });
    for (let level = 2; level < 2 + changes; level += 1) {
      await setLevel(level % 2, level);
      acknowledged[level] = performance.now();
      // Both processes continue to send payments until each has responded with the new rule set.
      const seen = (server: number): boolean => paid.some((each) => each.server === server && each.levels[0] === level);
      await waitUntil(() => seen(0) && seen(1));
    }
    isOver = true;
    await Promise.all(lanes);
    for (const { version, levels } of paid) {
      expect(version).toMatch(/^rs_[0-9a-f]{64}$/);
      expect(levels).toEqual([levels[0], levels[0]]);
    }
    const meant = new Set(paid.map(({ version, levels }) => `${version} ${levels[0]}`));
    expect(new Set([...meant].map((each) => each.split(' ')[0])).size).toBe(meant.size);
    const late = paid.filter(({ sentMs, levels }) =>
      acknowledged.some((ms, level) => ms <= sentMs && levels[0]! < level),
    );
    expect(late).toEqual([]);
    const waits = acknowledged.flatMap((ms, level) =>
      [0, 1].map((server) => {
        const answers = paid.filter((each) => each.server === server && each.levels[0] === level);
        return Math.max(0, Math.min(...answers.map(({ answeredMs }) => answeredMs)) - ms);
      }),
    );
    const took = paid.map(({ sentMs, answeredMs }) => answeredMs - sentMs).sort((a, b) => a - b);
    const [longest, usual] = [Math.max(...waits), took[Math.floor(took.length / 2)]!].map(Math.ceil);
    console.log(
      `${changes} changes under ${paid.length} payments: each process answers by one at most ${longest} ms later, payments take ${usual} ms`,
    );
  });

  it('is compiled by the other process before a payment needs it', async () => {
    await pay(1);
    const before = await metric(1, 'tamis_engine_rule_sets');
    await setLevel(0, 100);
    await waitUntil(async () => (await metric(1, 'tamis_engine_rule_sets')) > before);
    const after = await metric(1, 'tamis_engine_rule_sets');
    expect((await pay(1)).levels).toEqual([100, 100]);
    expect(await metric(1, 'tamis_engine_rule_sets')).toBe(after);
  });

  it('applies even if its notification was lost', async () => {
    await pay(1);
    const listening = `from pg_stat_activity where application_name = 'tamis-listen' and datname = current_database()`;
    await pool.query(`select pg_terminate_backend(pid) ${listening}`);
    await waitUntil(async () => (await pool.query(`select 1 ${listening}`)).rowCount === 0);
    await setLevel(0, 200);
    expect((await pay(1)).levels).toEqual([200, 200]);
    expect((await pay(0)).levels).toEqual([200, 200]);
  });
});
