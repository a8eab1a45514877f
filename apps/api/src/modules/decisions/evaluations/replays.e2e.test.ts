import { propertyTimeoutMs, wholeRuns } from '@tamis/testkit/arbitraries';

import { packInputs, unpackInputs } from './persistence/packed-inputs.js';
import { ReplaySample } from './use-cases/replay-sample.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import {
  type TestResponse,
  type Body,
  startOwnTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';

/** Ten thousand in the extended test run. */
const payments = wholeRuns(100);
const atOnce = 10;

const rule = (key: string, when: string, then: string): object => ({
  source: `rule ${key} "${key}" {\n  on transaction (created)\n  score 30\n  when ${when}\n  then ${then}\n}\n`,
});

/** Returns a payment. Amounts, customers, days and missing values vary, in the same way every time. */
const payment = (index: number): object => ({
  externalId: `p-${index}`,
  type: 'PAYMENT',
  amount: ((index * 7_919) % 100_000) / 100,
  currency: 'USD',
  originExternalId: `customer-${index % 7}`,
  ...(index % 3 > 0 && { channel: index % 3 === 1 ? 'web' : 'atm' }),
  transactedAt: new Date(Date.parse('2026-03-01T00:00:00Z') + index * 97_000).toISOString(),
});

describe('replay of stored evaluations', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi();
    for (let customer = 0; customer < 7; customer += 1)
      await api.call('/entities', {
        body: { type: 'person', name: 'Ana', countryCode: 'BR', externalId: `customer-${customer}` },
      });
    await publishRule(api, rule('large', 'transaction.amount >= 500 USD', 'suggest FLAG'));
    await publishRule(api, rule('often', 'count(transactions from origin in last 1h) >= 5', 'alert LOW "often"'));
    await publishRule(api, rule('web', 'transaction.channel = "web"', 'key "web"'));
  });
  afterAll(() => api?.stop());

  /** Makes a few calls at a time, in order. */
  const each = async <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> => {
    const answers: T[] = [];
    for (let first = 0; first < count; first += atOnce) {
      const now = Array.from({ length: Math.min(atOnce, count - first) }, (_, index) => call(first + index));
      answers.push(...(await Promise.all(now)));
    }
    return answers;
  };
  const ids = (answers: readonly TestResponse[]): readonly string[] =>
    answers.map(({ body, text }) => {
      if (!body.rulesResult) throw new Error(text);
      return body.rulesResult.evaluationId as string;
    });

  it(
    'returns the stored bytes, whatever was published since',
    async () => {
      const half = Math.ceil(payments / 2);
      const pay = (index: number): Promise<TestResponse> => api.call('/transactions', { body: payment(index) });
      const before = ids(await each(half, pay));
      await publishRule(
        api,
        rule('sum', 'sum(amount as USD of transactions from origin in last 24h) >= 2_000 USD', 'suggest BLOCK'),
      );
      const after = ids(await each(payments - half, (index) => pay(half + index)));
      const stored = [...before, ...after];
      const answers = await each(stored.length, (index) =>
        api.call(`/evaluations/${stored[index]}/replay`, { body: {} }),
      );
      const equal = answers.filter(({ body }) => body.equal === true).length;
      const hits = answers.filter(({ body }) => body.replayed?.rulesHit.length > 0).length;
      const versions = new Set(answers.map(({ body }) => body.ruleSetVersion as string));
      expect(answers.find(({ body }) => body.equal !== true)?.text).toBeUndefined();
      expect([equal, versions.size]).toEqual([payments, 2]);
      expect(hits).toBeGreaterThan(payments / 4);
    },
    propertyTimeoutMs,
  );

  describe('daily sample', () => {
    const dayMs = 86_400_000;
    const count = async (result: string): Promise<number> => {
      const { text } = await api.call('/metrics', { key: null });
      const lines = text.split('\n').filter((line) => line.startsWith('tamis_replayed'));
      const name = `tamis_replayed_evaluations_total{result="${result}"} `;
      const found = lines.find((line) => line.startsWith(name));
      if (found === undefined) throw new Error(`no ${name}in ${JSON.stringify(lines)}`);
      return Number(found.slice(name.length));
    };
    /** Returns the day after the payments, if all of them were made on the same day. */
    const nextDay = async (): Promise<Date> => {
      const { rows } = await api.pool.query<{ at: Date }>('select max(evaluated_at) as at from evaluations');
      return new Date(rows[0]!.at.getTime() + dayMs);
    };
    const incidents = async (): Promise<readonly Body[]> =>
      (await api.pool.query(`select payload from outbox_events where event = 'evaluation.replay_differs'`)).rows;

    it('confirms the stored evaluations once across all processes and reports it in the metrics', async () => {
      const [sample, at] = [api.app.get(ReplaySample), await nextDay()];
      await sample.replayAll(at);
      const equal = await count('equal');
      expect(equal).toBeGreaterThan(0);
      expect([await count('different'), await incidents()]).toEqual([0, []]);
      await sample.replayAll(at);
      expect(await count('equal')).toBe(equal);
    });

    it('raises an incident when an input differs from what was stored', async () => {
      await api.pool.query('delete from replay_samples');
      const { rows: runs } = await api.pool.query<{ id: string; inputs: Buffer }>(
        'select id, inputs from evaluations where organization_id = $1',
        [api.production.organizationId],
      );
      for (const { id, inputs } of runs) {
        const { context, facts } = unpackInputs(inputs);
        const changed = packInputs({ context: context.replaceAll('"channel":"web"', '"channel":"atm"'), facts });
        await api.pool.query('update evaluations set inputs = $2 where id = $1', [id, changed]);
      }
      await api.app.get(ReplaySample).replayAll(await nextDay());
      const different = await count('different');
      expect(different).toBeGreaterThan(0);
      const [{ payload }] = await incidents();
      expect(payload).toMatchObject({ differing: different });
      expect(payload.evaluationIds.length).toBeGreaterThan(0);
      const { rows } = await api.pool.query(
        `select content ->> 'summary' as summary from audit_events where content ->> 'event' = 'evaluation_replay_differs'`,
      );
      expect(rows).toEqual([{ summary: expect.stringContaining(`${different} had another outcome`) }]);
    });
  });
});
