import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { isWhole, partSeed, reportPromise, wholeOrPart } from '@tamis/testkit';
import type pg from 'pg';

import { type KillableServer, startKillable } from '../../../../test/support/killable-server.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const clock = fileURLToPath(new URL('../../../../test/support/shift-clock.mjs', `file://${__filename}`));

const total = wholeOrPart(5_000, 400);
const killsOfEach = 3;

/** Returns a number between 0 and 1, always the same for the same seed. */
const seeded = (n: number): number => Math.abs(Math.sin((n + 1) * 78.233 + partSeed) * 43758.5453) % 1;

interface Case {
  readonly name: string;
  readonly mode: 'rollback_all' | 'stop_keep_success' | 'continue_collect_errors';
  /** Whether the row at this position cannot be stored, or was sent before. */
  readonly isBad: (place: number) => boolean;
  readonly isKnown: (place: number) => boolean;
  /** Whether the row at this position is stored in the end. */
  readonly isStored: (place: number) => boolean;
}

const stop = Math.floor(total * 0.9);

/** What is sent for a kind. A row that was sent before has the id of the row before it. */
interface Kind {
  readonly noun: string;
  readonly path: string;
  readonly member: string;
  readonly row: (name: string, isBad: boolean) => object;
  /** SQL that selects the names of the stored rows with a prefix. */
  readonly stored: string;
}

const payments: Kind = {
  noun: 'payments',
  path: '/transactions/batch/background',
  member: 'transactions',
  row: (externalId, isBad) => ({ type: 'PAYMENT', amount: isBad ? -1 : 10, currency: 'USD', externalId }),
  stored: 'select external_id as name from transactions where external_id like $1 order by 1',
};

const entities: Kind = {
  noun: 'entities',
  path: '/entities/batch/background',
  member: 'entities',
  row: (taxId, isBad) => ({ type: 'person', countryCode: 'SE', taxId, ...(!isBad && { name: taxId }) }),
  stored: 'select tax_id as name from entities where tax_id like $1 order by 1',
};

const kinds = [payments, entities];
const cases: readonly Case[] = [
  {
    name: 'all',
    mode: 'rollback_all',
    isBad: () => false,
    isKnown: (place) => place % 50 === 11,
    isStored: (place) => place % 50 !== 11,
  },
  {
    name: 'nothing',
    mode: 'rollback_all',
    isBad: (place) => place === stop,
    isKnown: () => false,
    isStored: () => false,
  },
  {
    name: 'those before',
    mode: 'stop_keep_success',
    isBad: (place) => place === stop,
    isKnown: (place) => place % 50 === 11,
    isStored: (place) => place < stop && place % 50 !== 11,
  },
  {
    name: 'the good ones',
    mode: 'continue_collect_errors',
    isBad: (place) => place % 50 === 7,
    isKnown: (place) => place % 50 === 11,
    isStored: (place) => place % 50 !== 7 && place % 50 !== 11,
  },
];

/** Records for each update of `batch_jobs` which application executed it and how many rows it changed, including none. */
const logWrites = [
  'create table batch_writes (application text not null, is_release boolean not null, rows integer not null)',
  `create function log_write() returns trigger language plpgsql security definer as $$
     begin
       insert into batch_writes select current_setting('application_name'), current_query() like '%attempt = attempt - 1%',
         (select count(*) from written);
       return null;
     end $$`,
  `create trigger log_write after update on batch_jobs referencing new table as written
     for each statement execute function log_write()`,
];

interface Job {
  readonly status: string;
  readonly next_item: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  readonly attempt: number;
}

/** Matches a session that waits to read the rows of its batch. The job that deletes old rows waits for the same lock. */
const readsRows = "wait_event_type = 'Lock' and query like 'select first_item%'";

/** Killing and restarting processes takes minutes. */
const itShows = isWhole ? it : undefined;

