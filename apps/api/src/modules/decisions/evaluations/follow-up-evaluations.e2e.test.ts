import { createApp } from '../../../create-app.js';
import { readConfig } from '../../../platform/config/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import {
  type TestResponse,
  type Body,
  startOwnTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';
import { waitUntilFound } from '../../../../test/support/wait-until.js';

const rule = (key: string, body: string): object => ({
  source: `rule ${key} "${key}" {
  on transaction (created)
  ${body}
}`,
});

let sent = 0;

describe('rules after the answer', () => {
  let api: TestApi;
  let later: string;

  const pay = (category: string): Promise<TestResponse> => {
    const payment = { type: 'PAYMENT', amount: 10, currency: 'USD', originExternalId: 'ana', category };
    return api.call('/transactions', { body: { ...payment, externalId: `fu-${(sent += 1)}` } });
  };
  const runsOf = async (transactionId: string): Promise<readonly Body[]> =>
    (await api.call(`/evaluations?transactionId=${transactionId}`)).body.evaluations;
  /** Both runs of a payment, once the second is there: it and the first. */
  const bothRunsOf = (transactionId: string): Promise<readonly Body[]> =>
    waitUntilFound(async () => {
      const runs = await runsOf(transactionId);
      return runs.length === 2 ? runs : [];
    });
  const waiting = async (): Promise<number> =>
    (await api.pool.query<{ n: number }>('select count(*)::int as n from waiting_runs')).rows[0]!.n;

  beforeAll(async () => {
    api = await startOwnTestApi();
    const ana = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana', status: 'active' };
    await api.call('/entities', { body: ana });
    await publishRule(api, rule('now', 'score 20\n  when transaction.amount >= 10 USD\n  then key "now"'));
    later = await publishRule(
      api,
      rule(
        'later',
        `evaluate async
  score 90
  when transaction.category = "later" and count(transactions from origin in last 24h) >= 1
  then alert HIGH "{origin.name} later"
       set status of origin to under_review because "seen later"`,
      ),
    );
  });
  afterAll(() => api?.stop());

  it('have no part in it, and then raise alerts and take statuses in a run of their own', async () => {
    const { body } = await pay('later');
    const { rulesHit, rulesNoHit } = body.rulesExecutionSummary;
    expect([...rulesHit, ...rulesNoHit].map(({ ruleKey }: Body) => ruleKey)).toEqual(['now']);
    expect(body.transaction).toMatchObject({ decision: 'APPROVE', riskScore: 20, flagged: false });
    const { id } = body.transaction;
    const [second, first] = await bothRunsOf(id);
    expect(first).toMatchObject({ id: body.rulesResult.evaluationId, stage: 'sync', decision: 'APPROVE' });
    expect(second).toMatchObject({
      stage: 'async',
      parentEvaluationId: first.id,
      decision: null,
      trigger: 'transaction_created',
      rulesExecutionSummary: { rulesHit: [{ ruleId: later }], actionsExecuted: { status: 'under_review' } },
    });
    const { alerts } = (await api.call(`/intelligence/alerts?transactionId=${id}`)).body;
    expect(alerts).toMatchObject([{ name: 'Ana later', evaluationId: second.id, entity: { name: 'Ana' } }]);
    expect((await api.call(`/transactions/${id}`)).body.transaction.flagged).toBe(true);
    expect((await api.call('/entities/by-external-id/ana')).body.status).toBe('under_review');
    const after = (await api.call(`/transactions/${id}`)).body.transaction;
    expect(after).toMatchObject({ decision: 'APPROVE', riskScore: 20, lastEvaluationId: first.id });
    expect((await api.call(`/evaluations/${second.id}/replay`, { body: {} })).body.equal).toBe(true);
    expect(await waiting()).toBe(0);
  });

  it('that miss are stored as well, and fire nothing further', async () => {
    const { body } = await pay('other');
    const [second] = await bothRunsOf(body.transaction.id);
    expect(second.rulesExecutionSummary).toMatchObject({ rulesHit: [], rulesNoHit: [{ ruleId: later }] });
  });

  it('are run by the next process where the one that answered ended before', async () => {
    const { organizationId } = api.production;
    const { body } = await pay('later');
    const { id } = body.transaction;
    const [second, first] = await bothRunsOf(id);
    // As a process leaves it that ends between its answer and the run: nobody hears of the row.
    await api.pool.query('alter table waiting_runs disable trigger waiting_runs_told');
    await api.pool.query('delete from evaluations where id = $1', [second.id]);
    const values = [organizationId, first.id];
    await api.pool.query('insert into waiting_runs (organization_id, evaluation_id) values ($1, $2)', values);
    const config = readConfig({ DATABASE_URL: api.pool.options.connectionString, PORT: '0', LOG: 'silent' });
    if (!config.ok) throw new Error(config.error.join());
    const next = await createApp(config.value);
    try {
      await next.init();
      expect((await bothRunsOf(id))[0]).toMatchObject({ stage: 'async', parentEvaluationId: first.id });
    } finally {
      await next.close();
    }
    expect(await waiting()).toBe(0);
  });
});
