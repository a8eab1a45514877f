import { once } from 'node:events';

import { createTestDatabase } from '@tamis/testkit';
import { propertyRuns, propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import pg from 'pg';

import { createAccount, type CreatedOrganization } from '../../tenancy/organizations/index.js';
import { startServer } from '../../../../test/support/start-server.js';
import { type Body, send, testSecrets } from '../../../../test/support/start-test-api.js';

/** One, or twenty with TAMIS_RUNS=10000. */
const kills = process.env['TAMIS_RUNS'] === undefined ? 1 : propertyRuns(2).numRuns;
const payments = process.env['TAMIS_RUNS'] === undefined ? 6_000 : 20_000;
/** Fewer than there are, so the rest is discarded as more are found. */
const keepMatches = payments / 10;

const source = (limit: number): string => `rule often "Often" {
  on transaction (created)
  score 40
  when count(transactions from origin in last 6h) >= 3 and transaction.amount >= ${limit} USD
   and count(alerts involving origin in last 60d where status = "RESOLVED") >= 0
   and transaction.type not in list "added later"
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
  let list: string;
  let begun = 0;
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

  /** Executes a statement in the context of the organization. */
  const inside = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(`set local tamis.organization_id = '${own.organizationId}'`);
      const { rows } = await client.query<Row>(text, values);
      await client.query('commit');
      return rows;
    } finally {
      client.release();
    }
  };
  /** Creates imported history for which no rules were evaluated. */
  const makeHistory = (): Promise<object[]> =>
    inside(
      `insert into transactions (organization_id, id, external_id, type, status, reason, amount, currency, origin_external_id,
         origin_entity_id, metadata, status_history, transacted_at, created_at, updated_at)
       select $1, gen_random_uuid(), 'h-' || n, 'PAYMENT', 'CREATED', 'WITHOUT_REASON', n % 97, 'USD', 'c-' || n % 50,
         md5('c-' || n % 50)::uuid, '{}', '[]', t.at, t.at, t.at
       from generate_series(1, $2::int) n,
         lateral (select '2026-03-01'::timestamptz + n * interval '20 seconds' as at) t`,
      [own.organizationId, payments],
    );
  const makeAlertAndList = async (): Promise<void> => {
    await inside(
      `insert into alerts (organization_id, id, name, type, severity, priority, source_system, target_entity_id, last_seen_at,
         created_at, updated_at)
       select $1, md5('alert')::uuid, 'a', 'MANUAL', 'LOW', 'LOW', 'manual', md5('c-1')::uuid, t.at, t.at, t.at
       from (select '2026-03-01T00:01:00Z'::timestamptz as at) t`,
      [own.organizationId],
    );
    const made = await call('/data-lists', { name: 'added later', type: 'custom', source: 'internal' });
    list = made.data.id as string;
  };
  /** An alert resolved within the period of the payments may be reopened, which removes its end. */
  const setResolved = (at: string | null): Promise<object[]> =>
    inside(
      `update alerts set status = case when $1::text is null then 'OPEN' else 'RESOLVED' end, resolved_at = $1::timestamptz`,
      [at],
    );
  /** Expires the heartbeat of a dead process at once. */
  const forget = (id: string): Promise<object[]> =>
    inside(`update dry_runs set heartbeat_at = now() - interval '1 hour' where id = $1 and status = 'running'`, [id]);
  const hasCheckpoint = async (id: string): Promise<boolean> =>
    (await inside('select 1 from dry_runs where id = $1 and checkpoint is not null', [id])).length > 0;
  const matchesOf = async (id: string): Promise<ReadonlySet<string>> => {
    const rows = await inside<{ id: string }>('select id from dry_run_matches where dry_run_id = $1', [id]);
    return new Set(rows.map((row) => row.id));
  };
  /** Returns the number of records to replay for an unfinished dry run. */
  const totalOf = (id: string): Promise<{ readonly total: number | null }[]> =>
    inside(`select records_total::float8 as total from dry_runs where id = $1 and status in ('queued', 'running')`, [
      id,
    ]);
  /** Kills the process and starts another. */
  const killDuring = async (id: string, signal: 'SIGKILL' | 'SIGTERM'): Promise<Body> => {
    server.child.kill(signal);
    await once(server.child, 'exit');
    await setResolved(null);
    await forget(id);
    const [before] = await totalOf(id);
    server = await start();
    return end(id, before?.total ?? null);
  };
  const request = {
    source: source(60),
    only: true,
    keepMatches,
    from: '2026-03-01T00:00:00Z',
    to: '2026-03-31T00:00:00Z',
  };
  const begin = async (): Promise<string> => {
    await setResolved('2026-03-01T00:30:00Z');
    const body = await call('/rules/dry-runs', request);
    if (!body.dryRunId) throw new Error(JSON.stringify(body));
    begun += 1;
    const items = [{ primaryValue: `PAYMENT-${begun}`, searchKeys: ['PAYMENT'] }];
    expect((await call(`/data-lists/${list}/items`, { items })).success).toBe(true);
    return body.dryRunId as string;
  };
  /** @param known records to be replayed, which whoever takes it over does not forget; null: nobody knows */
  const end = async (id: string, known: number | null = null): Promise<Body> => {
    const totals = new Set<number | null>();
    for (let rows = await totalOf(id); rows[0]; rows = await totalOf(id)) {
      totals.add(rows[0].total);
      await sleep(50);
    }
    if (known !== null) expect([...totals].filter((total) => total !== known)).toEqual([]);
    return (await call(`/rules/dry-runs/${id}`)).dryRun;
  };
  const figuresOf = async ({ id, hash, records, decisions, rules, matchesKept, perDay }: Body): Promise<object> => {
    const { matches } = await call(`/rules/dry-runs/${id}/matches?limit=100&sort=amount`);
    const ids = (matches as Body[]).map(({ recordId }) => recordId as string).sort();
    return { hash, records, decisions, rules, matchesKept, perDay, shown: ids.length };
  };

  let expected: object;
  let tookMs: number;
  const expectSame = async (run: Body): Promise<void> => {
    expect(run.status).toBe('completed');
    expect(await figuresOf(run)).toEqual(expected);
  };
  it(
    'completes with the expected results when it is not interrupted',
    async () => {
      await makeHistory();
      await makeAlertAndList();
      const begun = Date.now();
      const run = await end(await begin());
      tookMs = Date.now() - begun;
      expected = await figuresOf(run);
      expect(expected).toMatchObject({ records: { replayed: payments }, shown: 100 });
    },
    propertyTimeoutMs,
  );

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'resumes from its checkpoint after %s',
    async (signal) => {
      const id = await begin();
      while (!(await hasCheckpoint(id))) await sleep(10);
      const before = await matchesOf(id);
      await expectSame(await killDuring(id, signal));
      const after = await matchesOf(id);
      expect([...before].filter((match) => after.has(match)).length).toBeGreaterThan(0);
      expect(await hasCheckpoint(id)).toBe(false);
    },
    propertyTimeoutMs,
  );

  it(
    'returns the same results whenever the process is killed',
    async () => {
      let interrupted = 0;
      let resumed = 0;
      for (let kill = 0; kill < kills; kill += 1) {
        const id = await begin();
        await sleep(Math.random() * tookMs);
        resumed += (await hasCheckpoint(id)) ? 1 : 0;
        await expectSame(await killDuring(id, 'SIGKILL'));
        const [run] = await inside<{ attempt: number }>('select attempt from dry_runs where id = $1', [id]);
        interrupted += run && run.attempt > 1 ? 1 : 0;
      }
      process.stdout.write(
        `${interrupted} of ${kills} kills came while it was under way, ${resumed} after a checkpoint\n`,
      );
    },
    propertyTimeoutMs,
  );
});