describe('batches whose process stops or hangs', () => {
  const api = useOwnTestApi();
  let servers: KillableServer[] = [];
  const start = async (settings: Record<string, string> = {}): Promise<KillableServer> => {
    const server = await startKillable(api(), { LOG: 'silent', ...settings });
    servers.push(server);
    return server;
  };
  beforeAll(() => api().app.close());
  /** Transactions that hold locks. Left open by a failed test, they would block tests of other files. */
  const holders = new Set<pg.PoolClient>();
  afterEach(async () => {
    for (const holder of holders) holder.release(true);
    holders.clear();
    await Promise.all(servers.map((server) => server.kill()));
    servers = [];
  });

  const jobOf = async (id: string): Promise<Job> =>
    (await api().pool.query<Job>('select * from batch_jobs where id = $1', [id])).rows[0]!;
  const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
  const hasEnded = ({ status }: Job): boolean => !['queued', 'running'].includes(status);
  /** Simulates the end of the lease of the process that holds the batch. */
  const endLease = (id: string) =>
    api().pool.query(`update batch_jobs set lease_expires_at = now() where id = $1 and status = 'running'`, [id]);
  const storedOf = async ({ stored }: Kind, prefix: string): Promise<readonly string[]> =>
    (await api().pool.query<{ name: string }>(stored, [`${prefix}-%`])).rows.map(({ name }) => name);

  /** Starts a server whose database connections have this application name. */
  const startNamed = (name: string): Promise<KillableServer> => {
    const url = new URL(api().pool.options.connectionString!);
    url.searchParams.set('application_name', name);
    return start({ DATABASE_URL: url.href });
  };
  const isAt = async (name: string, what: string): Promise<boolean> =>
    (await api().pool.query(`select from pg_stat_activity where application_name = $1 and ${what}`, [name])).rowCount! >
    0;
  const writesOf = async (name: string): Promise<readonly { rows: number; isRelease: boolean }[]> =>
    (await api().pool.query('select rows, is_release as "isRelease" from batch_writes where application = $1', [name]))
      .rows;

  /** Makes every process that needs more rows of a batch wait. Returns a function that lets them continue. */
  async function lockRows(): Promise<() => Promise<void>> {
    const client = await api().pool.connect();
    holders.add(client);
    await client.query('begin; lock table batch_rows in access exclusive mode');
    return async () => {
      await client.query('commit');
      holders.delete(client);
      client.release();
    };
  }

  /** Stops the process `stale` while it waits for rows and holds no lock that others wait for. It has the rows once it continues. */
  async function stopAtReading({ child }: KillableServer, id: string): Promise<void> {
    for (;;) {
      const release = await lockRows();
      await waitUntil(async () => (await isAt('stale', readsRows)) || hasEnded(await jobOf(id)));
      child.kill('SIGSTOP');
      // The database completes the statements it has already received. A transaction open at that moment would stay open.
      await sleep(200);
      const isElsewhere = await isAt('stale', `state <> 'idle' and not (${readsRows})`);
      if (isElsewhere) child.kill('SIGCONT');
      await release();
      if (!isElsewhere) return waitUntil(async () => !(await isAt('stale', "state <> 'idle'")));
    }
  }

  /** Starts a batch of this case on `server` and returns its id. */
  async function begin(
    server: KillableServer,
    { path, member, row }: Kind,
    { mode, isBad, isKnown }: Case,
    prefix: string,
    count = total,
  ): Promise<string> {
    const rows = Array.from({ length: count }, (_, place) =>
      row(`${prefix}-${isKnown(place) ? place - 1 : place}`, isBad(place)),
    );
    const answer = await server.ask(path, { body: { [member]: rows, batchErrorHandling: mode } });
    expect(answer?.status).toBe(202);
    return (answer!.body as { jobId: string }).jobId;
  }

  const modelOf = ({ isStored }: Case, prefix: string, rows = total): readonly string[] =>
    Array.from({ length: rows }, (_, place) => place)
      .filter(isStored)
      .map((place) => `${prefix}-${place}`)
      .sort();

  itShows?.each(kinds)(
    'promise 15: a server that is killed in an import of $noun leaves a right result',
    async (kind) => {
      const wrong: string[] = [];
      let [landed, takenOverMs] = [0, 0];
      for (const [index, each] of cases.entries()) {
        const prefix = `kill${index}${kind.noun}`;
        let server = await start();
        const id = await begin(server, kind, each, prefix);
        for (let kill = 0; kill < killsOfEach; kill += 1) {
          const aim = ((kill + seeded(index * killsOfEach + kill)) / killsOfEach) * total;
          // The progress of a batch that is stored at once is not visible before its end.
          if (each.mode === 'rollback_all') await sleep(aim / 5);
          else await waitUntil(async () => (await jobOf(id)).next_item >= aim || hasEnded(await jobOf(id)));
          await server.kill();
          const left = await jobOf(id);
          if (!hasEnded(left)) landed += 1;
          const isFirst = index === 0 && kill === 0 && !hasEnded(left);
          server = await start();
          const killed = performance.now();
          // The first one waits for the real end of the lease, to measure it.
          if (!isFirst) await endLease(id);
          await waitUntil(async () => {
            const now = await jobOf(id);
            return now.attempt > left.attempt || hasEnded(now);
          });
          if (isFirst) takenOverMs = performance.now() - killed;
        }
        await waitUntil(async () => hasEnded(await jobOf(id)));
        const { status, succeeded, failed, skipped } = await jobOf(id);
        const [stored, model] = [await storedOf(kind, prefix), modelOf(each, prefix)];
        if (!isSame(stored, model)) wrong.push(`${each.name}: ${stored.length} rows of ${model.length}`);
        if (succeeded + failed + skipped !== total) wrong.push(`${each.name}: ${succeeded} + ${failed} + ${skipped}`);
        if (status !== (each.name === 'nothing' ? 'failed' : 'completed')) wrong.push(`${each.name}: ${status}`);
        await server.kill();
      }
      reportPromise(15, {
        figure: `${wrong.length} wrong results of ${cases.length} batches of ${total} ${kind.noun} in all modes over ${landed} kills in the middle; taken over after ${(takenOverMs / 1000).toFixed(1)} s`,
        target: 'rows as the model says, each once; counts add up; taken over within the lease of 30 s and 5 s',
        holds: wrong.length === 0 && landed >= cases.length && takenOverMs <= 35_000,
      });
      expect(wrong).toEqual([]);
      expect(landed).toBeGreaterThanOrEqual(cases.length);
    },
    900_000,
  );

  it.each(kinds)(
    'promise 16: a process that was stopped beyond its lease writes no $noun when it goes on',
    async (kind) => {
      if (kind === kinds[0]) for (const statement of logWrites) await api().pool.query(statement);
      const wrong: string[] = [];
      const [rounds, rows] = [wholeOrPart(5, 1), 2_000];
      let takenOver = 0;
      for (let round = 0; takenOver < rounds; round += 1) {
        const [each, prefix] = [cases[3]!, `stale${round}${kind.noun}`];
        const [stale, other] = [await startNamed('stale'), await startNamed('other')];
        const id = await begin(stale, kind, each, prefix, rows);
        const aim = 0.6 * seeded(100 + round) * rows;
        await waitUntil(async () => (await jobOf(id)).next_item >= aim);
        await stopAtReading(stale, id);
        const { attempt, next_item: reached, status } = await jobOf(id);
        if (status === 'running') {
          const goOn = await lockRows();
          await endLease(id);
          // Other sessions that want the rows, such as the deletion of old ones, wait for them too.
          const isTaken = async () => (await jobOf(id)).attempt !== attempt;
          await waitUntil(async () => (await isTaken()) && isAt('other', "wait_event_type = 'Lock'"));
          takenOver += 1;
          if ((await jobOf(id)).next_item !== reached) wrong.push(`round ${round}: taken over elsewhere`);
          await api().pool.query('delete from batch_writes');
          stale.child.kill('SIGCONT');
          // It ends with a release that changes no row, and may have to read rows again before that.
          const hasEndedWork = async () => (await writesOf('stale')).some((write) => write.rows > 0 || write.isRelease);
          await waitUntil(async () => (await hasEndedWork()) || isAt('stale', readsRows));
          await goOn();
          await waitUntil(hasEndedWork);
          const written = (await writesOf('stale')).reduce((sum, write) => sum + write.rows, 0);
          if (written > 0) wrong.push(`round ${round}: the stale one wrote ${written} times`);
        }
        await waitUntil(async () => hasEnded(await jobOf(id)));
        const end = await jobOf(id);
        await sleep(500);
        const [stored, model] = [await storedOf(kind, prefix), modelOf(each, prefix, rows)];
        if (!isSame(stored, model)) wrong.push(`round ${round}: ${stored.length} of ${model.length}`);
        if (!isSame(await jobOf(id), end)) wrong.push(`round ${round}: changed after its end`);
        if (end.succeeded !== model.length) wrong.push(`round ${round}: ${end.succeeded} told of`);
        await Promise.all([stale.kill(), other.kill()]);
      }
      reportPromise(16, {
        figure: `${wrong.length} rows or counts of ${rounds} stale processes that stored ${kind.noun} and went on while others had their batches`,
        target: '0',
        holds: wrong.length === 0,
      });
      expect(wrong).toEqual([]);
    },
    1_200_000,
  );

  itShows?.each([10, -10])(
    'promise 16: ends and windows are by the clock of the database: %i minutes off',
    async (minutes) => {
      const shift = { NODE_OPTIONS: `--import=${clock}`, CLOCK_SHIFT_MS: String(minutes * 60_000) };
      const [right, wrong] = [await start(), await start(shift)];
      expect((await wrong.ask('/health'))?.status).toBe(200);
      const keyThatEnds = async (inSeconds: number): Promise<string> => {
        const body = { name: 'ends', permissions: ['rules:read'] };
        const { apiKey, key } = (await right.ask('/api-keys', { body }))!.body as {
          apiKey: { id: string };
          key: string;
        };
        const end = 'update api_keys set expires_at = now() + make_interval(secs => $2) where id = $1';
        await api().pool.query(end, [apiKey.id, inSeconds]);
        return key;
      };
      const [alive, dead] = [await keyThatEnds(300), await keyThatEnds(-300)];
      const statuses = await Promise.all(
        [alive, dead].map(async (key) => (await wrong.ask('/auth/test', { key }))?.status),
      );
      // The database decides who holds a batch: a process whose clock is ahead cannot take it over.
      const id = await begin(right, payments, cases[3]!, `clock${minutes}`);
      const seen: number[] = [];
      await waitUntil(async () => {
        const job = await jobOf(id);
        seen.push(job.attempt);
        return hasEnded(job);
      });
      const headers = [right, wrong].map(async (server) => {
        const answer = await server.ask('/auth/test', { key: alive });
        return Date.parse(answer!.headers.get('x-ratelimit-reset') ?? '');
      });
      const [own, shifted] = (await Promise.all(headers)) as [number, number];
      const holds = String(statuses) === '200,401' && Math.max(...seen) === 1 && Math.abs(own - shifted) <= 1_000;
      reportPromise(16, {
        figure: `a clock ${minutes} min off: a key that is good answers ${statuses[0]}, one that ended ${statuses[1]}; windows end ${Math.abs(own - shifted)} ms apart; ${Math.max(...seen) - 1} double leases`,
        target: '200 and 401; windows <= 1 s off; 0 double leases',
        holds,
      });
      expect([statuses, Math.max(...seen)]).toEqual([[200, 401], 1]);
      expect(Math.abs(own - shifted)).toBeLessThanOrEqual(1_000);
    },
    300_000,
  );
});
