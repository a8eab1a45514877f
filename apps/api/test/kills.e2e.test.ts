import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { seededRandom } from '@tamis/stdx';
import { type OwnServer, reportPromise, startOwnServer } from '@tamis/testkit';
import pg from 'pg';

import { createAccount, type CreatedOrganization } from '../src/modules/tenancy/organizations/index.js';
import { migrate } from '../src/platform/database/index.js';
import { createWebhook } from './support/create-webhook.js';
import { startServer } from './support/start-server.js';
import { type Body, type Call, send, type TestResponse, testSecrets } from './support/start-test-api.js';
import { useReceivers } from './support/use-receivers.js';
import { waitUntil } from './support/wait-until.js';

const home = fileURLToPath(new URL('./support/receivers-at-home.mjs', `file://${__filename}`));
const settings = { ...testSecrets, RECEIVERS_AT_HOME: 'on', NODE_OPTIONS: `--import=${home}` };

const seed = Number(process.env['TAMIS_SEED'] ?? 1);
/** One kill of each kind by default. More with TAMIS_RUNS. */
const kills = Number(process.env['TAMIS_RUNS'] ?? 3);
const rows = 200;
const errorHandlings = ['continue_collect_errors', 'stop_keep_success', 'rollback_all'] as const;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type ErrorHandling = (typeof errorHandlings)[number];
type Row = 'good' | 'wrong' | 'double';
type Server = Awaited<ReturnType<typeof startServer>>;

/** Returns which rows of a batch should be stored, and how many should be skipped. */
function expectedOf(
  kinds: readonly Row[],
  handling: ErrorHandling,
): { readonly stored: number[]; readonly skipped: number } {
  const firstWrong = kinds.indexOf('wrong');
  const end = handling === 'stop_keep_success' && firstWrong >= 0 ? firstWrong : kinds.length;
  const isUndone = handling === 'rollback_all' && firstWrong >= 0;
  const placesOf = (kind: Row): number[] =>
    kinds.flatMap((each, place) => (each === kind && place < end ? [place] : []));
  return { stored: isUndone ? [] : placesOf('good'), skipped: placesOf('double').length };
}

