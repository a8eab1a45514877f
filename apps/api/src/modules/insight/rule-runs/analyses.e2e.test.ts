import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { nextNumber, unknownId } from '../../../../test/support/rule-samples.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const rule = (key: string, on: string, when: string, then: string, more = ''): object => ({
  source: `rule ${key} "${key}" {
  on ${on}
  score 40${more}
  when ${when}
  then ${then}
}`,
});

/** The routes for the three kinds of records. */
type Kind = 'entities' | 'transactions' | 'events/user';

describe('analysis of a stored record', () => {
  let api: TestApi;
  let ids: Record<Kind, string>;

  const analyze = (kind: Kind, body: object = {}, key?: string): Promise<TestResponse> =>
    api.call(`/${kind}/${ids[kind]}/analyze`, { body, ...(key !== undefined && { key }) });
  const recordOf = async (kind: Kind): Promise<Body> => {
    const { body } = await api.call(`/${kind}/${ids[kind]}`);
    return body.transaction ?? body.event ?? body;
  };
  const stored = async (): Promise<number> => (await api.call('/evaluations')).body.pagination.total as number;
  beforeAll(async () => {
    api = await startTestApi();
    const person = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana' };
    const made = await api.call('/entities', { body: person });
    const paid = await api.call('/transactions', {
      body: {
        externalId: 'p-1',
        type: 'PAYMENT',
        amount: 800,
        currency: 'USD',
        originExternalId: 'ana',
        transactedAt: '2026-03-01T10:00:00Z',
      },
    });
    const event = { eventType: 'LOGIN_SUCCESS', userId: 'u-1', entityExternalId: 'ana', country: 'BR' };
    const seen = await api.call('/events/user', { body: event });
    ids = {
      entities: (made.body.data ?? made.body.entity ?? made.body).id,
      transactions: paid.body.transaction.id,
      'events/user': seen.body.event.id,
    };
    expect((await analyze('transactions')).body.error?.code).toBe('NO_ACTIVE_RULES');
    await publishRule(api, rule('from_brazil', 'person', 'entity.countryCode = "BR"', 'alert HIGH "from Brazil"'));
    // Not a rule that is evaluated when the payment is stored.
    await publishRule(
      api,
      rule(
        'large',
        'transaction (updated)',
        'transaction.amount >= 500 USD',
        'suggest SUSPEND\n       set status of transaction to SUSPENDED',
      ),
    );
    await publishRule(api, rule('on_web', 'transaction', 'transaction.channel = "web"', 'suggest FLAG'));
    await publishRule(api, rule('login', 'userEvent', 'event.country = "BR"', 'alert LOW "{event.userId}"'));
  });
  afterAll(() => api?.stop());

  it.each([
    ['entities', 'person', 'APPROVE', 1, 0],
    ['transactions', 'transaction', 'HOLD', 1, 1],
    ['events/user', 'user_event', 'APPROVE', 1, 0],
  ] as const)(
    'of %s runs the rules and stores the evaluation and its result',
    async (kind, type, decision, hits, unknown) => {
      const before = await stored();
      const { status, body, text } = await analyze(kind, { coverage: 'full' });
      expect([status, text]).toEqual([200, expect.any(String)]);
      expect(body.data).toMatchObject({
        entityId: ids[kind],
        entityType: type,
        rulesTriggered: hits,
        rulesUnknown: unknown,
        overallRiskScore: 40,
        riskFactors: [{ impact: 40 }],
        coverage: { share: body.data.confidence },
        metadata: { riskMatrixIds: [], riskMatrixName: null },
      });
      expect(body.rulesResult).toMatchObject({ decision, evaluationId: body.data.id });
      const evaluation = (await api.call(`/evaluations/${body.data.id}`)).body.evaluation;
      expect(evaluation).toMatchObject({ trigger: 'manual_evaluation', evaluationType: 'MANUAL', decision });
      expect(evaluation.rulesExecutionSummary).toEqual(body.rulesExecutionSummary);
      expect(await stored()).toBe(before + 1);
      expect(await recordOf(kind)).toMatchObject({ riskScore: 40 });
      expect((await api.call(`/evaluations/${body.data.id}/replay`, { body: {} })).body.equal).toBe(true);
    },
  );

  it('applies the actions of the rules to the record', async () => {
    const payment = await recordOf('transactions');
    expect(payment).toMatchObject({ status: 'SUSPENDED', decision: 'HOLD', flagged: true });
    expect(payment.statusHistory).toMatchObject([
      { previousStatus: 'CREATED', status: 'SUSPENDED', changedBy: 'rule' },
    ]);
  });

  it('reports which inputs were missing, and for which rule', async () => {
    const { data } = (await analyze('transactions', { coverage: 'full', dryRun: true })).body;
    expect(data.coverage).toMatchObject({
      share: 0.5,
      missing: ['channel'],
      rules: [
        { ruleKey: 'large', missing: [] },
        { ruleKey: 'on_web', share: 0, missing: ['channel'] },
      ],
    });
    expect(data.recommendations).toEqual([expect.stringContaining('Hold'), expect.stringContaining('channel')]);
    expect((await analyze('transactions', { coverage: 'none', dryRun: true })).body.data.coverage).toBeUndefined();
  });

  it.each(['entities', 'transactions', 'events/user'] as const)('of %s stores nothing in a dry run', async (kind) => {
    const [runs, record] = [await stored(), await recordOf(kind)];
    const alerts = await api.pool.query('select count(*)::int as n from alerts');
    const { body } = await analyze(kind, { dryRun: true });
    expect(body).toMatchObject({
      data: { id: null, rulesTriggered: 1 },
      rulesResult: { evaluationId: null, alerts: [] },
    });
    expect([await stored(), await recordOf(kind)]).toEqual([runs, record]);
    expect((await api.pool.query('select count(*)::int as n from alerts')).rows).toEqual(alerts.rows);
  });

  it('runs the requested matrices', async () => {
    const matrix = { name: `Matrix ${nextNumber()}`, key: 'named', status: 'active' };
    const { id } = (await api.call('/risk-matrices', { body: matrix })).body.riskMatrix;
    await publishRule(api, rule('in_matrix', 'person', 'entity.countryCode = "BR"', 'key "x"', '\n  matrix named'));
    const { body } = await analyze('entities', { riskMatrixIds: [id], dryRun: true });
    expect(body.data.metadata).toEqual({ riskMatrixIds: [id], riskMatrixName: matrix.name });
    expect(body.rulesExecutionSummary.rulesHit).toMatchObject([{ ruleKey: 'in_matrix' }]);
    expect((await analyze('entities', { riskMatrixIds: [unknownId] })).status).toBe(422);
  });

  it.each([
    ['another type', { entityType: 'company' }, 400],
    ['integrations without a wish for them', { providerCodes: ['br_receita_cnpj'] }, 400],
    ['an enrichment that a dry run would store', { enrichIfNeeded: true, dryRun: true }, 400],
  ])('of %s is rejected', async (_, body, status) => {
    expect((await analyze('entities', body)).status).toBe(status);
  });

  it('requires permission to read the record and to run rules', async () => {
    const refused = await analyze('transactions', {}, await createKeyWith(api, 'rules:execute'));
    expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'transactions:read']);
    expect(
      (await analyze('transactions', { dryRun: true }, await createKeyWith(api, 'rules:execute', 'transactions:read')))
        .status,
    ).toBe(200);
  });

  it('hides sensitive values from callers without permission on create, update, read and analysis', async () => {
    const named = '.name = "Ana Secret" then alert LOW';
    for (const [key, on, of] of [
      ['named_entity', 'person', 'entity'],
      ['named_payer', 'transaction', 'origin'],
      ['named_user', 'userEvent', 'entity'],
    ])
      await publishRule(api, {
        source: `rule ${key} "${key}" { on ${on} when substring(${of}.name, 5, 6) != "q" and ${of}${named} "{${of}.name} again, {upper(${of}.name)}" }`,
      });
    const plain = await createKeyWith(
      api,
      ...['entities:create', 'entities:edit', 'transactions:create', 'transactions:edit', 'transactions:read'],
      ...['events:create', 'rules:execute', 'entities:read'],
    );
    const person = { type: 'person', name: 'Ana Secret', countryCode: 'BR' };
    const payment = { type: 'PAYMENT', amount: 1, currency: 'USD' };
    const asked = async (path: string, body: unknown, method = 'POST'): Promise<Body> => {
      const answers = [api.production.key, plain].map(async (key, index) => {
        const text = JSON.stringify(body).replaceAll('#', index === 0 ? 'all' : 'plain');
        return api.call(path.replaceAll('#', index === 0 ? 'all' : 'plain'), { method, body: text, key });
      });
      const [all, shown] = await Promise.all(answers);
      const [seen, hidden] = [all, shown].map((answer) => JSON.stringify(runOf(answer!.body)));
      for (const text of ['Ana Secret', ':"Secret"'])
        expect([path, text, seen!.includes(text), hidden!.includes(text)]).toEqual([path, text, true, false]);
      // A dry run raises no alert.
      expect([path, seen!.includes('ANA SECRET')]).toEqual([path, !path.endsWith('/analyze')]);
      expect(hidden).not.toContain('ANA SECRET');
      expect(hidden).toContain('****');
      return shown!.body;
    };
    const runOf = ({ rulesResult, rulesExecutionSummary, persisted }: Body): Body => [
      rulesResult,
      rulesExecutionSummary,
      persisted,
    ];
    const { entity } = await asked('/entities', { ...person, externalId: 'secret-#' });
    await asked(`/entities/${entity.id}/analyze`, { dryRun: true });
    const party = { originExternalId: 'secret-#' };
    const { transaction } = await asked('/transactions', { ...payment, ...party, externalId: 'hidden-#' });
    await asked(`/transactions/${transaction.id}?executeRules=true`, { metadata: { by: '#' } }, 'PATCH');
    await asked('/transactions/external/hidden-#/changeStatus', { status: 'SENT' }, 'PATCH');
    const read = await api.call(`/transactions/${transaction.id}?includeRulesSummary=full`, { key: plain });
    expect(JSON.stringify(runOf(read.body))).not.toContain('Ana Secret');
    await asked('/events/user', { eventType: 'LOGIN_SUCCESS', userId: 'u-#', entityExternalId: 'secret-#' });
    // The readers of events and stored alerts are unknown. A message is intended for its recipients.
    const { rows } = await api.pool.query<{ told: string }>(
      `select payload::text as told from outbox_events
         where organization_id = $1 and event in ('rule.triggered', 'risk_analysis_entity_executed')
       union all select trigger_condition::text from alerts where organization_id = $1`,
      [api.production.organizationId],
    );
    expect(rows.filter(({ told }) => told.includes('****')).length).toBeGreaterThan(2);
    expect(rows.filter(({ told }) => told.includes(':"Secret"') || told.includes(':"ANA SECRET"'))).toEqual([]);
  });
});
