import { createKey } from '../../tenancy/organizations/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('matrices of the parent beside what the child has itself', () => {
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

  it('keep their keys: the child makes and renames no matrix to one, which would take their place', async () => {
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
});
