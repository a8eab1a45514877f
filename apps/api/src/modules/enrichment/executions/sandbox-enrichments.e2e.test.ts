import { allProviders, itemCodes } from '@tamis/enrichment';

import { Providers } from '../integrations/index.js';
import { fakeProviders } from '../../../../test/support/define-fake-provider.mjs';
import { type ConnectionTrap, trapConnections } from '../../../../test/support/trap-connections.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

describe('design 8.1, 6: enrichments in a sandbox', () => {
  const api = useOwnTestApi();
  let trap: ConnectionTrap;
  beforeAll(() => {
    for (const provider of fakeProviders) api().app.get(Providers).add(provider);
    trap = trapConnections(api());
  });
  afterAll(() => trap.release());

  it('contact no provider and return mock data for play money', async () => {
    const { key } = api().sandbox;
    const codes = [...allProviders, ...fakeProviders].map(({ code }) => code);
    for (const code of codes)
      await api().call(`/marketplace/integrations/${code}`, { method: 'PUT', key, body: { enabled: true } });
    const newEntity = async (body: object): Promise<string> =>
      (await api().call('/entities', { key, body })).body.entity.id as string;
    const company = {
      type: 'company',
      name: 'Invented',
      countryCode: 'BR',
      taxId: '11.222.333/0001-81',
      email: 'a@example.com',
    };
    const enrich = async (entityId: string, parameters = {}) =>
      (
        await api().call('/integration-execution/marketplace/enrichment', {
          key,
          body: { entityId, integrationCodes: codes, parameters },
        })
      ).body;
    const id = await newEntity(company);
    const before = (await api().call('/billing/balance', { key })).body.data.balanceCents as number;
    const { results, totalCostCents } = await enrich(id);
    const delivered = results.filter(({ success }: { success: boolean }) => success);
    expect(delivered.length).toBeGreaterThanOrEqual(fakeProviders.length);
    expect((await api().call('/billing/balance', { key })).body.data.balanceCents).toBe(before - totalCostCents);
    for (const code of itemCodes) {
      const simulated = await enrich(id, { simulate: code });
      expect(simulated.results.filter(({ success }: { success: boolean }) => success)).toEqual([]);
      expect(simulated.results.map(({ error }: { error: { code: string } }) => error.code)).toContain(code);
    }
    expect(trap.begun).toEqual([]);
  });

  it('discard an enrichment in progress when the sandbox is reset', async () => {
    const { key, organizationId } = api().sandbox;
    await api().call('/marketplace/integrations/br_receita_cnpj', { method: 'PUT', key, body: { enabled: true } });
    const company = { type: 'company', name: 'Invented', countryCode: 'BR', taxId: '11.444.777/0001-61' };
    const { entity } = (await api().call('/entities', { key, body: company })).body;
    const body = { entityId: entity.id, integrationCodes: ['br_receita_cnpj'], parameters: { latencyMs: 1_500 } };
    const asked = api().call('/integration-execution/marketplace/enrichment', { key, body });
    await waitUntil(async () => {
      const { data } = (await api().call('/billing/balance', { key })).body;
      return data.reservedCents > 0;
    });
    const reset = await api().call(`/organizations/${organizationId}/reset`, { method: 'POST', key });
    expect(reset.status).toBe(200);
    const { status, body: told } = await asked;
    expect([status, told.error.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
  }, 20_000);
});
