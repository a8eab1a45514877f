import type { ServerResponse } from 'node:http';

import { bookByHand } from '../../tenancy/billing/index.js';
import { fakeProvider } from '../../../../test/support/define-fake-provider.mjs';
import type { Call, TestResponse } from '../../../../test/support/start-test-api.js';
import { switchOn, useFakeProviders } from '../../../../test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { enrichmentLimits } from './domain/enrichment-limits.js';

const slow = fakeProvider('global_fake_slow', { timeoutMs: 50_000 });
const path = '/integration-execution/marketplace/enrichment';

describe('sweep of abandoned enrichment executions', () => {
  const api = useOwnTestApi();
  const fakes = useFakeProviders(api, [slow]);
  const expireLeases = () =>
    api().pool.query(
      `update enrichment_executions set leased_until = now() - interval '1 second' where state in ('queued', 'running')`,
    );

  it('takes over executions of one organization while the source of another organization does not respond', async () => {
    const { source } = fakes();
    const call = (to: string, asked: Call = {}) => api().call(to, { key: api().stranger.key, ...asked });
    await switchOn({ ...api(), call }, slow.code, source.baseUrl);
    const waiting: ServerResponse[] = [];
    source.respond = (response) => void waiting.push(response);
    const asking: Promise<TestResponse>[] = [];
    for (const { key, organizationId } of [api().production, api().stranger]) {
      const booking = { organizationId, kind: 'adjust', reference: 'money', amountCents: 100, reason: 'test' } as const;
      await bookByHand(api().pool, booking);
      const body = { type: 'company', name: 'A company', countryCode: 'US' };
      const { entity } = (await api().call('/entities', { key, body })).body;
      asking.push(api().call(path, { key, body: { entityId: entity.id, integrationCodes: [slow.code] } }));
    }
    await waitUntil(() => waiting.length === 2);
    await expireLeases();
    // No response has been sent yet. If they were taken over one by one, the second would start only after the first timed out.
    await waitUntil(() => waiting.length === 4);
    expect(source.open.now).toBe(4);
    for (const response of waiting) response.writeHead(200).end('{"legalName":"A"}');
    for (const answer of await Promise.all(asking)) expect(answer.body).toMatchObject({ success: true });
  });

  it('fails an execution whose outcome can never be stored and releases its reserved money', async () => {
    const { source, newEntity, enrich, topUp, balance, faults } = fakes();
    await topUp(100);
    const before = await balance();
    const id = await newEntity();
    source.respond = (response) => void response.writeHead(200).end('{"legalName":"A"}');
    await api().pool.query(
      `create function refuse_result() returns trigger language plpgsql as $$ begin
         if new.item_code is null then raise exception 'refused'; end if; return new; end $$`,
    );
    await api().pool.query(
      'create trigger refuse_result before insert on enrichment_results for each row execute function refuse_result()',
    );
    const asked = source.asked.length;
    const answering = enrich(id, [slow.code]);
    let isAnswered = false;
    void answering.then(() => (isAnswered = true));
    await waitUntil(() => source.asked.length > asked);
    await api().pool.query(`update enrichment_executions set lease_number = $2 where entity_id = $1`, [
      id,
      enrichmentLimits.takenOver,
    ]);
    await expireLeases();
    await waitUntil(() => isAnswered);
    await api().pool.query('drop trigger refuse_result on enrichment_results');
    expect((await answering).body).toMatchObject({
      ...{ success: false, totalCostCents: 0 },
      results: [{ success: false, error: { code: 'INTERNAL_ERROR' } }],
    });
    expect([await balance(), await faults()]).toEqual([before, []]);
  });
});
