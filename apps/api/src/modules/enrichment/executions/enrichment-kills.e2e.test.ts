import { setTimeout as sleep } from 'node:timers/promises';

import { partSeed, reportPromise, wholeOrPart } from '@tamis/testkit';

import { checkLedgers } from '../../tenancy/billing/index.js';
import { type FakeSource, saysName, startSource } from '../../../../test/support/fake-source.js';
import { type KillableServer, startFaking } from '../../../../test/support/killable-server.js';
import type { Call, TestResponse } from '../../../../test/support/start-test-api.js';
import { switchOn, topUp } from '../../../../test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const kills = wholeOrPart(10, 2);
const lanes = 8;
const price = 7;

/** Returns a number between 0 and 1, always the same for the same seed. */
const seeded = (n: number): number => Math.abs(Math.sin((n + 1) * 91.345 + partSeed) * 43758.5453) % 1;

describe('charges for enrichments', () => {
  const api = useOwnTestApi();
  let source: FakeSource;
  let servers: KillableServer[] = [];
  const call = async (path: string, request: Call = {}): Promise<TestResponse> =>
    (await servers[0]!.ask(path, request))!;
  beforeAll(async () => {
    source = await startSource((response, asked) =>
      setTimeout(
        () => (seeded(source.asked.length) < 0.3 ? response.writeHead(500).end() : saysName(response, asked)),
        seeded(source.asked.length + 0.5) * 30,
      ),
    );
    await topUp(api(), 10_000_000);
    await api().app.close();
    servers = await Promise.all([startFaking(api()), startFaking(api())]);
    for (const code of [...codes, calmCode]) await switchOn({ ...api(), call }, code, source.baseUrl);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill()));
    await source?.close();
  });

  it('promise 23: is the price of what was delivered, whatever dies between two steps, and nothing stays reserved', async () => {
    const ids: string[] = [];
    for (let n = 0; n < lanes; n += 1) ids.push(await newEntity(`E${n}`));
    let [isOver, answered] = [false, 0];
    const lane = async (number: number): Promise<void> => {
      for (let n = 0; !isOver; n += 1) {
        const body = { entityId: ids[number], integrationCodes: codes, parameters: { mark: `${number} ${n}` } };
        const answer = await servers[n % 2]!.ask(path, { body });
        if (answer?.status === 200) answered += 1;
        else await sleep(20);
      }
    };
    const load = Array.from({ length: lanes }, (_, number) => lane(number));
    for (let kill = 0; kill < kills; kill += 1) {
      const before = answered;
      await waitUntil(() => answered > before + 2);
      await sleep(seeded(kill) * 100);
      await servers[kill % 2]!.kill();
      servers[kill % 2] = await startFaking(api());
    }
    isOver = true;
    await Promise.all(load);
    const open = async (): Promise<number> =>
      (await api().pool.query(`select from enrichment_requests where finished_at is null`)).rowCount!;
    // Executions of the killed processes are due now, and the sweep takes them over.
    await expireLeases();
    await waitUntil(async () => (await open()) === 0, 600_000);
    const { rows } = await api().pool.query<{ state: string; n: number; charged: number; stored: number }>(
      `select e.state, count(*)::int as n, sum(charged_cents)::int as charged, count(r.id) filter (where r.item_code is null)::int as stored
         from enrichment_executions e left join enrichment_results r on r.organization_id = e.organization_id and r.id = e.id group by e.state`,
    );
    const of = (state: string) => rows.find((row) => row.state === state) ?? { n: 0, charged: 0, stored: 0 };
    const { faults, openReserves } = await checkLedgers(api().pool, null);
    const spent = 10_000_000 - (await balance());
    const delivered = of('succeeded');
    const wrongCents = Math.abs(spent - delivered.n * price);
    reportPromise(23, {
      figure: `${wrongCents} wrong cents and ${openReserves} open reserves after ${kills} kills during ${delivered.n} enrichments that were delivered`,
      target: '0',
      holds: wrongCents === 0 && openReserves === 0 && faults.length === 0,
    });
    expect([faults, openReserves]).toEqual([[], 0]);
    expect(of('succeeded').n).toBeGreaterThan(kills);
    expect(of('succeeded')).toMatchObject({ charged: of('succeeded').n * price, stored: of('succeeded').n });
    expect(of('failed')).toMatchObject({ charged: 0, stored: 0 });
    expect(spent).toBe(of('succeeded').n * price);
  }, 1_800_000);

  it.each(['has settled', 'still asks'])(
    'design 8.1, 2: ignores a process that resumes after its lease expired, when another worker %s',
    async (when) => {
      const stale = servers[0]!;
      const id = await newEntity(`Stale ${when}`);
      const before = await balance();
      const waiting: (() => void)[] = [];
      source.respond = (response) => {
        const name = waiting.length === 0 ? 'Stale' : 'Fresh';
        waiting.push(() => void response.writeHead(200).end(JSON.stringify({ legalName: name })));
      };
      const answering = stale.ask(path, { body: { entityId: id, integrationCodes: [calmCode] } });
      await waitUntil(() => waiting.length === 1);
      stale.child.kill('SIGSTOP');
      await expireLeases();
      await waitUntil(() => waiting.length === 2);
      if (when === 'has settled') {
        waiting[1]!();
        await waitUntil(async () => (await storedOf(id)).length === 1);
      }
      // The provider's response is waiting in the socket by the time the process continues.
      waiting[0]!();
      await waitUntil(() => source.open.now === (when === 'has settled' ? 0 : 1));
      stale.child.kill('SIGCONT');
      source.respond = saysName;
      // By the time another execution has completed in this process, it has had its opportunity to settle.
      const next = { entityId: await newEntity(`Next ${when}`), integrationCodes: [calmCode] };
      expect((await stale.ask(path, { body: next }))!.body.success).toBe(true);
      const isOpen = when === 'still asks';
      expect(await storedOf(id)).toEqual(isOpen ? [] : ['Fresh']);
      expect(before - (await balance())).toBe(isOpen ? price : 2 * price);
      if (isOpen) waiting[1]!();
      const answer = await answering;
      expect(answer!.body.results).toMatchObject([
        { success: true, costCents: price, result: { enrichmentData: { legalName: 'Fresh' } } },
      ]);
      expect([await storedOf(id), before - (await balance())]).toEqual([['Fresh'], 2 * price]);
      expect(await checkLedgers(api().pool, null, api().production.organizationId)).toMatchObject({
        faults: [],
        openReserves: 0,
      });
    },
    // A session idle in a transaction ends after a minute. Only then does what waits for it continue.
    300_000,
  );

  async function newEntity(name: string): Promise<string> {
    const { body } = await call('/entities', { body: { type: 'company', name, countryCode: 'US' } });
    return body.entity.id as string;
  }

  async function balance(): Promise<number> {
    const { rows } = await api().pool.query<{ cents: number }>(
      `select (wallet_cents + reserved_cents)::int as cents from billing_accounts where organization_id = $1`,
      [api().production.organizationId],
    );
    return rows[0]!.cents;
  }

  /** Returns the names delivered for an entity. */
  async function storedOf(entityId: string): Promise<readonly string[]> {
    const { rows } = await api().pool.query<{ name: string }>(
      `select part ->> 'legalName' as name from enrichment_results where entity_id = $1`,
      [entityId],
    );
    return rows.map(({ name }) => name);
  }

  const expireLeases = () =>
    api().pool.query(
      `update enrichment_executions set leased_until = now() - interval '1 second' where state in ('queued', 'running')`,
    );
});

const path = '/integration-execution/marketplace/enrichment';
const codes = ['global_fake_safe', 'global_fake_keyed', 'global_fake_unsafe'];
/** Not called while the source fails, so its circuit is closed afterwards, unlike possibly those of others. */
const calmCode = 'global_fake_retried';
