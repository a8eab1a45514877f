import { publishRule } from '../../../../test/support/publish-rule.js';
import { type Body, type TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { unknownId } from '../../../../test/support/rule-samples.js';

const text = (key: string, when: string, then: string): string => `rule ${key} "${key}" {
  on transaction (created)
  score 40
  when ${when}
  then ${then}
}
`;

const large = (limit: number): string => text('large', `transaction.amount >= ${limit} USD`, 'suggest SUSPEND');

/** Like `large`, but also reads records that no active rule has read. */
const burst = (count: number): string =>
  text('burst', `count(transactions from origin in last 24h) >= ${count}`, 'suggest BLOCK');

describe('flips of stored decisions', () => {
  const api = useTestApi();
  let ruleId: string;

  const flips = (body: object, key?: string): Promise<TestResponse> =>
    api().call('/rules/flips', { body, ...(key !== undefined && { key }) });
  const sidesOf = ({ body }: TestResponse): readonly string[] =>
    body.records.map(
      ({ externalId, before, after, rules }: Body) =>
        `${externalId} ${before.decision} ${after.decision} ${rules[0].before} ${rules[0].after}`,
    );

  beforeAll(async () => {
    await api().call('/entities', { body: { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' } });
    ruleId = await publishRule(api(), { source: large(500) });
    for (const [index, amount] of [10, 400, 800].entries()) {
      const body = { externalId: `p-${amount}`, type: 'PAYMENT', amount, currency: 'USD', originExternalId: 'ana' };
      const transactedAt = `2026-03-01T10:0${index}:00Z`;
      expect((await api().call('/transactions', { body: { ...body, transactedAt } })).status).toBe(201);
    }
  });

  it('show the decision of the whole rule set, stored and with the new text in place of its rule', async () => {
    const answer = await flips({ source: large(300) });
    expect([answer.status, answer.body.flips]).toEqual([200, 1]);
    expect(sidesOf(answer)).toEqual([
      'p-800 HOLD HOLD hit hit',
      'p-400 APPROVE HOLD no_hit hit',
      'p-10 APPROVE APPROVE no_hit no_hit',
    ]);
    expect(answer.body.records[1]).toMatchObject({ recordType: 'transaction', amount: 400, currency: 'USD' });
    expect(sidesOf(await flips({ source: large(500), recent: 2 }))).toEqual([
      'p-800 HOLD HOLD hit hit',
      'p-400 APPROVE APPROVE no_hit no_hit',
    ]);
  });

  it('keep to the requested records, in their order', async () => {
    const { body } = await flips({ source: large(300) });
    const ids = body.records.map(({ evaluationId }: Body) => evaluationId as string);
    const named = await flips({ source: large(300), evaluationIds: [ids[2], unknownId, ids[0]] });
    expect(sidesOf(named).map((each) => each.split(' ')[0])).toEqual(['p-10', 'p-800']);
  });

  it('read inputs no rule has read before as of the time of each record, as a replay does', async () => {
    const tried = await flips({ source: burst(2) });
    expect(sidesOf(tried)).toEqual([
      'p-800 HOLD REJECT null hit',
      'p-400 APPROVE REJECT null hit',
      'p-10 APPROVE APPROVE null no_hit',
    ]);
    const id = await publishRule(api(), { source: burst(2) });
    const { ruleSet } = (await api().call('/rule-sets/active')).body;
    for (const { evaluationId, after } of tried.body.records as readonly Body[]) {
      const body = { ruleSetVersion: ruleSet.version };
      const replay = await api().call(`/evaluations/${evaluationId}/replay`, { body });
      expect(replay.body.replayed.decision).toBe(after.decision);
    }
    // Compares with a rule set by which none of them was decided.
    expect(sidesOf(await flips({ source: burst(3) }))).toEqual([
      'p-800 REJECT REJECT hit hit',
      'p-400 REJECT APPROVE hit no_hit',
      'p-10 APPROVE APPROVE no_hit no_hit',
    ]);
    await api().call(`/rules/${id}`, { method: 'PATCH', body: { enabled: false } });
  });

  it('store nothing', async () => {
    const count = async (): Promise<number> => (await api().call('/evaluations')).body.pagination.total as number;
    const before = await count();
    await flips({ source: large(1) });
    expect(await count()).toBe(before);
    expect((await api().call(`/rules/${ruleId}`)).body.rule.source).toContain('500');
  });

  it('include records stored before any rule existed', async () => {
    const key = api().stranger.key;
    const body = { externalId: 'early', type: 'PAYMENT', amount: 700, currency: 'USD' };
    expect((await api().call('/transactions', { body, key })).status).toBe(201);
    expect(sidesOf(await flips({ source: large(500) }, key))).toEqual(['early APPROVE HOLD null hit']);
  });

  it.each([
    [{}, 400, 'VALIDATION_ERROR'],
    [{ source: large(300), recent: 201 }, 400, 'VALIDATION_ERROR'],
    [{ source: large(300), recent: 3, evaluationIds: [unknownId] }, 400, 'VALIDATION_ERROR'],
    [{ source: large(300), params: { none: 1 } }, 400, 'VALIDATION_ERROR'],
    [{ source: 'rule x {' }, 422, 'INVALID_SOURCE'],
    [{ source: text('x', 'transaction.amuont > 1 USD', 'suggest FLAG') }, 422, 'INVALID_SOURCE'],
  ])('reject %j with %i %s', async (body, status, code) => {
    const answer = await flips(body);
    expect([answer.status, answer.body.error?.code]).toEqual([status, code]);
  });
});
