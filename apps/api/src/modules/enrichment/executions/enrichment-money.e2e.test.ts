import { saysName } from '../../../../test/support/fake-source.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useFakeProviders } from '../../../../test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { EnrichmentSweep } from './use-cases/enrichment-sweep.js';
import { type Settled, SettleExecutions } from './use-cases/settle-executions.js';

const price = 7;

describe('design 8.1: billing of enrichments', () => {
  const api = useOwnTestApi();
  const fakes = useFakeProviders(api);
  beforeEach(() => void (fakes().source.respond = saysName));

  it('4: rejects the whole request on insufficient balance and accepts the same key after a top-up', async () => {
    const { enrich, newEntity, topUp, balance, source } = fakes();
    await topUp(2 * price);
    const id = await newEntity();
    const codes = ['global_fake_safe', 'global_fake_keyed', 'global_fake_retried'];
    const headers = { 'idempotency-key': 'three-for-two' };
    const before = await balance();
    const refused = await enrich(id, codes, { headers });
    expect([refused.status, refused.body]).toMatchObject([
      402,
      { success: false, results: [], totalCostCents: 0, error: { code: 'INSUFFICIENT_BALANCE' } },
    ]);
    expect([await balance(), source.asked.length]).toEqual([before, 0]);
    const { rows } = await api().pool.query(
      'select from enrichment_requests union all select from enrichment_executions',
    );
    expect(rows).toHaveLength(0);
    await topUp(price);
    const answer = await enrich(id, codes, { headers });
    expect([answer.status, answer.body.success, answer.body.totalCostCents]).toEqual([200, true, 3 * price]);
    const again = await enrich(id, codes, { headers });
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', answer.body]);
    expect([(await balance()).balanceCents, source.asked.length]).toEqual([0, 3]);
  });

  it('3: charges once for 50 identical concurrent requests and gives all of them the same response', async () => {
    const { enrich, newEntity, topUp, balance, source, faults } = fakes();
    await topUp(50 * price);
    const id = await newEntity();
    const before = (await balance()).balanceCents;
    const asked = source.asked.length;
    let go: (() => void) | null = null;
    source.respond = (...given) => void (go = () => saysName(...given));
    const answering = Array.from({ length: 50 }, () => enrich(id, ['global_fake_safe']));
    await waitUntil(async () => (await countExecutions(`state in ('queued', 'running')`)) === 50);
    go!();
    const answers = await Promise.all(answering);
    const results = answers.map(({ body }) => body.results[0]);
    expect(await countExecutions('leader_id is not null and price_cents > 0')).toBe(0);
    expect(source.asked.length - asked).toBe(1);
    expect(new Set(results.map(({ enrichmentId, result }) => JSON.stringify([enrichmentId, result]))).size).toBe(1);
    expect(
      results
        .map(({ costCents }) => costCents as number)
        .sort((a, b) => a - b)
        .slice(-2),
    ).toEqual([0, price]);
    expect([before - (await balance()).balanceCents, await faults()]).toEqual([price, []]);
  });

  it('1: charges only for delivered results when many of 200 concurrent requests fail', async () => {
    const { enrich, newEntity, topUp, balance, source, faults } = fakes();
    await topUp(200 * price);
    const ids = await Promise.all(Array.from({ length: 10 }, () => newEntity()));
    const before = (await balance()).balanceCents;
    // Uses a status that is not a fault of the provider. Otherwise, whether its circuit opens would depend on the order in which calls end.
    source.respond = (response, asked) =>
      Number(asked.mark) % 10 < 3 ? void response.writeHead(400).end() : saysName(response, asked);
    // Repeats requests that a busy server rejected.
    const ask = async (n: number): Promise<TestResponse> => {
      const answer = await enrich(ids[n % ids.length]!, ['global_fake_safe'], { parameters: { mark: String(n) } });
      return answer.status === 503 ? ask(n) : answer;
    };
    const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => ask(n)));
    const delivered = answers.filter(({ body }) => body.success).length;
    const others = answers.flatMap(({ body }) =>
      body.success ? [] : [body.error?.code ?? body.results[0].error.code],
    );
    expect([delivered, new Set(others)]).toEqual([140, new Set(['PROVIDER_ERROR'])]);
    const total = (all: readonly TestResponse[]) =>
      all.reduce((sum, { body }) => sum + (body.totalCostCents as number), 0);
    const after = await balance();
    expect([before - after.balanceCents, total(answers)]).toEqual([delivered * price, delivered * price]);
    expect([after.reservedCents, await faults()]).toEqual([0, []]);
    const { rows } = await api().pool.query(
      'select from enrichment_results where item_code is null and entity_id = any($1)',
      [ids],
    );
    expect(rows).toHaveLength(delivered);
  });

  it('2: charges nothing for a worker that returns after another one took over the execution', async () => {
    const { enrich, newEntity, topUp, balance, source, faults } = fakes();
    await topUp(10 * price);
    const before = (await balance()).balanceCents;
    const id = await newEntity();
    const waiting: (() => void)[] = [];
    source.respond = (response) => {
      const name = waiting.length === 0 ? 'Stale' : 'Fresh';
      waiting.push(() => void response.writeHead(200).end(JSON.stringify({ legalName: name })));
    };
    const answering = enrich(id, ['global_fake_retried']);
    await waitUntil(() => waiting.length === 1);
    await expireLeases();
    const sweeping = api().app.get(EnrichmentSweep).sweep();
    await waitUntil(() => waiting.length === 2);
    waiting[0]!();
    await waitUntil(() => source.open.now === 1);
    // By the time another execution has completed, the stale process has had its opportunity to settle.
    source.respond = saysName;
    await enrich(await newEntity(), ['global_fake_safe']);
    expect(await countExecutions(`state = 'running'`)).toBe(1);
    waiting[1]!();
    await sweeping;
    const answer = await answering;
    expect(answer.body.results[0]).toMatchObject({ success: true, result: { enrichmentData: { legalName: 'Fresh' } } });
    const { rows } = await api().pool.query('select from enrichment_results where entity_id = $1', [id]);
    expect(rows).toHaveLength(1);
    expect([before - (await balance()).balanceCents, await faults()]).toEqual([2 * price, []]);
  });

  it('2: charges once even if a process settles the same outcome twice', async () => {
    const { enrich, newEntity, topUp, balance, faults } = fakes();
    await topUp(price);
    const before = (await balance()).balanceCents;
    const settling = api().app.get(SettleExecutions);
    const settle = settling.settle.bind(settling);
    const outcomes: (Settled | null)[] = [];
    settling.settle = async (...given) => {
      for (let time = 0; time < 2; time += 1) outcomes.push(await settle(...given));
      return outcomes[0]!;
    };
    const id = await newEntity();
    const answer = await enrich(id, ['global_fake_safe']);
    settling.settle = settle;
    expect([answer.body.success, outcomes.map((each) => each !== null)]).toEqual([true, [true, false]]);
    expect([before - (await balance()).balanceCents, await faults()]).toEqual([price, []]);
  });

  it('refunds the reservation when it is unknown whether an unsafe call reached the provider', async () => {
    const { enrich, newEntity, topUp, balance, source, faults } = fakes();
    await topUp(price);
    const before = await balance();
    const asked = source.asked.length;
    source.respond = () => undefined;
    const answering = enrich(await newEntity(), ['global_fake_unsafe']);
    await waitUntil(() => source.asked.length > asked);
    await expireLeases();
    await api().app.get(EnrichmentSweep).sweep();
    expect((await answering).body.results).toMatchObject([{ error: { code: 'OUTCOME_UNKNOWN' }, costCents: 0 }]);
    expect([await balance(), source.asked.length, await faults()]).toEqual([before, asked + 1, []]);
  });

  const expireLeases = () =>
    api().pool.query(
      `update enrichment_executions set leased_until = now() - interval '1 second' where state = 'running'`,
    );

  async function countExecutions(condition: string): Promise<number> {
    const { rows } = await api().pool.query<{ n: number }>(
      `select count(*)::int as n from enrichment_executions where ${condition}`,
    );
    return rows[0]!.n;
  }
});