describe('promises 15 and 20: two processes sharing a database', () => {
  const openReceiver = useReceivers();
  const random = seededRandom(seed);
  let database: OwnServer;
  let pool: pg.Pool;
  let own: CreatedOrganization;
  const servers: Server[] = [];

  beforeAll(async () => {
    database = await startOwnServer();
    await migrate(database.url);
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    // The connections of the pool end with the server.
    pool.on('error', () => undefined);
    const made = await createAccount(pool, { name: 'Own', deployment: 'development', ifMissing: false });
    if (!made.ok || !made.value.created) throw new Error('no account');
    own = made.value.production;
    // The test polls the progress over and over, so the rate limits are raised.
    await pool.query('update api_keys set rate_limit = 1000000, burst_limit = null');
    await pool.query('update organizations set requests_per_hour = 1000000, requests_per_minute = null');
    for (let n = 0; n < 2; n += 1) servers.push(await startServer(database.url, settings));
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill('SIGKILL');
    await pool?.end();
    await database?.stop();
  });

  /** Repeats the request until there is a response. Only for requests that may safely be repeated. */
  async function call(path: string, sent: Call = {}): Promise<TestResponse> {
    for (let n = 0; ; n += 1) {
      const answer = await send(servers[n % servers.length]!.url + path, own.key, sent).catch(() => null);
      if (answer && answer.status !== 503) return answer;
      await sleep(50);
    }
  }
  async function query<Found extends object>(text: string, values: unknown[] = []): Promise<Found[]> {
    for (;;) {
      try {
        return (await pool.query<Found>(text, values)).rows;
      } catch {
        await sleep(50);
      }
    }
  }
  const storedOf = async (batch: number): Promise<number[]> => {
    const found = await query<{ place: number }>(
      `select split_part(external_id, '-', 2)::int as place from transactions where external_id like $1 order by 1`,
      [`b${batch}-%`],
    );
    return found.map(({ place }) => place);
  };

  const faults: Readonly<Record<string, () => Promise<unknown>>> = {
    session: async () => {
      const [found] = await query<{ pid: number }>(
        `select pid from pg_stat_activity where backend_type = 'client backend' and application_name = 'tamis-api'
         order by state = 'active' desc limit 1`,
      );
      process.kill(found!.pid, 'SIGKILL');
    },
    database: async () => {
      database.kill();
      await sleep(100);
      await database.restart();
    },
    process: async () => {
      const place = Math.floor(random() * servers.length);
      await killed(servers[place]!.child);
      servers[place] = await startServer(database.url, settings);
      // Simulates that the leases have expired.
      await query('update batch_jobs set lease_expires_at = now() where lease_expires_at > now()');
      await query('update webhook_queue set due_at = now(), leased_until = null where leased_until > now()');
    },
  };
  async function killed(child: ChildProcess): Promise<void> {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async function ended(path: string, member: string): Promise<Body> {
    for (;;) {
      const { status, body, text } = await call(path);
      // The database may be unavailable.
      if (![200, 503].includes(status)) throw new Error(`${status} ${text}`);
      if (status === 200 && !['queued', 'running'].includes(body[member].status as string)) return body[member];
      await sleep(50);
    }
  }
  const startDryRun = async (): Promise<string> => {
    const body = {
      source: 'rule some "Some" { on transaction (created) when transaction.amount > 5 USD then suggest FLAG }',
      from: '2026-01-01T00:00:00Z',
      to: new Date().toISOString(),
    };
    const { status, body: started, text } = await call('/rules/dry-runs', { body });
    if (status !== 202) throw new Error(text);
    return started.dryRunId;
  };
  const payment = (externalId: string, kind: Row): object => ({
    ...{ type: 'PAYMENT', amount: kind === 'wrong' ? -1 : 10, currency: 'USD' },
    externalId: kind === 'double' ? 'taken' : externalId,
  });
  const kindsOf = (): Row[] =>
    Array.from({ length: rows }, (_, place) =>
      random() < 0.05 ? 'double' : place > rows - 60 && random() < 0.05 ? 'wrong' : 'good',
    );

  it('promise 15, promise 20: each row of a batch is stored once, dry runs end, and every event is delivered, whatever is killed', async () => {
    const receiver = await openReceiver();
    await createWebhook((path, sent) => call(path, sent), receiver.url, {
      events: ['transaction.created'],
    });
    await call('/transactions', { body: payment('taken', 'good') });
    let landed = 0;
    const wrong: unknown[] = [];
    const names = Object.keys(faults);
    for (let batch = 0; batch < kills; batch += 1) {
      const kinds = kindsOf();
      // Shifts the order in each round, so that each fault meets each way of handling errors.
      const turn = batch + Math.floor(batch / errorHandlings.length);
      const batchErrorHandling = errorHandlings[turn % errorHandlings.length]!;
      const transactions = kinds.map((kind, place) => payment(`b${batch}-${place}`, kind));
      const dryRunId = await startDryRun();
      const started = await call('/transactions/batch/background', { body: { transactions, batchErrorHandling } });
      expect(started.status).toBe(202);
      const { jobId } = started.body;
      const begun = Math.floor(random() * 100);
      const processed = async (): Promise<{ status: string; done: number }> =>
        (
          await query<{ status: string; done: number }>(
            'select status, succeeded + failed + skipped as done from batch_jobs where id = $1',
            [jobId],
          )
        )[0]!;
      await waitUntil(async () => {
        const { status, done } = await processed();
        // A batch that may be rolled back shows no processed rows before its end.
        const isUnderWay = done > begun || batchErrorHandling === 'rollback_all';
        return status === 'running' ? isUnderWay : status !== 'queued';
      });
      if ((await processed()).status === 'running') landed += 1;
      await faults[names[batch % names.length]!]!();
      const job = await ended(`/batch-import/jobs/${jobId}`, 'job');
      const { stored, skipped } = expectedOf(kinds, batchErrorHandling);
      const found = await storedOf(batch);
      const expected = { succeeded: stored.length, failed: rows - stored.length - skipped, skipped, stored };
      const { succeeded, failed, totalItems } = job;
      const told = { succeeded, failed, skipped: job.skipped, stored: found };
      if (JSON.stringify(told) !== JSON.stringify(expected)) wrong.push({ batch, batchErrorHandling, told, expected });
      if (succeeded + failed + job.skipped !== totalItems) wrong.push({ batch, totalItems, told });
      const run = await ended(`/rules/dry-runs/${dryRunId}`, 'dryRun');
      if (run.status === 'failed') {
        expect(run.error).toBeTruthy();
        expect(await ended(`/rules/dry-runs/${await startDryRun()}`, 'dryRun')).toMatchObject({ status: 'completed' });
      } else expect(run.status).toBe('completed');
    }
    const committed = (await query<{ id: string }>('select id from transactions')).map(({ id }) => id);
    const delivered = (): Set<string> =>
      new Set(receiver.received.map(({ body }) => body.payload.transactionId as string));
    await waitUntil(async () => {
      // Simulates that the waiting time before the next attempt is over for deliveries that met a fault: the third attempt is five minutes
      // after the second.
      await query('update webhook_queue set due_at = now() where due_at > now() and leased_until is null');
      const seen = delivered();
      return committed.every((id) => seen.has(id));
    }, 300_000);
    const invented = [...delivered()].filter((id) => !committed.includes(id));
    const figure = `${kills} kills of sessions, PostgreSQL and processes (seed ${seed}), ${landed} in the middle of a batch: ${wrong.length} results that are not the model's, ${committed.length} events of committed payments delivered, ${invented.length} of what was undone`;
    const holds = wrong.length === 0 && invented.length === 0;
    reportPromise(15, { figure, target: "every result equals the model's, each row once", holds });
    expect([wrong, invented]).toEqual([[], []]);
    expect(landed).toBeGreaterThan(0);
  }, 600_000);
});
