import { createApp } from '../../../create-app.js';
import { readConfig } from '../../../platform/config/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import {
  type TestResponse,
  type Body,
  startOwnTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';
import { waitingRuns } from './persistence/evaluation-store.js';
import { waitUntilFound } from '../../../../test/support/wait-until.js';

const rule = (key: string, body: string): object => ({
  source: `rule ${key} "${key}" {
  on transaction (created)
  ${body}
}`,
});

let sent = 0;

describe('asynchronous rules', () => {
  let api: TestApi;
  let later: string;

  const pay = (category: string): Promise<TestResponse> => {
    const payment = { type: 'PAYMENT', amount: 10, currency: 'USD', originExternalId: 'ana', category };
    return api.call('/transactions', { body: { ...payment, externalId: `fu-${(sent += 1)}` } });
  };
  const runsOf = async (transactionId: string): Promise<readonly Body[]> =>
    (await api.call(`/evaluations?transactionId=${transactionId}`)).body.evaluations;
  /** Returns both evaluations of a payment, once the second one exists: the second and the first. */
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

  it('do not affect the response, then raise alerts and set statuses in their own evaluation', async () => {
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
    expect(alerts).toMatchObject([
      { name: 'Ana later', evaluationId: second.id, entity: { name: 'Ana', status: 'under_review' } },
    ]);
    expect((await api.call(`/transactions/${id}`)).body.transaction.flagged).toBe(true);
    expect((await api.call('/entities/by-external-id/ana')).body.status).toBe('under_review');
    const after = (await api.call(`/transactions/${id}`)).body.transaction;
    expect(after).toMatchObject({ decision: 'APPROVE', riskScore: 20, lastEvaluationId: first.id });
    expect((await api.call(`/evaluations/${second.id}/replay`, { body: {} })).body.equal).toBe(true);
    expect(await waiting()).toBe(0);
  });

  it('are also stored when they do not hit, and trigger nothing further', async () => {
    const { body } = await pay('other');
    const [second] = await bothRunsOf(body.transaction.id);
    expect(second.rulesExecutionSummary).toMatchObject({ rulesHit: [], rulesNoHit: [{ ruleId: later }] });
  });

  it('are run by the next process when the one that responded died first', async () => {
    const { organizationId } = api.production;
    const { body } = await pay('later');
    const { id } = body.transaction;
    const [second, first] = await bothRunsOf(id);
    // Simulates a process that ends between its response and the follow-up evaluation: no process is notified of the row.
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

  it('use the matrices of the preceding evaluation even if the defaults changed since', async () => {
    const { id } = (await pay('later')).body.transaction;
    const [second, first] = await bothRunsOf(id);
    await api.pool.query('delete from evaluations where id = $1', [second.id]);
    const { riskMatrix } = (await api.call('/risk-matrices', { body: { name: 'New default', status: 'active' } })).body;
    const setDefaults = (transaction: readonly string[]): Promise<TestResponse> =>
      api.call('/risk-matrices/defaults', { method: 'PUT', body: { transaction } });
    expect((await setDefaults([riskMatrix.id])).status).toBe(200);
    const values = [api.production.organizationId, first.id];
    await api.pool.query('insert into waiting_runs (organization_id, evaluation_id) values ($1, $2)', values);
    waitingRuns.emit('stored', api.production.organizationId);
    expect((await bothRunsOf(id))[0]).toMatchObject({ rulesExecutionSummary: { rulesHit: [{ ruleId: later }] } });
    await setDefaults([]);
  });

  describe('on people without any other rules', () => {
    let screened: string;
    let ruleId: string;
    /** Returns the evaluations of the person, newest first, once this many exist. */
    const runsAbout = (count: number): Promise<readonly Body[]> =>
      waitUntilFound(async () => {
        const { evaluations } = (await api.call(`/evaluations?entityId=${screened}`)).body;
        const runs = (evaluations as Body[]).filter(({ recordType }) => recordType === 'person');
        return runs.length >= count ? runs : [];
      });

    beforeAll(async () => {
      ruleId = await publishRule(api, {
        source: `rule screening "Screening" {
  on person (created)
  evaluate async
  score 90
  when entity.countryCode = "BR"
  then alert HIGH "{entity.name} screened"
}`,
      });
      const body = { type: 'person', name: 'Bea', countryCode: 'BR', externalId: 'bea', status: 'active' };
      const created = await api.call('/entities', { body });
      expect(created.body).toMatchObject({ success: true, entity: { riskScore: 0, currentEvaluation: null } });
      expect(created.body.rulesResult).toBeUndefined();
      screened = created.body.entity.id;
    });

    it('are run, and leave the score and latest evaluation of the person unchanged', async () => {
      const [second, first] = await runsAbout(2);
      expect(first).toMatchObject({ stage: 'sync', rulesExecutionSummary: { rulesHit: [], rulesNoHit: [] } });
      expect(second).toMatchObject({
        stage: 'async',
        parentEvaluationId: first.id,
        trigger: 'entity_created',
        rulesExecutionSummary: { rulesHit: [{ ruleId }] },
      });
      const { alerts } = (await api.call(`/intelligence/alerts?entityId=${screened}&ruleId=${ruleId}`)).body;
      expect(alerts).toMatchObject([{ name: 'Bea screened', evaluationId: second.id }]);
      const after = (await api.call(`/entities/${screened}`)).body;
      expect(after).toMatchObject({ riskScore: 0, riskFactors: [], currentEvaluation: null });
    });

    it('are not awaited on events that they do not name', async () => {
      const changed = await api.call(`/entities/${screened}`, { method: 'PATCH', body: { name: 'Bea B' } });
      expect(changed.body).toMatchObject({ evaluation: { evaluationType: 'SYSTEM', decision: null } });
      expect(await runsAbout(2)).toHaveLength(2);
    });

    it('can be run on demand', async () => {
      const analyzed = await api.call(`/entities/${screened}/analyze`, { body: {} });
      expect(analyzed.body).toMatchObject({ success: true, data: { rulesExecuted: 0, rulesTriggered: 0 } });
      const [second, first] = await runsAbout(4);
      expect(first).toMatchObject({ id: analyzed.body.data.id, evaluationType: 'MANUAL', stage: 'sync' });
      expect(second).toMatchObject({ stage: 'async', parentEvaluationId: first.id });
      expect((await api.call(`/entities/${screened}`)).body.currentEvaluation).toBeNull();
    });

    it('keep in their alerts the person as the preceding evaluation left it', async () => {
      await publishRule(api, {
        source: 'rule scored "Scored" {\n  on person\n  score 30\n  when entity.countryCode = "BR"\n}',
      });
      const { entity } = (await api.call('/entities', { body: { type: 'person', name: 'Cid', countryCode: 'BR' } }))
        .body;
      expect(entity.riskScore).toBe(30);
      const alerts = await waitUntilFound<Body>(
        async () => (await api.call(`/intelligence/alerts?entityId=${entity.id}`)).body.alerts,
      );
      expect(alerts).toMatchObject([{ ruleId, entity: { id: entity.id, riskScore: 30 } }]);
    });
  });
});
