import { once } from 'node:events';

import { createTestDatabase } from '@tamis/testkit';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import pg from 'pg';

import { createAccount, type CreatedOrganization } from '../src/modules/organizations/index.js';
import { startServer } from './support/start-server.js';
import { type Body, send, testSecrets } from './support/start-test-api.js';

/** Twenty with TAMIS_RUNS=10000. */
const kills = propertyRuns(2).numRuns;
const payments = 6_000;
const longestMs = 1_500;

const source = (limit: number): string => `rule often "Often" {
  on transaction (created)
  score 40
  when count(transactions from origin in last 6h) >= 3 and transaction.amount >= ${limit} USD
  then suggest FLAG
}
`;

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type Server = Awaited<ReturnType<typeof startServer>>;

describe('a dry run whose process is killed', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pool: pg.Pool;
  let own: CreatedOrganization;
  let server: Server;
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 2, pipeline: true });
    const made = await createAccount(pool, { name: 'Own', deployment: 'development', ifMissing: false });
    if (!made.ok || !made.value.created) throw new Error('no account');
    own = made.value.production;
    server = await start();
  });
  afterAll(async () => {
    server?.child.kill('SIGKILL');
    await pool?.end();
    await database?.drop();
  });

  const start = (): Promise<Server> => startServer(database.url, testSecrets);
  const call = (path: string, body?: object): Promise<Body> =>
    send(server.url + path, own.key, body ? { body } : {}).then((answer) => answer.body);

  /** History that was brought along from elsewhere: no rules ran on it. */
  const makeHistory = async (): Promise<void> => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`set local tamis.organization_id = '${own.organizationId}'`);
    await client.query(
      `insert into transactions (organization_id, id, external_id, type, status, reason, amount, currency, origin_external_id,
         origin_entity_id, metadata, status_history, transacted_at, created_at, updated_at)
       select $1, gen_random_uuid(), 'h-' || n, 'PAYMENT', 'CREATED', 'WITHOUT_REASON', n % 97, 'USD', 'c-' || n % 50,
         md5('c-' || n % 50)::uuid, '{}', '[]', '2026-03-01'::timestamptz + n * interval '1 minute',
         '2026-03-01'::timestamptz + n * interval '1 minute', '2026-03-01'::timestamptz + n * interval '1 minute'
       from generate_series(1, $2::int) n`,
      [own.organizationId, payments],
    );
    await client.query('commit');
    client.release();
  };
  /** What is forgotten of a process that died, at once. */
  const forget = async (id: string): Promise<void> => {
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`set local tamis.organization_id = '${own.organizationId}'`);
    await client.query(
      `update dry_runs set heartbeat_at = now() - interval '1 hour' where id = $1 and status = 'running'`,
      [id],
    );
    await client.query('commit');
    client.release();
  };
  const request = { source: source(60), only: true, from: '2026-03-01T00:00:00Z', to: '2026-03-31T00:00:00Z' };
  const begin = async (): Promise<string> => (await call('/rules/dry-runs', request)).dryRunId as string;
  const end = async (id: string): Promise<Body> => {
    for (;;) {
      const { dryRun } = await call(`/rules/dry-runs/${id}`);
      if (!['queued', 'running'].includes(dryRun.status)) return dryRun;
      await sleep(50);
    }
  };
  const figuresOf = async ({ id, hash, records, decisions, rules, matchesKept, perDay }: Body): Promise<object> => {
    const { matches } = await call(`/rules/dry-runs/${id}/matches?limit=100&sort=amount`);
    const ids = (matches as Body[]).map(({ recordId }) => recordId as string).sort();
    return { hash, records, decisions, rules, matchesKept, perDay, shown: ids.length };
  };

  it(
    'is taken over by another, and comes to the same',
    async () => {
      await makeHistory();
      const expected = await figuresOf(await end(await begin()));
      expect(expected).toMatchObject({ records: { replayed: payments }, shown: 100 });
      let interrupted = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const id = await begin();
        await sleep(Math.random() * longestMs);
        server.child.kill('SIGKILL');
        await once(server.child, 'exit');
        await forget(id);
        server = await start();
        const run = await end(id);
        expect(run.status).toBe('completed');
        expect(await figuresOf(run)).toEqual(expected);
        const { rows } = await pool.query<{ attempt: number }>('select attempt from dry_runs where id = $1', [id]);
        interrupted += (rows[0]?.attempt ?? 0) > 1 ? 1 : 0;
      }
      process.stdout.write(`${interrupted} of ${kills} kills came while it was under way\n`);
    },
    propertyTimeoutMs,
  );
});
