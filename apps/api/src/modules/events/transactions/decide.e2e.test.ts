import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const largeText = `rule large_payment "A large payment" {
  on       transaction (created)
  category aml
  priority 80
  score    35

  when transaction.amount >= 10_000 USD

  then alert HIGH "{origin.name} pays {transaction.amount}"
       suggest SUSPEND
       key "large"
}
`;

const largeJson = {
  key: 'large_payment_json',
  name: 'A large payment, in JSON',
  category: 'aml',
  priority: 80,
  score: 35,
  targetEntityTypes: ['transaction'],
  triggers: ['transaction_created'],
  conditions: {
    operator: 'AND',
    conditions: [{ id: 'amount', type: 'simple', field: 'amount', operator: 'gte', value: { $money: '10000 USD' } }],
  },
  actions: [
    { type: 'createAlert', createAlert: { severity: 'HIGH', title: '{origin.name} pays {transaction.amount}' } },
    { type: 'suggestion', suggestion: { value: 'SUSPEND' } },
    { type: 'setCustomKeys', setCustomKeys: { keys: ['large'] } },
  ],
};

let sent = 0;
const payment = (more: object = {}): Record<string, unknown> => ({
  externalId: `pay-${(sent += 1)}`,
  type: 'PAYMENT',
  amount: 50,
  currency: 'USD',
  originExternalId: 'ana',
  transactedAt: '2026-03-01T10:00:00Z',
  ...more,
});

