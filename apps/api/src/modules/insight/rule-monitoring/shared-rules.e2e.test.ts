import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { createKey } from '../../tenancy/organizations/index.js';

describe('statistics of a rule shared by the parent organization', () => {
  const api = useTestApi();
  const ids: Record<'lent' | 'also', string> = { lent: '', also: '' };
  let matrix: string;
  let keys: { readonly child: string; readonly other: string };

  const done = async (path: string, body?: object, key?: string, method?: string): Promise<Body> => {
    const sent = { ...(body && { body }), ...(key !== undefined && { key }), ...(method !== undefined && { method }) };
    const answer = await api().call(path, sent);
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.text}`);
    return answer.body;
  };
  const makeChild = async (name: string): Promise<{ readonly id: string; readonly key: string }> => {
    const path = `/organizations/${api().production.organizationId}/children`;
    const { id } = (await done(path, { name, countryCode: 'BR' })).production;
    const made = await createKey(api().pool, { organizationId: id, name: 'k', deployment: 'development' });
    if (!made.ok) throw new Error('no key');
    return { id, key: made.value.key };
  };

  beforeAll(async () => {
    matrix = (await done('/risk-matrices', { key: 'core', name: 'Core', status: 'active' })).riskMatrix.id;
    for (const [key, least] of [
      ['lent', 5],
      ['also', 8],
    ] as const) {
      const when = `when transaction.amount > ${least} USD`;
      const source = `rule ${key} "${key}" { on transaction (created) matrix core score 1 ${when} }`;
      ids[key] = await publishRule(api(), { source });
    }
    const [child, other] = [await makeChild('Watches'), await makeChild('Has none of it')];
    keys = { child: child.key, other: other.key };
    await done(`/risk-matrices/${matrix}/child-share`, { childOrganizationIds: [child.id] });
    await done(`/shared-resources/risk_matrix/${matrix}`, { sharedEnabled: true }, child.key, 'PUT');
    for (const [index, amount] of [1, 6, 9].entries()) {
      const payment = { type: 'PAYMENT', amount, currency: 'USD', externalId: `w-${index}`, riskMatrixId: matrix };
      await done('/transactions', payment, child.key);
    }
  });

  it('are returned to the child organization from its own records only', async () => {
    const { totals, overlap, changes, expectedBand } = await done(`/rules/${ids.lent}/stats`, undefined, keys.child);
    expect(totals).toMatchObject({ executions: 3, hits: 2, hitRate: 2 / 3 });
    expect(overlap).toEqual([{ ruleId: ids.also, key: 'also', bothHit: 1, jaccard: 0.5 }]);
    // Edits and dry runs belong to the parent.
    expect([changes, expectedBand]).toEqual([[], null]);
    expect((await done(`/rules/${ids.lent}/stats`)).totals.executions).toBe(0);
  });

  it('appear next to the other rules of the matrix', async () => {
    const { rules, total } = await done(`/rules/stats?riskMatrixId=${matrix}&pageSize=1`, undefined, keys.child);
    expect([total, rules.map(({ key, totals }: Body) => `${key} ${totals.hits}`)]).toEqual([2, ['also 1']]);
  });

  it('use the records of the child for input drift, and notify nobody', async () => {
    const drift = await done(`/rules/${ids.lent}/drift`, undefined, keys.child);
    expect(drift).toMatchObject({ status: 'stable', reference: null, hitRate: { observed: 2 / 3 } });
    expect(drift.inputs.map(({ path }: Body) => path)).toEqual(['transaction.amount']);
  });

  it('return 404 for an organization the rule is not shared with', async () => {
    for (const path of ['stats', 'drift'])
      expect((await api().call(`/rules/${ids.lent}/${path}`, { key: keys.other })).status).toBe(404);
  });
});
