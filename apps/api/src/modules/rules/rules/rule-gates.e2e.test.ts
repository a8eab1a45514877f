import { waitForDryRun } from '../../../../test/support/dry-run-calls.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { createRule, unknownId } from '../../../../test/support/rule-samples.js';
import type { Body, TestResponse } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

const source = (limit: number, more = ''): string => `rule gated "Gated" {
  on transaction (created)
  category fraud
  score 40
  when transaction.amount >= ${limit} USD
   and count(transactions from origin in last 24h) >= 0
  then suggest FLAG
${more}}
`;

const test = `  test "a large one" {
    when transaction { amount: 900 USD }
    expect hit
  }
`;

describe('publishing gates of a rule', () => {
  const api = useTestApi();
  afterEach(() =>
    setPolicy({ requireDryRun: false, minTests: 0, requireGuard: false, requireReason: false, maxRuleCost: 300 }),
  );

  const setPolicy = async (rulePolicy: object): Promise<void> => {
    const path = `/organizations/${api().production.organizationId}`;
    expect((await api().call(path, { method: 'PATCH', body: { settings: { rulePolicy } } })).status).toBe(200);
  };
  const gates = (id: string, query = ''): Promise<TestResponse> => api().call(`/rules/${id}/gates${query}`);
  const unmet = ({ body }: TestResponse): readonly string[] =>
    body.gates.flatMap(({ gate, isAsked, isMet }: Body) => (isAsked && isMet === false ? [gate as string] : []));

  it('report all reasons against publishing at once, and none once they are met', async () => {
    const { id } = await createRule(api(), { source: source(500) });
    await setPolicy({ requireDryRun: true, minTests: 1, requireGuard: true, maxRuleCost: 1, requireReason: true });
    const before = await gates(id);
    expect(unmet(before)).toEqual(['tests', 'cost', 'dryRun', 'guard']);
    expect(before.body).toMatchObject({ version: 1, activeVersion: null, maxCost: 1, minTests: 1, dryRun: null });
    await setPolicy({ maxRuleCost: 300 });
    const refused = await api().call(`/rules/${id}`, { method: 'PATCH', body: { status: 'active' } });
    expect(Object.keys(refused.body.error.details as object).sort()).toEqual([
      'evidence',
      'guard',
      'minTests',
      'reason',
    ]);

    const guard = { limits: [{ metric: 'alerts', operator: 'lte', value: 60, window: '24h' }], action: 'notify' };
    expect((await api().call(`/rules/${id}/guard`, { method: 'PUT', body: guard })).status).toBe(200);
    await api().call(`/rules/${id}`, { method: 'PATCH', body: { source: source(500, test) } });
    const run = { ruleIds: [id], from: '2026-01-01T00:00:00Z', to: '2026-01-31T00:00:00Z' };
    const { dryRunId } = (await api().call('/rules/dry-runs', { body: run })).body;
    await waitForDryRun(api(), `/rules/dry-runs/${dryRunId}`);
    const after = await gates(id);
    expect(unmet(after)).toEqual([]);
    expect(after.body).toMatchObject({ dryRun: { dryRunId }, tests: { passed: ['a large one'], failed: [] } });
    const body = { status: 'active', version: 2, reason: 'seen in cases', evidence: { dryRunId } };
    expect((await api().call(`/rules/${id}`, { method: 'PATCH', body })).status).toBe(200);
  });

  it('describe how a version differs from the active one, for earlier versions too', async () => {
    const id = await publishRule(api(), {
      source: source(500).replace('gated', 'changed').replace('Gated', 'Changed'),
    });
    const { rule } = (await api().call(`/rules/${id}`)).body;
    await api().call(`/rules/${id}`, {
      method: 'PATCH',
      body: { source: rule.source.replace('500', '250'), stage: true },
    });
    const newest = (await gates(id)).body;
    expect([newest.version, newest.activeVersion]).toEqual([3, 2]);
    expect(newest.changes).toEqual([expect.stringContaining('250 USD')]);
    expect((await gates(id, '?version=2')).body.changes).toEqual([]);
  });

  it('report errors in the text and leave the other gates undetermined', async () => {
    const { id } = await createRule(api(), {
      source: source(500).replace('gated', 'broken').replace('Gated', 'Broken').replace('amount', 'amuont'),
    });
    const { body } = await gates(id);
    expect(body.gates[0]).toEqual({ gate: 'checks', isAsked: true, isMet: false, messages: [] });
    expect(body.diagnostics[0].code).toMatch(/^E/);
    expect(body.gates.slice(1).every(({ isMet }: Body) => isMet === null)).toBe(true);
  });

  it.each([
    ['an unknown rule', () => Promise.resolve(unknownId), ''],
    [
      'an unknown version',
      () => publishRule(api(), { source: source(1).replace('gated', 'one').replace('Gated', 'One') }),
      '?version=9',
    ],
  ])('respond 404 for %s', async (_, rule, query) => {
    expect((await gates(await rule(), query)).status).toBe(404);
  });
});