describe('rules that decide payments', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
    const ana = { type: 'person', name: 'Ana Souza', countryCode: 'BR', externalId: 'ana', status: 'active' };
    expect(await api.call('/entities', { body: ana })).toMatchObject({ status: 201 });
  });
  afterAll(() => api?.stop());

  const publish = async (rule: object): Promise<string> => {
    const created = await api.call('/rules', { body: rule });
    expect(created).toMatchObject({ status: 201, body: { rule: { status: 'in_progress', enabled: false } } });
    const { id } = created.body.rule;
    const active = await api.call(`/rules/${id}`, { method: 'PATCH', body: { status: 'active' } });
    expect(active).toMatchObject({
      status: 200,
      body: { rule: { status: 'active', enabled: true, version: 2, activeVersion: 2 } },
    });
    return id;
  };
  const retire = (id: string) => api.call(`/rules/${id}`, { method: 'PATCH', body: { status: 'inactive' } });

  it('runs nothing and approves while no rule is active', async () => {
    const { status, body } = await api.call('/transactions', { body: payment({ amount: 50_000 }) });
    expect(status).toBe(201);
    expect(body.transaction).toMatchObject({
      decision: 'APPROVE',
      riskScore: 0,
      flagged: false,
      origin: { name: 'Ana Souza', type: 'person' },
    });
    expect(body.rulesExecutionSummary).toMatchObject({ rulesHit: [], rulesNoHit: [], totalScore: 0 });
  });

  it('holds a payment that matches an active rule, and reports the rule set and the reason', async () => {
    const id = await publish({ source: largeText });
    const { status, body } = await api.call('/transactions', { body: payment({ amount: 12_000.5 }) });
    expect(status).toBe(201);
    expect(body.transaction).toMatchObject({ decision: 'HOLD', riskScore: 35, flagged: true, amount: 12_000.5 });
    expect(body.rulesResult).toMatchObject({
      success: true,
      rulesTriggered: 1,
      riskScore: 35,
      riskLevel: 'MEDIUM',
      decision: 'HOLD',
      isNewEvaluation: true,
      ruleSetVersion: expect.stringMatching(/^rs_[0-9a-f]{64}$/),
      alerts: [{ ruleId: id, severity: 'HIGH', title: 'Ana Souza pays 12,000.50 USD' }],
    });
    expect(body.rulesExecutionSummary).toMatchObject({
      rulesHit: [
        { ruleId: id, ruleKey: 'large_payment', outcome: 'hit', conditions: [{ field: 'amount', outcome: 'true' }] },
      ],
      rulesNoHit: [],
      actionsExecuted: { suggestion: 'SUSPEND', status: null, assignedUser: null, customKeys: ['large'] },
      totalScore: 35,
      evaluationId: body.transaction.lastEvaluationId,
    });
    expect(body.rulesResult.rulesExecutionSummary).toEqual(body.rulesExecutionSummary);
    const alerts = await api.call(`/intelligence/alerts?transactionId=${body.transaction.id}`);
    expect(alerts.body).toMatchObject({
      count: 1,
      alerts: [{ ruleId: id, evaluationId: body.transaction.lastEvaluationId }],
    });
    await retire(id);
  });

  it('returns the stored summary after the rules have changed without running a rule', async () => {
    const id = await publish({
      source: largeText.replaceAll('large_payment', 'large_again').replace('A large', 'Again a large'),
    });
    const created = await api.call('/transactions', { body: payment({ amount: 20_000 }) });
    await api.call(`/rules/${id}`, { method: 'PATCH', body: { name: 'Renamed', owner: 'Ana' } });
    await retire(id);
    const read = await api.call(`/transactions/${created.body.transaction.id}?includeRulesSummary=full`);
    expect(read.body).toMatchObject({ success: true, baseCurrency: 'USD', transaction: { decision: 'HOLD' } });
    expect(read.body.persisted.rulesExecutionSummary).toEqual(created.body.rulesExecutionSummary);
    const plain = await api.call(`/transactions/external/${created.body.transaction.externalId}`);
    expect(plain.body.persisted).toEqual({});
    expect(plain.body.transaction).toEqual(read.body.transaction);
  });

  it('decides the same whether a rule was written as text or as JSON', async () => {
    const answers: unknown[] = [];
    for (const rule of [
      { source: largeText.replace('large_payment', 'as_text').replace('A large', 'As text') },
      largeJson,
    ]) {
      const id = await publish(rule);
      const { body } = await api.call('/transactions', { body: payment({ amount: 10_000 }) });
      const { decision, riskScore, totalScore, decisionBecause } = {
        ...body.rulesResult,
        ...body.rulesExecutionSummary,
      };
      answers.push({
        decision,
        riskScore,
        totalScore,
        because: decisionBecause.map((each: Body) => each.source),
        keys: body.rulesExecutionSummary.actionsExecuted.customKeys,
      });
      await retire(id);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ decision: 'HOLD', totalScore: 35 });
  });

  it('omits rules without a hit when only hits are requested', async () => {
    const id = await publish({
      source: largeText.replaceAll('large_payment', 'large_hits').replace('A large', 'Hits: a large'),
    });
    const full = await api.call('/transactions', { body: payment() });
    expect(full.body.rulesExecutionSummary.rulesNoHit).toMatchObject([{ ruleKey: 'large_hits', outcome: 'no_hit' }]);
    const hits = await api.call('/transactions?summary=hits', { body: payment() });
    expect(hits.body.rulesExecutionSummary.rulesNoHit).toEqual([]);
    await retire(id);
  });

  it('runs no rule if the caller requests none', async () => {
    const { status, body } = await api.call('/transactions', { body: payment({ executeRules: false }) });
    expect(status).toBe(201);
    expect(body.transaction).toMatchObject({ decision: null, lastEvaluationId: null, riskScore: null });
    expect(Object.keys(body).sort()).toEqual(['requestId', 'success', 'transaction']);
  });

  it('reads every payment and entity field of responses, for the current payment and for payments in windows', async () => {
    const eva = { type: 'person', name: 'Eva', countryCode: 'BR', externalId: 'eva', email: 'eva@example.com' };
    expect(await api.call('/entities', { body: { ...eva, phone: '+55 11 90000-0000' } })).toMatchObject({
      status: 201,
    });
    await publish({
      source: `rule told "Told" {
  on transaction (created)
  when origin.email = "eva@example.com" and origin.phone != "" and origin.riskLevel = "LOW" and not origin.statusLocked
   and transaction.originName = "eva the sender" and transaction.originExternalId = "eva"
   and count(transactions from origin in last 1h where originName = "Eva the sender" and originCountry = "BR"
     and origin.riskLevel = "LOW" and origin.email = "eva@example.com") >= 2
  then key "told"
}
`,
    });
    const pay = () =>
      api.call('/transactions', {
        body: payment({ originExternalId: 'eva', originName: 'Eva the sender', originCountry: 'BR' }),
      });
    const hits: boolean[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { rulesHit } = (await pay()).body.rulesExecutionSummary;
      hits.push(rulesHit.some(({ ruleKey }: Body) => ruleKey === 'told'));
    }
    expect(hits).toEqual([false, true]);
  });
});
