import { publishRule } from '../../../../test/support/publish-rule.js';
import { nextNumber, ruleText, unknownId } from '../../../../test/support/rule-samples.js';
import { type TestResponse, type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';
import { waitUntilFound } from '../../../../test/support/wait-until.js';

describe('risk matrices in evaluations', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const send = (method: string, path: string, body?: unknown, key?: string): Promise<TestResponse> =>
    api.call(path, { method, ...(body !== undefined && { body }), ...(key !== undefined && { key }) });
  const create = async (more: object = {}): Promise<Body> => {
    const answer = await send('POST', '/risk-matrices', { name: `Matrix ${nextNumber()}`, ...more });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.riskMatrix;
  };
  const pay = async (more: object = {}): Promise<TestResponse> =>
    send('POST', '/transactions', {
      externalId: `m-${nextNumber()}`,
      type: 'FEE',
      amount: 500,
      currency: 'USD',
      ...more,
    });
  const inMatrix = (key: string, score = 40): string =>
    ruleText().replace('score 10', `matrix ${key}\n  score ${score}`).replace('then suggest FLAG', 'then key "hit"');
  const archive = (id: string): Promise<TestResponse> => send('DELETE', `/risk-matrices/${id}?force=true`);

  it('decide by their bands, and are rejected when inactive', async () => {
    const decisions = [
      { decision: 'REVIEW_REQUIRED', from: 30 },
      { decision: 'REJECT', from: 80 },
    ];
    const matrix = await create({ key: 'banded', decisions, targetEntityTypes: ['transaction'] });
    const ids = [
      await publishRule(api, { source: inMatrix('banded') }),
      await publishRule(api, { source: inMatrix('banded') }),
    ];
    expect(await pay({ riskMatrixId: matrix.id })).toMatchObject({
      status: 422,
      body: { error: { code: 'RISK_MATRIX_NOT_FOUND' } },
    });
    expect((await pay()).body.rulesResult).toMatchObject({ decision: 'APPROVE', rulesTriggered: 0 });
    await send('PATCH', `/risk-matrices/${matrix.id}`, { status: 'active' });
    const answer = await pay({ riskMatrixIds: [matrix.id] });
    expect(answer.body).toMatchObject({
      transaction: { riskMatrixIds: [matrix.id], decision: 'REJECT' },
      rulesResult: {
        decision: 'REJECT',
        decisionBecause: [{ source: 'matrix', riskMatrixId: matrix.id, totalScore: 80, from: 80 }],
        riskMatricesExecuted: [
          {
            riskMatrixId: matrix.id,
            riskMatrixVersion: 2,
            totalScore: 80,
            band: 'REJECT',
            rulesEvaluated: 2,
            rulesMatched: 2,
          },
        ],
      },
      rulesExecutionSummary: { rulesHit: [{ riskMatrixIds: [matrix.id] }, { riskMatrixIds: [matrix.id] }] },
    });
    const stored = await send('GET', `/transactions/${answer.body.transaction.id}?includeRulesSummary=full`);
    expect(stored.body).toMatchObject({
      transaction: { riskMatrixIds: [matrix.id] },
      persisted: { rulesExecutionSummary: { riskMatricesExecuted: [{ riskMatrixId: matrix.id }] } },
    });
    const version = answer.body.rulesResult.ruleSetVersion as string;
    await send('PATCH', `/risk-matrices/${matrix.id}`, { decisions: null, name: 'Plain bands' });
    const plain = (await pay({ riskMatrixIds: [matrix.id] })).body.rulesResult;
    expect(plain).toMatchObject({
      decision: 'REVIEW_REQUIRED',
      riskMatricesExecuted: [{ riskMatrixName: 'Plain bands' }],
    });
    expect(plain.ruleSetVersion).not.toBe(version);
    await archive(matrix.id);
    expect((await pay({ riskMatrixIds: [matrix.id] })).status).toBe(422);
    for (const id of ids) expect((await send('PATCH', `/rules/${id}`, { status: 'archived' })).status).toBe(200);
  });

  it('run by default, several at once, each with its own score, and do not count in shadow', async () => {
    const [a, b] = [await create({ key: 'core', status: 'active' }), await create({ key: 'dark', status: 'shadow' })];
    const both = ruleText()
      .replace('score 10', 'matrix core, dark\n  score 50')
      .replace('then suggest FLAG', 'then key "x"');
    const ids = [await publishRule(api, { source: both }), await publishRule(api, { source: inMatrix('dark') })];
    const defaults = { person: [], company: [], transaction: [a.id, b.id], userEvent: [] };
    expect(await send('PUT', '/risk-matrices/defaults', { transaction: [a.id, b.id] })).toMatchObject({
      status: 200,
      body: { success: true, defaults },
    });
    expect((await send('GET', '/risk-matrices/defaults')).body.defaults).toEqual(defaults);
    const { rulesResult, rulesExecutionSummary } = (await pay()).body;
    expect(rulesResult).toMatchObject({
      decision: 'APPROVE',
      rulesTriggered: 1,
      riskScore: 50,
      riskMatricesExecuted: [{ riskMatrixId: a.id }],
    });
    expect(rulesExecutionSummary).toMatchObject({
      totalScore: 50,
      rulesHit: [
        { ruleId: ids[0], status: 'active' },
        { ruleId: ids[1], status: 'shadow' },
      ],
    });
    expect((await pay({ riskMatrixId: [a.id, b.id] })).body.transaction.riskMatrixIds).toEqual([a.id, b.id]);
    expect((await pay({ riskMatrixId: b.id })).body.rulesExecutionSummary.totalScore).toBe(0);
    expect(await send('DELETE', `/risk-matrices/${a.id}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'RISK_MATRIX_IN_USE', details: { defaults: ['transaction'] } } },
    });
    expect(await archive(a.id)).toMatchObject({ status: 200, body: { id: a.id, status: 'archived' } });
    expect((await send('GET', '/risk-matrices/defaults')).body.defaults.transaction).toEqual([b.id]);
    await archive(b.id);
    for (const id of ids) await send('PATCH', `/rules/${id}`, { status: 'archived' });
  });

  it('are named in the alerts of their rules: of several, the one that decided more strictly', async () => {
    const strict = await create({ key: 'strict', status: 'active', decisions: [{ decision: 'REJECT', from: 10 }] });
    const mild = await create({ key: 'mild', status: 'active', decisions: [{ decision: 'HOLD', from: 10 }] });
    const category = `named-${nextNumber()}`;
    const raising = (matrices: string): string =>
      ruleText(`transaction.category = "${category}"`)
        .replace('score 10', `${matrices}\n  score 20`)
        .replace('then suggest FLAG', `then alert HIGH "of ${matrices || 'none'}"`);
    for (const matrices of ['', 'matrix mild, strict', 'matrix mild'])
      await publishRule(api, { source: raising(matrices) });
    const matrixOfAlerts = async (riskMatrixIds: readonly string[]): Promise<unknown> => {
      const { transaction } = (await pay({ category, riskMatrixIds })).body;
      const { alerts } = (await send('GET', `/intelligence/alerts?transactionId=${transaction.id}`)).body;
      return Object.fromEntries(alerts.map(({ name, riskMatrixId }: Body) => [name, riskMatrixId]));
    };
    const [both, one] = [await matrixOfAlerts([mild.id, strict.id]), await matrixOfAlerts([mild.id])];
    expect(both).toEqual({ 'of matrix mild': mild.id, 'of matrix mild, strict': strict.id });
    expect(one).toEqual({ 'of matrix mild': mild.id, 'of matrix mild, strict': mild.id });
    expect(await matrixOfAlerts([])).toEqual({ 'of none': null });
    await archive(strict.id);
    await archive(mild.id);
  });

  it('keep asynchronous rules in shadow: reported as shadow, without actions, and replayed equally', async () => {
    for (const status of ['active', 'shadow'] as const) {
      const matrix = await create({ status });
      const source = inMatrix(matrix.key).replace('score 40', 'score 40\n  evaluate async');
      const id = await publishRule(api, { source: source.replace('then key "hit"', 'then alert HIGH "later"') });
      const { transaction } = (await pay({ riskMatrixIds: [matrix.id] })).body;
      const [later] = await waitUntilFound(async (): Promise<readonly Body[]> => {
        const { evaluations } = (await send('GET', `/evaluations?transactionId=${transaction.id}`)).body;
        return evaluations.filter(({ stage }: Body) => stage === 'async');
      });
      expect(later).toMatchObject({
        rulesExecutionSummary: {
          rulesHit: [{ ruleId: id, status }],
          totalScore: 0,
          actionsExecuted: { alerts: status === 'active' ? [{ ruleId: id }] : [] },
        },
      });
      const replayed = (await send('POST', `/evaluations/${later.id}/replay`, {})).body;
      expect(replayed).toMatchObject({ equal: true, replayed: { rulesHit: [{ ruleId: id, status }] } });
      const { rows } = await api.pool.query(
        `select 1 from outbox_events where event = 'rule.triggered' and payload::text like $1`,
        [`%${id}%`],
      );
      expect(rows).toHaveLength(status === 'active' ? 1 : 0);
      await archive(matrix.id);
    }
  });

  it('report no rule as a risk factor when they only record', async () => {
    const matrix = await create({ status: 'shadow' });
    const id = await publishRule(api, { source: inMatrix(matrix.key) });
    const { transaction } = (await pay({ riskMatrixIds: [matrix.id] })).body;
    const analyzed = await send('POST', `/transactions/${transaction.id}/analyze`, { riskMatrixIds: [matrix.id] });
    expect(analyzed.body).toMatchObject({
      data: { riskFactors: [], rulesTriggered: 0 },
      rulesExecutionSummary: { rulesHit: [{ ruleId: id, status: 'shadow' }] },
    });
    const executed = await send('POST', `/rules/${id}/execute`, { transactionId: transaction.id });
    expect(executed.body).toMatchObject({ matched: true, actions: [{ status: 'skipped' }] });
    await archive(matrix.id);
  });

  it('can be a default only for their own target types', async () => {
    const { id } = await create({ targetEntityTypes: ['person'] });
    expect(await send('PUT', '/risk-matrices/defaults', { transaction: [id] })).toMatchObject({ status: 400 });
    expect(await send('PUT', '/risk-matrices/defaults', { person: [unknownId] })).toMatchObject({
      status: 404,
      body: { error: { code: 'RISK_MATRIX_NOT_FOUND', details: { 'person[0]': expect.any(String) } } },
    });
  });

  it('apply exclusively when assigned to an entity, even if none of them is active', async () => {
    const [usual, own] = [await create({ status: 'active' }), await create()];
    const ruleIn = (key: string): string =>
      inMatrix(key)
        .replace('on transaction (created)', 'on person (updated)')
        .replace(/when .*/, 'when entity.type = "person"');
    const ids = [
      await publishRule(api, { source: ruleIn(usual.key) }),
      await publishRule(api, { source: ruleIn(own.key) }),
    ];
    await send('PUT', '/risk-matrices/defaults', { person: [usual.id] });
    const { id } = (await send('POST', '/entities', { type: 'person', name: 'Rui', countryCode: 'BR' })).body.entity;
    const assign = (riskMatrixIds: readonly string[]): Promise<TestResponse> =>
      send('PUT', `/entities/${id}/risk-matrices`, { riskMatrixIds });
    const rename = async (name: string): Promise<readonly string[] | null> => {
      const { rulesExecutionSummary: summary } = (await send('PATCH', `/entities/${id}`, { name })).body;
      return summary ? summary.rulesHit.map(({ ruleId }: Body) => ruleId) : null;
    };
    expect(await rename('Rui A')).toEqual([ids[0]]);
    await assign([own.id]);
    expect(await rename('Rui B')).toBeNull();
    expect(await send('POST', `/entities/${id}/analyze`, {})).toMatchObject({
      status: 422,
      body: { code: 'NO_ACTIVE_RULES' },
    });
    await send('PATCH', `/risk-matrices/${own.id}`, { status: 'active' });
    expect(await rename('Rui C')).toEqual([ids[1]]);
    await assign([]);
    expect(await rename('Rui D')).toEqual([ids[0]]);
    for (const { id: matrix } of [usual, own]) await archive(matrix);
  });

  describe('with event triggers', () => {
    let person: string;
    let matrix: Body;
    const ruleOn = (key: string, on: string, when: string): object => ({
      source: `rule ${key} "${key}" {\n  on ${on}\n  matrix watching\n  score 10\n  when ${when}\n  then key "hit"\n}\n`,
    });
    const change = async (body: object | string): Promise<readonly string[]> => {
      const answer = await api.call(`/entities/${person}`, { method: 'PATCH', body });
      if (answer.status !== 200) throw new Error(answer.text);
      const hits = (answer.body.rulesExecutionSummary?.rulesHit ?? []) as Body[];
      return hits.map(({ ruleKey }) => ruleKey as string);
    };
    const setTriggers = async (...evaluationTriggers: object[]): Promise<void> => {
      const answer = await send('PATCH', `/risk-matrices/${matrix.id}`, { evaluationTriggers });
      expect([answer.status, answer.body.riskMatrix?.evaluationTriggers]).toMatchObject([200, evaluationTriggers]);
    };

    beforeAll(async () => {
      matrix = await create({ key: 'watching', status: 'active' });
      await publishRule(api, ruleOn('anything', 'person', 'entity.countryCode = "BR"'));
      await publishRule(api, ruleOn('on_update', 'person (updated)', 'entity.countryCode = "BR"'));
      await publishRule(api, ruleOn('on_payment', 'transaction', 'transaction.amount >= 1 USD'));
      const body = { type: 'person', name: 'Ana', countryCode: 'BR', riskMatrixIds: [matrix.id] };
      const made = await send('POST', '/entities', body);
      person = (made.body.data ?? made.body.entity ?? made.body).id;
    });

    it('run on enabled events, and only when a watched field changed', async () => {
      expect(await change({ name: 'Ana B' })).toEqual(['on_update']);
      await setTriggers({ event: 'entity_updated', enabled: true, watchFields: ['name', 'attributes.segment'] });
      expect(await change({ name: 'Ana C' })).toEqual(['anything', 'on_update']);
      expect(await change({ attributes: { segment: 'gold', other: 1 } })).toEqual(['anything', 'on_update']);
      expect(await change({ attributes: { segment: 'gold', other: 2 } })).toEqual([]);
      for (const digits of ['1234567890123456.11', '1234567890123456.12'])
        expect(await change(`{"attributes":{"segment":${digits}}}`)).toEqual(['anything', 'on_update']);
      expect(await change({ phone: '+55 11 90000-0000' })).toEqual([]);
      await setTriggers({ event: 'entity_updated', enabled: true, watchFields: [] });
      expect(await change({ phone: '+55 11 90000-0001' })).toEqual(['anything', 'on_update']);
    });

    it('do not run on disabled events, and rules that name those events get a warning', async () => {
      const wanted = { riskMatrixIds: [matrix.id] };
      expect((await pay(wanted)).body.rulesExecutionSummary.rulesHit).toHaveLength(1);
      await setTriggers(
        { event: 'entity_updated', enabled: false, watchFields: [] },
        { event: 'transaction_updated', enabled: false, watchFields: [] },
        { event: 'transaction_created', enabled: false, watchFields: [] },
      );
      expect(await change({ name: 'Ana D' })).toEqual([]);
      const strict = await create({ status: 'active', decisions: [{ decision: 'HOLD', from: null }] });
      const paid = (): Promise<TestResponse> => pay({ riskMatrixIds: [matrix.id, strict.id] });
      expect((await paid()).body.rulesResult).toMatchObject({ rulesTriggered: 0, decision: 'HOLD' });
      await send('PATCH', `/risk-matrices/${strict.id}`, {
        evaluationTriggers: [{ event: 'transaction_created', enabled: false }],
      });
      const approved = { rulesTriggered: 0, decision: 'APPROVE', riskMatricesExecuted: [] };
      const { rulesResult } = (await paid()).body;
      expect(rulesResult).toMatchObject(approved);
      const replayed = await send('POST', `/evaluations/${rulesResult.evaluationId}/replay`, {});
      expect(replayed.body).toMatchObject({ equal: true });
      await archive(strict.id);
      const { diagnostics } = (
        await send('POST', '/rules/validate', ruleOn('late', 'person (updated)', 'entity.countryCode = "BR"'))
      ).body;
      expect(diagnostics.map(({ code }: Body) => code)).toContain('W1308');
    });
  });
});
