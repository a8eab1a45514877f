import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Provider } from '@tamis/enrichment';

import { runProviders } from '../../../admin/provider-commands.js';
import { bookByHand } from '../../tenancy/billing/index.js';
import { Providers } from '../integrations/index.js';
import { fakeProvider } from '../../../../test/support/define-fake-provider.mjs';
import { saysName } from '../../../../test/support/fake-source.js';
import type { Body, Call } from '../../../../test/support/start-test-api.js';
import { switchOn, useFakeProviders } from '../../../../test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const circuits = ['a', 'b'].map((name) => fakeProvider(`global_fake_circuit_${name}`, { timeoutMs: 5_000 }));
const narrow = fakeProvider('global_fake_narrow', { atOnce: 1, timeoutMs: 60_000 });
const limited = fakeProvider('global_fake_limited', { perMinute: 1, timeoutMs: 200 });

/** Sends a byte at a time for as long as the client reads. */
async function trickle(response: ServerResponse): Promise<void> {
  response.writeHead(200);
  while (!response.destroyed) {
    response.write(' ');
    await sleep(20);
  }
}

/** Sends as fast as the client reads, until it stops. */
async function flood(response: ServerResponse): Promise<void> {
  response.writeHead(200);
  const closed = new Promise((done) => response.once('close', done));
  const part = Buffer.alloc(2 ** 16, 0x20);
  for (let sent = 0; sent < 100 * 2 ** 20 && !response.destroyed; sent += part.length)
    if (!response.write(part)) await Promise.race([new Promise((done) => response.once('drain', done)), closed]);
  response.end();
}

