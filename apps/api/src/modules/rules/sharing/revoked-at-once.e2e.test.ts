import { createKey } from '../../tenancy/organizations/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('sharing enabled by a child while its parent revokes or changes it', () => {
  const api = useTestApi();
  let child: { readonly id: string; readonly key: string };
  const ids = { risk_matrix: '', data_list: '', webhook: '' };
  const paths = { risk_matrix: '/risk-matrices', data_list: '/data-lists', webhook: '/webhook-config' };
  type Type = keyof typeof ids;

  const share = (type: Type, mode: 'add' | 'remove') =>
    api().call(`${paths[type]}/${ids[type]}/child-share`, {
      body: { childOrganizationIds: [child.id], mode, force: true },
    });
  const enable = (type: Type, sharedEnabled = true) =>
    api().call(`/shared-resources/${type}/${ids[type]}`, { method: 'PUT', body: { sharedEnabled }, key: child.key });
  const rulesOfChild = async (): Promise<readonly Body[]> =>
    (await api().call('/rule-sets/active', { key: child.key })).body.ruleSet?.rules ?? [];

  beforeAll(async () => {
    const made = await api().call(`/organizations/${api().production.organizationId}/children`, {
      body: { name: 'Revoked', countryCode: 'BR' },
    });
    const { id } = made.body.production;
    const key = await createKey(api().pool, { organizationId: id, name: 'k', deployment: 'development' });
    if (!key.ok) throw new Error('no key');
    child = { id, key: key.value.key };
    const matrix = { key: 'core', name: 'Core', status: 'active' };
    ids.risk_matrix = (await api().call('/risk-matrices', { body: matrix })).body.riskMatrix.id;
    const list = { name: 'lent', type: 'custom', source: 'internal' };
    ids.data_list = (await api().call('/data-lists', { body: list })).body.data.id;
    const webhook = { name: 'lent', url: 'https://93.184.216.34/hooks', events: ['alert.created'] };
    ids.webhook = (await api().call('/webhook-config', { body: webhook })).body.webhook.id;
    await publishRule(api(), {
      source: 'rule lent "Lent" { on transaction (created) matrix core score 1 when transaction.amount > 1 USD }',
    });
  });

  it.each(['risk_matrix', 'data_list', 'webhook'] as const)('does not remain enabled: a %s', async (type) => {
    const seen: number[] = [];
    for (let round = 0; round < 12; round += 1) {
      expect((await share(type, 'add')).status).toBe(200);
      const [taken, switched] = await Promise.all([share(type, 'remove'), enable(type)]);
      expect(taken.status).toBe(200);
      seen.push(switched.status);
      expect(await rulesOfChild()).toEqual([]);
    }
    expect(seen.filter((status) => status !== 200 && status !== 404)).toEqual([]);
  });

  it('applies the current rules', async () => {
    await share('risk_matrix', 'add');
    for (let round = 1; round <= 8; round += 1) {
      const decisions = [{ decision: 'HOLD', from: 50 + round }];
      const [changed, switched] = await Promise.all([
        api().call(`/risk-matrices/${ids.risk_matrix}`, { method: 'PATCH', body: { decisions } }),
        enable('risk_matrix'),
      ]);
      expect([changed.status, switched.status]).toEqual([200, 200]);
      const { rows } = await api().pool.query<{ content: Body }>(
        `select s.content from active_rule_sets a join rule_sets s using (organization_id, version) where organization_id = $1`,
        [child.id],
      );
      expect(JSON.stringify(rows[0]!.content)).toContain(`"from":${50 + round}`);
      expect((await enable('risk_matrix', false)).status).toBe(200);
    }
  });
});
