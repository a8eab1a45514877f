import { EnginePool, type Fault, FaultPlan } from '@tamis/engine-pool';
import { reportPromise } from '@tamis/testkit';

import { RuleEngine } from '../rule-sets/index.js';
import { createRule } from '../../../../test/support/rule-samples.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const rounds = Number(process.env['TAMIS_RUNS'] ?? 3);
const atOnce = 6;
const threads = 2;

describe('promise 12: workers that die under payments', () => {
  const api = useOwnTestApi();

  it('promise 12: whatever ends a worker, each payment has its effects once, and the workers are all there again', async () => {
    const { body } = await api().call('/data-lists', { body: { name: 'paid', type: 'custom', source: 'internal' } });
    const rules: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const source = `rule r${round} "R${round}" {
  on transaction (created)
  when transaction.amount >= 1 USD
  then alert LOW "r${round}"
       open case LOW "of {origin.externalId}"
       add transaction.externalId to list "${body.data.id}"
}`;
      rules.push((await createRule(api(), { source })).id);
    }
    // Each rule ends two workers when it is first evaluated. The caller receives an error or is served by another worker.
    const kinds = ['exit', 'throw'] as const;
    const faults = new FaultPlan(rules.map((at, round): Fault => ({ at, kind: kinds[round % 2]!, times: 2 })));
    const evaluations = api().app.get(RuleEngine);
    const before = Reflect.get(evaluations, 'pool') as EnginePool;
    const pool = new EnginePool({ threads, deadlineMs: 2_000, setBytesPerWorker: 64 * 2 ** 20, faults });
    Reflect.set(evaluations, 'pool', pool);
    await before.destroy();

    const refused: TestResponse[] = [];
    const pay = async (externalId: string): Promise<void> => {
      const origin = `ana-${externalId.split('-')[1]!}`;
      const payment = { type: 'PAYMENT', amount: 5, currency: 'USD', externalId, originExternalId: origin };
      for (;;) {
        const answer = await api().call('/transactions', { body: payment });
        if (answer.status === 201) return;
        refused.push(answer);
      }
    };
    for (let place = 0; place < atOnce; place += 1)
      await api().call('/entities', {
        body: { type: 'person', name: 'A', countryCode: 'BR', externalId: `ana-${place}` },
      });
    for (const [round, id] of rules.entries()) {
      const published = await api().call(`/rules/${id}`, { method: 'PATCH', body: { status: 'active' } });
      expect(published.status).toBe(200);
      await Promise.all(Array.from({ length: atOnce }, (_, place) => pay(`${round}-${place}`)));
    }

    const { rows } = await api().pool.query<{
      external_id: string;
      round: number;
      alerts: number;
      rules: number;
      items: number;
      runs: number;
    }>(
      `select t.external_id, split_part(t.external_id, '-', 1)::int as round,
         (select count(*)::int from alerts a where a.transaction_id = t.id and a.investigation_id is not null) as alerts,
         (select count(distinct rule_id)::int from alerts a where a.transaction_id = t.id) as rules,
         (select count(*)::int from data_list_items i where i.primary_value = t.external_id) as items,
         (select count(*)::int from evaluations e where e.record_id = t.id) as runs
       from transactions t`,
    );
    const wrong = rows.filter(({ round, ...found }) => {
      const inForce = round + 1;
      return found.alerts !== inForce || found.rules !== inForce || found.items !== 1 || found.runs !== 1;
    });
    const struck = rules.reduce((total, id) => total + Math.min(2, faults.triggerCount(id)), 0);
    reportPromise(12, {
      figure: `${rows.length - wrong.length} of ${rows.length} payments have their effects exactly once after ${struck} deaths of workers; ${refused.length} were refused with 503 and sent again`,
      target: 'effects exactly once, the request answered or 503, the pool full again',
      holds: wrong.length === 0 && rows.length === rounds * atOnce && pool.threadIds().length === threads,
    });
    expect(wrong).toEqual([]);
    expect(rows).toHaveLength(rounds * atOnce);
    expect(struck).toBe(2 * rounds);
    expect(
      refused.filter(({ status, body: told }) => status !== 503 || told.error.code !== 'SERVICE_UNAVAILABLE'),
    ).toEqual([]);
    expect(pool.threadIds()).toHaveLength(threads);
  });
});
