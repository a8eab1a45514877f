import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { allProviders } from '@tamis/enrichment';

import { startOwnTestApi, type TestApi } from '../../../../test/support/start-test-api.js';
import { topUp } from '../../../../test/support/use-fake-providers.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { AskProvider } from './use-cases/ask-provider.js';

const code = 'br_receita_cnpj';
const taxId = '11222333000181';

describe('provider at a loopback address', () => {
  const deployed = useTestApi();
  let api: TestApi;
  let server: Server;
  let baseUrl: string;
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url!);
      const company = { cnpj: request.url!.slice(1), razao_social: 'PADARIA SOUZA LTDA', situacao_cadastral: 8 };
      response.end(JSON.stringify(company));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    api = await startOwnTestApi(undefined, { WEBHOOK_LOOPBACK: 'on' });
    await topUp(api, 100);
  });
  afterAll(async () => {
    await api?.stop();
    server.close();
    server.closeAllConnections();
  });
  beforeEach(() => void asked.splice(0));

  const switchOn = (of: TestApi, key: string) =>
    of.call(`/marketplace/integrations/${code}`, { key, method: 'PUT', body: { enabled: true, config: { baseUrl } } });

  async function enrich(key: string) {
    const company = { type: 'company', externalId: 'bakery', name: 'Padaria', countryCode: 'BR', taxId };
    expect((await api.call('/entities', { key, body: company })).status).toBe(201);
    const body = { externalId: 'bakery', integrationCodes: [code] };
    return (await api.call('/integration-execution/marketplace/enrichment-by-external-id', { key, body })).body;
  }

  it('is called in development', async () => {
    expect((await switchOn(api, api.production.key)).status).toBe(200);
    const { results, totalCostCents } = await enrich(api.production.key);
    expect(results).toMatchObject([{ success: true, result: { enrichmentData: { registrationStatus: 'closed' } } }]);
    expect([asked, totalCostCents]).toEqual([[`/${taxId}`], 10]);
  });

  it('is not called by a sandbox', async () => {
    expect((await switchOn(api, api.sandbox.key)).status).toBe(200);
    const { results } = await enrich(api.sandbox.key);
    expect(results).toMatchObject([{ success: true, result: { enrichmentData: { registrationStatus: 'active' } } }]);
    expect(asked).toEqual([]);
  });

  it('is rejected in other deployments and not called even if it was configured before', async () => {
    const refused = await switchOn(deployed(), deployed().production.key);
    expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    const delivered = await deployed()
      .app.get(AskProvider)
      .ask({
        organizationId: deployed().production.organizationId,
        executionId: '01a20559-c24d-7b6f-b7eb-fde5fa7a527e',
        provider: allProviders.find((provider) => provider.code === code)!,
        settings: { baseUrl },
        entityId: null,
        asked: { type: 'company', country: 'BR', taxId, name: null, emails: [], phones: [], parameters: {} },
        isSandbox: false,
        deadlineMs: Date.now() + 10_000,
      });
    expect(delivered).toMatchObject({ ok: false, error: { code: 'PROVIDER_UNAVAILABLE' } });
    expect(asked).toEqual([]);
  });
});
