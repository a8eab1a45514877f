import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { isWhole, partSeed, reportPromise } from '@tamis/testkit';

import { createWebhook } from '../../../../test/support/create-webhook.js';
import { type KillableServer, startKillable } from '../../../../test/support/killable-server.js';
import { useReceivers } from '../../../../test/support/use-receivers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const home = fileURLToPath(new URL('../../../../test/support/receivers-at-home.mjs', `file://${__filename}`));
const settings = { RECEIVERS_AT_HOME: 'on', NODE_OPTIONS: `--import=${home}`, LOG: 'silent' };

const kills = Number(process.env['TAMIS_RUNS'] ?? 10);
const lanes = 4;

/** Returns a number between 0 and 1 that is always the same for one seed. */
const seeded = (n: number): number => Math.abs(Math.sin((n + 1) * 12.9898 + partSeed) * 43758.5453) % 1;

/** Its processes are killed and restarted, and what they left is taken over when their leases end. This takes a minute. */
const itShows = isWhole ? it : undefined;

describe('committed changes', () => {
  const api = useOwnTestApi();
  const openReceiver = useReceivers();
  let server: KillableServer | undefined;
  afterAll(() => server?.kill());

  /** Starts a separate process, which is the only one that uses the database. */
  async function serverOfItsOwn(): Promise<KillableServer> {
    if (server === undefined) {
      await api().app.close();
      server = await startKillable(api(), settings);
    }
    return server;
  }

  it('is announced by a separate server process as by the test server', async () => {
    const receiver = await openReceiver();
    await createWebhook((path, call) => api().call(path, call), receiver.url, { events: ['entity.created'] });
    await serverOfItsOwn();
    const body = { type: 'person', name: 'A', countryCode: 'BR', externalId: 'first' };
    expect((await server!.ask('/entities', { body }))?.status).toBe(201);
    await waitUntil(() => receiver.received.length === 1);
    await api().pool.query('delete from webhooks');
  });

  itShows?.(
    'promise 26: is announced, whatever dies; what was rolled back is not',
    async () => {
      const receiver = await openReceiver();
      const created = { events: ['entity.created', 'transaction.created'] };
      await serverOfItsOwn();
      await createWebhook(async (path, call) => (await server!.ask(path, call))!, receiver.url, created);
      const acknowledged: string[] = [];
      let [isOver, unanswered, good] = [false, 0, 0];
      const lane = async (number: number): Promise<void> => {
        for (let n = 0; !isOver; n += 1) {
          const externalId = `kill-${number}-${n}`;
          const answer = await (n % 2 === 0
            ? server!.ask('/entities', { body: { type: 'person', name: 'A', countryCode: 'BR', externalId } })
            : server!.ask('/transactions', { body: { type: 'PAYMENT', amount: 1, currency: 'USD', externalId } }));
          if (answer?.status === 201) {
            acknowledged.push(externalId);
            good += 1;
          } else if (answer === null) {
            unanswered += 1;
            await sleep(50);
          }
        }
      };
      const load = Array.from({ length: lanes }, (_, number) => lane(number));
      for (let kill = 0; kill < kills; kill += 1) {
        const before = good;
        await waitUntil(() => good >= before + 2 * lanes);
        await sleep(seeded(kill) * 300);
        await server!.kill();
        server = await startKillable(api(), settings);
      }
      isOver = true;
      await Promise.all(load);
      const { rows } = await api().pool.query<{ id: string; name: string }>(
        `select id, external_id as name from entities where external_id like 'kill-%'
         union all select id, external_id from transactions where external_id like 'kill-%'`,
      );
      const idOf = ({ payload }: { payload: Record<string, string> }): string =>
        payload['entityId'] ?? payload['transactionId']!;
      const told = (): Map<string, Set<string>> => {
        const ids = new Map<string, Set<string>>();
        for (const { body, headers } of receiver.received)
          ids.set(idOf(body), (ids.get(idOf(body)) ?? new Set()).add(headers['webhook-id'] as string));
        return ids;
      };
      await waitUntil(() => {
        const ids = told();
        return rows.every(({ id }) => ids.has(id));
      });
      const ids = told();
      const stored = new Set(rows.map(({ id }) => id));
      const undone = [...ids.keys()].filter((id) => !stored.has(id));
      const renamed = [...ids.values()].filter(({ size }) => size !== 1).length;
      const names = new Set(rows.map(({ name }) => name));
      const lost = acknowledged.filter((name) => !names.has(name));
      const again = receiver.received.length - ids.size;
      reportPromise(26, {
        figure: `0 of ${rows.length} committed changes not announced over ${kills} kills, ${unanswered} requests unanswered; ${undone.length} announced that rolled back; ${again} sent again, ${renamed} under another id; ${lost.length} of ${acknowledged.length} acknowledged lost`,
        target: 'every event at least once, 0 lost, duplicates keep their id, nothing announced that rolled back',
        holds: undone.length === 0 && renamed === 0 && lost.length === 0 && unanswered > 0,
      });
      expect([undone, renamed, lost]).toEqual([[], 0, []]);
      expect(unanswered).toBeGreaterThan(0);
    },
    600_000,
  );
});
