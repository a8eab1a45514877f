import { createKey } from '../../tenancy/organizations/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('matrices of the parent alongside those of the child', () => {
  const api = useTestApi();
  let child: { readonly id: string; readonly key: string };

  const send = (method: string, path: string, body?: object, key = child.key): Promise<TestResponse> =>
    api().call(path, { method, key, ...(body && { body }) });
  const byParent = (method: string, path: string, body?: object): Promise<TestResponse> =>
    send(method, path, body, api().production.key);
  const createMatrix = async (key: string): Promise<string> => {
    const decisions = [{ decision: 'REJECT', from: 50 }];
    return (await byParent('POST', '/risk-matrices', { key, name: key, status: 'active', decisions })).body.riskMatrix
      .id;
  };
  const lend = async (matrix: string): Promise<void> => {
    await byParent('POST', `/risk-matrices/${matrix}/child-share`, { childOrganizationIds: [child.id] });
    const enabled = await send('PUT', `/shared-resources/risk_matrix/${matrix}`, { sharedEnabled: true });
    expect(enabled.status).toBe(200);
  };
  const ruleOf = (key: string, condition: string, matrix: string): object => ({
    source: `rule ${key} "${key}" {\n  on transaction (created)\n  ${matrix}\n  score 60\n  when ${condition}\n  then suggest FLAG\n}`,
  });
  const pay = async (more: object): Promise<Body> => {
    const payment = { type: 'PAYMENT', amount: 10, currency: 'USD', ...more };
    return (await send('POST', '/transactions', payment)).body;
  };

  beforeAll(async () => {
    const path = `/organizations/${api().production.organizationId}/children`;
    const { production } = (await api().call(path, { body: { name: 'Child', countryCode: 'BR' } })).body;
    const made = await createKey(api().pool, { organizationId: production.id, name: 'k', deployment: 'development' });
    if (!made.ok) throw new Error('no key');
    child = { id: production.id, key: made.value.key };
  });

  it('reserve their keys: the child cannot create a matrix with one or rename to one', async () => {
    const matrix = await createMatrix('lent');
    await publishRule(api(), ruleOf('lent', 'transaction.amount > 1 USD', 'matrix lent'));
    await lend(matrix);
    expect((await send('PUT', '/risk-matrices/defaults', { transaction: [matrix] })).status).toBe(200);
    const own = (await send('POST', '/risk-matrices', { key: 'own', name: 'Own' })).body.riskMatrix.id as string;
    const source = 'matrix lent "Mine" {\n  on transaction\n  decide REJECT from 90\n  otherwise APPROVE\n}';
    const { planId } = (await send('POST', '/rules/plan', { files: [{ name: 'mine.rules', source }] })).body;
    for (const answer of [
      await send('POST', '/risk-matrices', { key: 'lent', name: 'Mine' }),
      await send('PATCH', `/risk-matrices/${own}`, { key: 'lent' }),
      await send('POST', '/rules/apply', { planId }),
    ])
      expect([answer.status, answer.body.error?.code]).toEqual([409, 'DUPLICATE_KEY']);
    await publishRule(
      { ...api(), call: (path, call) => api().call(path, { key: child.key, ...call }) },
      ruleOf('own', 'transaction.amount > 9 USD', ''),
    );
    expect((await pay({ externalId: 'kept' })).transaction.decision).toBe('REJECT');
  });

  it('may refer to a list with the same name as one of the child, and are revoked one by one', async () => {
    const listOf = async (value: string, key: string): Promise<void> => {
      const { data } = (await send('POST', '/data-lists', { name: 'blocked', type: 'custom', source: 'internal' }, key))
        .body;
      await send('POST', `/data-lists/${data.id}/items`, { items: [{ primaryValue: value }] }, key);
    };
    await listOf('of parent', api().production.key);
    await listOf('of child', child.key);
    const [first, second] = [await createMatrix('first'), await createMatrix('second')];
    const rule = await publishRule(api(), ruleOf('first', 'transaction.amount > 1 USD', 'matrix first'));
    await publishRule(api(), ruleOf('second', 'transaction.amount > 1 USD', 'matrix second'));
    await lend(first);
    await lend(second);
    const childApi = { ...api(), call: (path: string, call = {}) => api().call(path, { key: child.key, ...call }) };
    await publishRule(childApi, ruleOf('beside', 'transaction.category in list "blocked"', ''));
    const changed = await byParent(
      'PATCH',
      `/rules/${rule}`,
      ruleOf('first', 'transaction.category in list "blocked"', 'matrix first'),
    );
    expect(changed.status).toBe(200);
    const hits = async (externalId: string, category: string, more: object = {}): Promise<string[]> =>
      (await pay({ externalId, category, ...more })).rulesExecutionSummary.rulesHit.map((each: Body) => each.ruleKey);
    await send('PUT', '/risk-matrices/defaults', { transaction: [] });
    expect(await hits('a', 'of parent', { riskMatrixId: first })).toEqual(['first']);
    expect(await hits('b', 'of child', { riskMatrixId: first })).toEqual([]);
    expect(await hits('c', 'of child')).toContain('beside');
    expect(await hits('d', 'of parent')).not.toContain('beside');
    for (const matrix of [second, first])
      expect(
        (await byParent('POST', `/risk-matrices/${matrix}/child-share`, { childOrganizationIds: [] })).status,
      ).toBe(200);
  });

  it('have rules that the child can read but not change', async () => {
    const matrix = await createMatrix('read');
    const parents = await createMatrix('kept_back');
    const rule = ruleOf('read_only', 'transaction.amount > 7 USD', 'matrix read, kept_back') as { source: string };
    const id = await publishRule(api(), {
      source: rule.source.replace('score 60', 'score 60\n  // nobody else’s business'),
    });
    await lend(matrix);
    const { rules, riskMatrix } = (await send('GET', `/risk-matrices/${matrix}`)).body;
    expect([riskMatrix.ruleCount, rules]).toMatchObject([1, [{ id, key: 'read_only', score: 60 }]]);
    const record = { id, key: 'read_only', origin: 'parent', readOnly: true, sharedEnabled: true };
    const shown = (await send('GET', `/rules/${id}`)).body.rule;
    expect(shown).toMatchObject({ ...record, status: 'active', score: 60, riskMatrixIds: [matrix], createdBy: null });
    expect(shown.source).not.toMatch(/business|kept_back/);
    expect(JSON.stringify(shown)).not.toContain(parents);
    const own = (await byParent('GET', `/rules/${id}`)).body.rule;
    expect(own).toMatchObject({ origin: 'local', readOnly: false, riskMatrixIds: [matrix, parents] });
    expect(own).not.toHaveProperty('sharedEnabled');
    expect(shown.activeVersion).toBe(own.activeVersion);
    const listed = await send('GET', `/rules?riskMatrixId=${matrix}`);
    expect(listed.body).toMatchObject({ rules: [record], total: 1 });
    expect((await send('GET', `/rules?riskMatrixId=${matrix}&page=2`)).body.rules).toEqual([]);
    for (const [filter, total] of [
      ['status=active', 1],
      ['status=shadow', 0],
      ['search=READ', 1],
      ['search=r%C3%A9ad', 1],
      ['search=other', 0],
      ['category=aml', 0],
      ['targetEntityType=transaction&enabled=true&key=read_only&sortBy=score', 1],
      ['targetEntityType=person', 0],
      ['tags=x', 0],
      [`ruleIds=${id.toUpperCase()}`, 1],
      [`ruleIds=${matrix}`, 0],
      ['guard=tripped', 0],
    ] as const) {
      const { body } = await send('GET', `/rules?riskMatrixId=${matrix}&${filter}`);
      expect([filter, body.total, body.rules.length]).toEqual([filter, total, total]);
    }
    for (const [method, body] of [
      ['PATCH', { score: 1 }],
      ['PATCH', { status: 'inactive', reason: 'Not here' }],
      ['DELETE', undefined],
    ] as const)
      expect(await send(method, `/rules/${id}`, body)).toMatchObject({
        status: 403,
        body: { error: { code: 'SHARED_RESOURCE_READ_ONLY' } },
      });
    await send('PUT', `/shared-resources/risk_matrix/${matrix}`, { sharedEnabled: false });
    expect((await send('GET', `/rules/${id}`)).body.rule).toMatchObject({ sharedEnabled: false });
    expect((await send('GET', `/rules/${id}`, undefined, api().stranger.key)).status).toBe(404);
  });
});
