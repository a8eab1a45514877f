import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { isWhole, partSeed, reportPromise } from '@tamis/testkit';

import { type KillableServer, startKillable } from '../../../../test/support/killable-server.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const clock = fileURLToPath(new URL('../../../../test/support/shift-clock.mjs', `file://${__filename}`));

const total = 5_000;
const killsOfEach = 3;

/** Between 0 and 1, the same for one seed. */
const seeded = (n: number): number => Math.abs(Math.sin((n + 1) * 78.233 + partSeed) * 43758.5453) % 1;

interface Case {
  readonly name: string;
  readonly mode: 'rollback_all' | 'stop_keep_success' | 'continue_collect_errors';
  /** Whether the row of this place cannot be stored, or is one that was sent before. */
  readonly isBad: (place: number) => boolean;
  readonly isKnown: (place: number) => boolean;
  /** The places that are stored in the end. */
  readonly isStored: (place: number) => boolean;
}

const stop = Math.floor(total * 0.9);
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

interface Job {
  readonly status: string;
  readonly next_item: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly skipped: number;
  readonly attempt: number;
}

/** Processes die, stop and come back: this takes minutes. */
const describeShown = isWhole ? describe : undefined;

describeShown?.('promises 15 and 16: batches whose process does not go on', () => {
  const api = useOwnTestApi();
  let servers: KillableServer[] = [];
  const start = async (settings: Record<string, string> = {}): Promise<KillableServer> => {
    const server = await startKillable(api(), { LOG: 'silent', ...settings });
    servers.push(server);
    return server;
  };
  beforeAll(() => api().app.close());
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    servers = [];
  });

  const jobOf = async (id: string): Promise<Job> =>
    (await api().pool.query<Job>('select * from batch_jobs where id = $1', [id])).rows[0]!;
  const hasEnded = ({ status }: Job): boolean => !['queued', 'running'].includes(status);
  /** As if the time of the process that had it were over. */
  const endLease = (id: string) =>
    api().pool.query(`update batch_jobs set lease_expires_at = now() where id = $1 and status = 'running'`, [id]);
  const storedOf = async (prefix: string): Promise<readonly string[]> =>
    (
      await api().pool.query<{ name: string }>(
        'select external_id as name from transactions where external_id like $1 order by 1',
        [`${prefix}-%`],
      )
    ).rows.map(({ name }) => name);

  /** A batch of this case, begun by `server`: the place of a row that is known stands under the id of the one before it. */
  async function begin(server: KillableServer, { mode, isBad, isKnown }: Case, prefix: string): Promise<string> {
    const transactions = Array.from({ length: total }, (_, place) => ({
      type: 'PAYMENT',
      amount: isBad(place) ? -1 : 10,
      currency: 'USD',
      externalId: `${prefix}-${isKnown(place) ? place - 1 : place}`,
    }));
    const body = { transactions, batchErrorHandling: mode };
    const answer = await server.ask('/transactions/batch/background', { body });
    expect(answer?.status).toBe(202);
    return (answer!.body as { jobId: string }).jobId;
  }

  const modelOf = ({ isStored }: Case, prefix: string): readonly string[] =>
    Array.from({ length: total }, (_, place) => place)
      .filter(isStored)
      .map((place) => `${prefix}-${place}`)
      .sort();

  it('promise 15: a server that is killed in an import leaves a right result', async () => {
    const wrong: string[] = [];
    let landed = 0;
    let takenOverMs = 0;
    for (const [index, each] of cases.entries()) {
      const prefix = `kill${index}`;
      let server = await start();
      const id = await begin(server, each, prefix);
      for (let kill = 0; kill < killsOfEach; kill += 1) {
        const aim = ((kill + seeded(index * killsOfEach + kill)) / killsOfEach) * total;
        // What is stored at once is not told of before its end.
        if (each.mode === 'rollback_all') await sleep(aim / 5);
        else await waitUntil(async () => (await jobOf(id)).next_item >= aim || hasEnded(await jobOf(id)));
        await server.kill();
        const left = await jobOf(id);
        if (!hasEnded(left)) landed += 1;
        const isFirst = index === 0 && kill === 0 && !hasEnded(left);
        server = await start();
        const killed = performance.now();
        // The first waits as long as it takes.
        if (!isFirst) await endLease(id);
        await waitUntil(async () => {
          const now = await jobOf(id);
          return now.attempt > left.attempt || hasEnded(now);
        });
        if (isFirst) takenOverMs = performance.now() - killed;
      }
      await waitUntil(async () => hasEnded(await jobOf(id)));
      const { status, succeeded, failed, skipped } = await jobOf(id);
      const [stored, model] = [await storedOf(prefix), modelOf(each, prefix)];
      if (JSON.stringify(stored) !== JSON.stringify([...model].sort()))
        wrong.push(`${each.name}: ${stored.length} rows of ${model.length}`);
      if (succeeded + failed + skipped !== total) wrong.push(`${each.name}: ${succeeded} + ${failed} + ${skipped}`);
      if (status !== (each.name === 'nothing' ? 'failed' : 'completed')) wrong.push(`${each.name}: ${status}`);
      await server.kill();
    }
    reportPromise(15, {
      figure: `${wrong.length} wrong results of ${cases.length} batches of ${total} rows in all modes over ${landed} kills in the middle; taken over after ${(takenOverMs / 1000).toFixed(1)} s`,
      target: 'rows as the model says, each once; counts add up; taken over within the lease of 30 s and 5 s',
      holds: wrong.length === 0 && landed >= cases.length && takenOverMs <= 35_000,
    });
    expect(wrong).toEqual([]);
    expect(landed).toBeGreaterThanOrEqual(cases.length);
  }, 900_000);

  it('promise 16: a process that was stopped beyond its lease writes nothing when it goes on', async () => {
    const wrong: string[] = [];
    const rounds = 5;
    for (let round = 0; round < rounds; round += 1) {
      const [each, prefix] = [cases[3]!, `stale${round}`];
      const [stale, other] = [await start(), await start()];
      const id = await begin(stale, each, prefix);
      const aim = (0.1 + 0.7 * seeded(100 + round)) * total;
      await waitUntil(async () => (await jobOf(id)).next_item >= aim);
      const { attempt } = await jobOf(id);
      stale.child.kill('SIGSTOP');
      await endLease(id);
      await waitUntil(async () => (await jobOf(id)).attempt > attempt);
      const before = await jobOf(id);
      // It may hold rows that the other one waits for: that ends here, and nothing that it had open is kept.
      stale.child.kill('SIGCONT');
      await waitUntil(async () => hasEnded(await jobOf(id)));
      const end = await jobOf(id);
      await sleep(500);
      const [stored, model] = [await storedOf(prefix), modelOf(each, prefix)];
      if (JSON.stringify(stored) !== JSON.stringify(model))
        wrong.push(`round ${round}: ${stored.length} of ${model.length}`);
      if (end.attempt !== before.attempt) wrong.push(`round ${round}: attempt ${end.attempt}`);
      if (JSON.stringify(await jobOf(id)) !== JSON.stringify(end)) wrong.push(`round ${round}: changed after its end`);
      if (end.succeeded !== model.length) wrong.push(`round ${round}: ${end.succeeded} told of`);
      await Promise.all([stale.kill(), other.kill()]);
    }
    reportPromise(16, {
      figure: `${wrong.length} rows or counts of ${rounds} stale processes, stopped and gone on after another had taken over`,
      target: '0',
      holds: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
  }, 600_000);

  it.each([10, -10])(
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
      // Who is at a batch is told by the database: a clock that is ahead takes nothing over.
      const id = await begin(right, cases[3]!, `clock${minutes}`);
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