const faults: readonly (readonly [string, string, (response: ServerResponse) => unknown])[] = [
  ['lies about types', 'NORMALIZATION_FAILED', (response) => response.writeHead(200).end('{"legalName":[1]}')],
  ['sends a byte a moment', 'PROVIDER_TIMEOUT', trickle],
  ['sends nothing', 'PROVIDER_TIMEOUT', () => undefined],
  ['sends 100 MB', 'PROVIDER_ERROR', flood],
  [
    'redirects inside',
    'PROVIDER_ERROR',
    (response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end(),
  ],
  [
    'nests without end',
    'PROVIDER_ERROR',
    (response) => response.writeHead(200).end(`{"legalName":"A","deep":${'['.repeat(200_000)}${']'.repeat(200_000)}}`),
  ],
  [
    'sends letters in another charset than it says',
    'PROVIDER_ERROR',
    (response) => response.writeHead(200).end(Buffer.from('{"legalName":"São João"}', 'latin1')),
  ],
  ['sends HTML with 200', 'PROVIDER_ERROR', (response) => response.writeHead(200).end('<html>')],
  [
    'closes midway',
    'PROVIDER_ERROR',
    (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setTimeout(() => response.destroy(), 20);
    },
  ],
  ['closes at once', 'PROVIDER_ERROR', (response) => response.destroy()],
  [
    'refuses for too many',
    'PROVIDER_RATE_LIMITED',
    (response) => response.writeHead(429, { 'retry-after': '60' }).end(),
  ],
  ['is not there', 'PROVIDER_UNAVAILABLE', (response) => response.writeHead(503).end()],
  ['fails', 'PROVIDER_ERROR', (response) => response.writeHead(500).end()],
];

/** One provider for each fault: the circuit of a single one would open. */
const faulty = faults.map((_, index) => fakeProvider(`global_fake_faulty_${index}`, { timeoutMs: 300 }));

describe('design 8.1, 8 and 9: misbehaving provider', () => {
  const api = useOwnTestApi();
  const fakes = useFakeProviders(api, [...faulty, ...circuits, limited, narrow]);
  beforeAll(() => fakes().topUp(10_000));

  const cases = faults.map((fault, index) => [...fault, faulty[index]!.code] as const);
  it.each(cases)(
    '8: fails the item without charging when the provider %s',
    async (_, code, respond, integrationCode) => {
      const { enrich, newEntity, balance, source } = fakes();
      const before = await balance();
      const id = await newEntity();
      source.respond = (response) => void respond(response);
      const asked = source.asked.length;
      const answer = await enrich(id, [integrationCode]);
      expect([answer.status, answer.body.results[0].error.code]).toEqual([200, code]);
      expect([await balance(), source.asked.length - asked]).toEqual([before, 1]);
      const { rows } = await api().pool.query(
        'select from enrichment_results where entity_id = $1 and item_code is null',
        [id],
      );
      expect(rows).toHaveLength(0);
    },
  );

  it('retries transient failures within the deadline using the same key', async () => {
    const { enrich, newEntity, source } = fakes();
    let attempts = 0;
    source.respond = (response, asked) =>
      (attempts += 1) < 3 ? response.writeHead(503).end() : saysName(response, asked);
    const asked = source.asked.length;
    const answer = await enrich(await newEntity(), ['global_fake_retried']);
    expect(answer.body).toMatchObject({ success: true, totalCostCents: 7 });
    const keys = source.asked.slice(asked).map(({ key }) => key);
    expect([keys.length, new Set(keys)]).toEqual([3, new Set([answer.body.results[0].enrichmentId])]);
  });

  it('9: keeps the circuit closed when one caller sends bad data, and opens it when the provider itself fails', async () => {
    const { enrich, newEntity, source } = fakes();
    const [junk, broken] = circuits as [Provider, Provider];
    const ids = await Promise.all(Array.from({ length: 4 }, () => newEntity()));
    const ask = (code: string, mark: number) =>
      enrich(ids[mark % ids.length]!, [code], { parameters: { mark: String(mark) } });
    source.respond = (response) => void response.writeHead(400).end();
    for (let sent = 0; sent < 1_000; sent += 50)
      await Promise.all(Array.from({ length: 50 }, (_, index) => ask(junk.code, sent + index)));
    source.respond = saysName;
    expect((await ask(junk.code, 1_000)).body.success).toBe(true);
    source.respond = (response) => void response.writeHead(500).end();
    const codes: string[] = [];
    const asked = source.asked.length;
    for (let sent = 0; sent < 15; sent += 1)
      codes.push((await ask(broken.code, sent)).body.results[0].error.code as string);
    expect(codes).toEqual([
      ...Array<string>(10).fill('PROVIDER_ERROR'),
      ...Array<string>(5).fill('PROVIDER_UNAVAILABLE'),
    ]);
    expect(source.asked.length - asked).toBe(10);
    source.respond = saysName;
    expect((await ask(junk.code, 1_001)).body.success).toBe(true);
    const { text } = await api().call('/metrics', { key: null });
    const shown = (metric: string): number =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${metric} `))
          ?.split(' ')[1],
      );
    const calls = (provider: string, outcome: string): number =>
      shown(`tamis_provider_calls_total{provider="${provider}",outcome="${outcome}"}`);
    expect([calls(broken.code, 'PROVIDER_ERROR'), calls(broken.code, 'PROVIDER_UNAVAILABLE')]).toEqual([10, 5]);
    expect([calls(junk.code, 'delivered'), calls(junk.code, 'PROVIDER_ERROR')]).toEqual([2, 1_000]);
    expect(shown(`tamis_provider_call_seconds_count{provider="${junk.code}"}`)).toBe(1_002);
    expect(shown(`tamis_provider_budget_wait_seconds_count{provider="${broken.code}"}`)).toBe(15);
    const open = [broken, junk].map(({ code }) => shown(`tamis_provider_circuits_open{provider="${code}"}`));
    expect(open).toEqual([1, 0]);
  }, 240_000);

  it('delays only callers of the same address when it does not respond', async () => {
    const { enrich, newEntity, source } = fakes();
    const { key, organizationId } = api().stranger;
    const booking = { organizationId, kind: 'adjust', reference: 'money', amountCents: 100, reason: 'test' } as const;
    await bookByHand(api().pool, booking);
    const call = (path: string, asked: Call = {}) => api().call(path, { key, ...asked });
    await switchOn({ ...api(), call }, narrow.code, `${source.baseUrl}own/`);
    const waiting: ServerResponse[] = [];
    source.respond = (response) => void waiting.push(response);
    const asked = source.asked.length;
    const slow = enrich(await newEntity(), [narrow.code]);
    await waitUntil(() => waiting.length === 1);
    source.respond = saysName;
    const entity = { type: 'company', name: 'A company', countryCode: 'US' };
    const entityId = (await call('/entities', { body: entity })).body.entity.id as string;
    const path = '/integration-execution/marketplace/enrichment';
    const other = await call(path, { body: { entityId, integrationCodes: [narrow.code] } });
    expect([other.body.success, source.open.now, source.asked.length - asked]).toEqual([true, 1, 2]);
    saysName(waiting[0]!, source.asked.at(-1)!);
    expect((await slow).body.success).toBe(true);
  });

  it('is not called above its rate limit, and further callers get PROVIDER_RATE_LIMITED', async () => {
    const { enrich, newEntity, source } = fakes();
    source.respond = saysName;
    const asked = source.asked.length;
    const ids = await Promise.all([newEntity(), newEntity(), newEntity()]);
    const answers = await Promise.all(ids.map((id) => enrich(id, [limited.code])));
    const outcomes = answers.map(({ body }) => (body.results[0].error?.code as string | undefined) ?? 'ok').sort();
    expect(outcomes).toEqual(['PROVIDER_RATE_LIMITED', 'ok', 'ok'].sort());
    expect(source.asked.length - asked).toBe(2);
  });

  it('reports circuit, budget, daily outcomes and the last of each outcome to the server operator', async () => {
    const providers = new Providers(
      [...circuits, limited, fakeProvider('global_fake_never')],
      circuits.map(({ code }) => code).join(','),
    );
    const status = async (): Promise<Body> => runProviders(api().pool, 'status', providers);
    const { providers: shown } = await status();
    const of = (code: string): Body => shown.find((each: Body) => each.code === code);
    const [junk, broken] = circuits as [Provider, Provider];
    expect(of(junk.code)).toMatchObject({
      ...{ enabled: true, executions: 1_002, outcomes: { delivered: 2, PROVIDER_ERROR: 1_000 } },
      ...{ lastSuccessAt: expect.any(Date), lastFailureAt: expect.any(Date) },
      circuit: { state: 'closed', turnedAwayAt: null },
    });
    expect(of(broken.code)).toMatchObject({
      ...{ executions: 15, outcomes: { PROVIDER_ERROR: 10, PROVIDER_UNAVAILABLE: 5 }, lastSuccessAt: null },
      circuit: { turnedAwayAt: expect.any(Date) },
    });
    expect(of(limited.code)).toMatchObject({
      ...{ enabled: false, outcomes: { delivered: 2, PROVIDER_RATE_LIMITED: 1 } },
      budget: { perMinute: 1, credentials: 1, callsLeft: 0, waitMs: expect.any(Number) },
    });
    expect(of('global_fake_never')).toEqual({
      ...{ code: 'global_fake_never', enabled: false, executions: 0, outcomes: {} },
      ...{ lastSuccessAt: null, lastFailureAt: null, circuit: { state: 'closed', turnedAwayAt: null } },
      budget: { perMinute: 6_000_000, credentials: 0, callsLeft: 100_001, waitMs: 0 },
    });
    const moved = `update enrichment_executions set finished_at = finished_at + $2::interval
      where integration_code = $1 and error_code = 'PROVIDER_UNAVAILABLE'`;
    for (const [by, state] of [
      ['1 hour', 'open'],
      ['-2 hours', 'closed'],
    ]) {
      await api().pool.query(moved, [broken.code, by]);
      const { providers: again } = await status();
      expect(again.find((each: Body) => each.code === broken.code).circuit.state).toBe(state);
    }
    await expect(runProviders(api().pool, 'fly', providers)).rejects.toThrow('providers status');
  });

  it('shows an organization the response times of what was delivered to it', async () => {
    const { code } = circuits[0]!;
    await api().pool.query(
      `update enrichment_executions set execution_ms = case when state = 'succeeded' then 40 else 9000 end where integration_code = $1`,
      [code],
    );
    const averageOf = async (key: string): Promise<number | null> =>
      (await api().call(`/marketplace/integrations/${code}`, { key })).body.integration.averageExecutionMs;
    expect(await averageOf(api().stranger.key)).toBeNull();
    expect(await averageOf(api().production.key)).toBe(40);
  });
});
