import { Integrations, Providers, setIntegrationPrice } from './index.js';
import { declareProvider } from '../../../../test/support/declare-provider.js';
import type { Body, Call, TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const secret = 'sk-of-the-registry-1234';
const keyed = declareProvider({
  code: 'br_keyed_registry',
  name: 'Keyed registry',
  countries: ['GLOBAL'],
  entityTypes: ['company', 'person'],
  supportsMonitoring: true,
  input: {
    oneOf: [['taxId'], ['taxId', 'name']],
    parameters: [{ name: 'depth', type: 'number', required: false, default: 1, description: 'How far' }],
  },
  settings: [
    { name: 'apiKey', description: 'Of the contract', isSecret: true, isRequired: true },
    { name: 'address', description: 'Of an own server', isSecret: false, isRequired: false },
  ],
  reach: { hosts: ['{address}'], datasets: [] },
});
const codes = ['br_keyed_registry', 'br_receita_cnpj', 'br_test_registry', 'mx_test_check'];

describe('shapes 19: marketplace integrations of an organization', () => {
  const api = useOwnTestApi({ ENRICHMENT_PROVIDERS: codes.join(', ') });
  beforeAll(() => {
    const providers = api().app.get(Providers);
    for (const each of [declareProvider(), keyed]) providers.add(each);
    providers.add(
      declareProvider({ code: 'mx_test_check', countries: ['MX'], entityTypes: ['person'], type: 'check' }),
    );
    providers.add(declareProvider({ code: 'br_left_out' }));
  });

  const at = '/marketplace/integrations';
  const put = (code: string, body: object, key?: string): Promise<TestResponse> =>
    api().call(`${at}/${code}`, { method: 'PUT', body, ...(key && { key }) });
  const listed = async (query = '', call: Call = {}): Promise<string[]> =>
    (await api().call(`${at}${query}`, call)).body.integrations.map(({ code }: Body) => code);
  const opened = async (code: string, organizationId = api().production.organizationId) =>
    (await api().app.get(Integrations).forOrganization(organizationId, [code])).get(code);
  const audited = async (resource: string): Promise<Body[]> =>
    (await api().call(`/audit/events?resourceType=integration&resourceId=${resource}`)).body.events;

  it('lists integrations that the server offers and the settings leave enabled, with filters and pagination', async () => {
    expect(await listed()).toEqual(codes);
    expect(await listed('?country=br')).toEqual(['br_keyed_registry', 'br_receita_cnpj', 'br_test_registry']);
    expect(await listed('?country=MX&entityType=person')).toEqual(['br_keyed_registry', 'mx_test_check']);
    expect(await listed('?type=check')).toEqual(['mx_test_check']);
    expect(await listed('?search=KEYED')).toEqual(['br_keyed_registry']);
    expect(await listed('?enabled=true')).toEqual([]);
    const page = await api().call(`${at}?limit=1&offset=1`);
    expect(page.body.integrations.map(({ code }: Body) => code)).toEqual(['br_receita_cnpj']);
    expect(page.body.pagination).toEqual({ total: 4, limit: 1, offset: 1, hasMore: true, nextCursor: null });
    for (const wrong of ['?country=Brazil', '?entityType=payment_method', '?type=x', '?enabled=1', '?limit=0', '?x=1'])
      expect([wrong, (await api().call(at + wrong)).status]).toEqual([wrong, 400]);
  });

  it('shows one integration with its price, fields and settings, and responds 404 to any other code', async () => {
    const { body } = await api().call(`${at}/br_keyed_registry`);
    expect(body.integration).toMatchObject({
      requiredFields: ['taxId'],
      requiredOneOf: [['taxId'], ['taxId', 'name']],
      optionalParameters: [{ name: 'depth', type: 'number', required: false, default: 1 }],
      pricing: { basePriceCents: 35, organizationPriceCents: 35, currency: 'USD', tokens: 0.35, billedOn: 'success' },
      settings: [
        { name: 'apiKey', isSecret: true, isRequired: true, isSet: false },
        { name: 'address', isSecret: false, isRequired: false, isSet: false },
      ],
      organization: { enabled: false, monitoringEnabled: false, enabledAt: null, blocked: false },
    });
    for (const code of ['br_left_out', 'nothing', 'BR_KEYED_REGISTRY'])
      for (const call of [{}, { method: 'PUT', body: { enabled: true } }]) {
        const { status, body: refused } = await api().call(`${at}/${code}`, call);
        expect([code, status, refused.error.code]).toEqual([code, 404, 'INTEGRATION_NOT_FOUND']);
      }
  });

  it('rejects unknown, invalid or missing settings with the path of each and stores nothing', async () => {
    const refusals: [object, object][] = [
      [{ enabled: true }, { 'config.apiKey': expect.stringContaining('is required') }],
      [{ enabled: true, config: { address: 'https://own.example.com' } }, { 'config.apiKey': expect.any(String) }],
      [{ enabled: true, config: { key: 'x' } }, { 'config.key': expect.stringContaining('apiKey, address') }],
      [{ enabled: true, config: { apiKey: 7 } }, { 'config.apiKey': expect.stringContaining('text') }],
      [{ enabled: true, config: { apiKey: '' } }, { 'config.apiKey': expect.any(String) }],
      [{ enabled: true, config: { apiKey: 'a\nb' } }, { 'config.apiKey': expect.any(String) }],
      [{ enabled: true, config: { apiKey: 'x'.repeat(2_001) } }, { 'config.apiKey': expect.any(String) }],
      [
        { enabled: true, config: { apiKey: secret, address: 'http://own.example.com' } },
        { 'config.address': expect.stringContaining('https') },
      ],
      [
        { enabled: true, config: { apiKey: secret, address: 'https://127.0.0.1/' } },
        { 'config.address': expect.any(String) },
      ],
      [
        { enabled: true, config: { apiKey: secret, address: 'https://a:b@c.d/' } },
        { 'config.address': expect.any(String) },
      ],
      [{ enabled: 'yes' }, { enabled: expect.any(String) }],
      [{}, { enabled: expect.any(String) }],
      [{ enabled: false, monitoringEnabled: true }, { monitoringEnabled: expect.any(String) }],
      [{ enabled: true, config: 'x' }, { config: expect.any(String) }],
    ];
    for (const [body, details] of refusals) {
      const { status, body: refused } = await put('br_keyed_registry', body);
      expect([status, refused.error]).toEqual([
        400,
        { code: 'VALIDATION_ERROR', message: expect.any(String), details },
      ]);
    }
    const unable = await put('br_test_registry', { enabled: true, monitoringEnabled: true });
    expect([unable.status, Object.keys(unable.body.error.details)]).toEqual([400, ['monitoringEnabled']]);
    const { rows } = await api().pool.query('select count(*)::int as n from integration_switches');
    expect(rows).toEqual([{ n: 0 }]);
    expect(await opened('br_keyed_registry')).toMatchObject({ problem: { code: 'INTEGRATION_NOT_ENABLED' } });
  });

  it('encrypts the configuration, passes it only to providers and never shows it', async () => {
    const config = { apiKey: secret, address: 'https://own.example.com/api' };
    const { status, body } = await put('br_keyed_registry', { enabled: true, monitoringEnabled: true, config });
    expect(status).toBe(200);
    expect(body.integration.settings).toMatchObject([
      { name: 'apiKey', isSet: true, value: '••••1234' },
      { name: 'address', isSet: true, value: config.address },
    ]);
    expect(body.integration.organization).toEqual({
      ...{ enabled: true, monitoringEnabled: true, enabledAt: expect.any(String), blocked: false },
    });
    expect(await opened('br_keyed_registry')).toMatchObject({ settings: config, priceCents: 35, problem: null });
    expect(await listed('?enabled=true')).toEqual(['br_keyed_registry']);
    // Values sent back in masked form, or omitted, do not count as changes.
    await put('br_keyed_registry', { enabled: true, config: { apiKey: '••••1234' } });
    await put('br_keyed_registry', { enabled: true, config: {} });
    expect((await opened('br_keyed_registry'))!.settings).toEqual(config);
    expect((await audited('br_keyed_registry')).map(({ event }) => event)).toEqual(['integration_enabled']);
    const { rows } = await api().pool.query(
      'select t::text from integration_switches t union all select t::text from audit_events t',
    );
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(secret).toString('hex'));
  });

  it('removes secrets when the address changes to another host, so that they cannot be sent to a new host', async () => {
    const elsewhere = await put('br_keyed_registry', {
      enabled: true,
      config: { address: 'https://thief.example.com' },
    });
    expect([elsewhere.status, Object.keys(elsewhere.body.error.details)]).toEqual([400, ['config.apiKey']]);
    const off = await put('br_keyed_registry', { enabled: false, config: { address: 'https://thief.example.com' } });
    expect(off.body.integration.settings).toMatchObject([{ isSet: false }, { value: 'https://thief.example.com' }]);
    const [entry] = await audited('br_keyed_registry');
    expect(entry).toMatchObject({ event: 'integration_disabled', summary: expect.stringContaining('apiKey') });
    const config = { apiKey: secret, address: null };
    expect((await put('br_keyed_registry', { enabled: true, config })).status).toBe(200);
    expect((await opened('br_keyed_registry'))!.settings).toEqual({ apiKey: secret });
  });

  it('isolates organizations: a row moved to another organization cannot be decrypted, a sandbox has its own', async () => {
    const { production, sandbox, stranger, pool } = api();
    for (const { key } of [sandbox, stranger])
      expect((await api().call(`${at}/br_keyed_registry`, { key })).body.integration.organization.enabled).toBe(false);
    // Its providers are mocks, which require no contract.
    expect((await put('br_keyed_registry', { enabled: true }, sandbox.key)).status).toBe(200);
    expect(await opened('br_keyed_registry', sandbox.organizationId)).toMatchObject({ settings: {}, problem: null });
    await put('br_keyed_registry', { enabled: true, config: { apiKey: 'x'.repeat(20) } }, stranger.key);
    await pool.query(
      `update integration_switches s set config = o.config from integration_switches o
       where s.organization_id = any($1) and o.organization_id = $2 and s.code = o.code`,
      [[stranger.organizationId, sandbox.organizationId], production.organizationId],
    );
    for (const organizationId of [stranger.organizationId, sandbox.organizationId])
      expect(await opened('br_keyed_registry', organizationId)).toMatchObject({
        settings: {},
        problem: { code: 'INTEGRATION_NOT_ENABLED', message: expect.stringContaining('cannot be decrypted') },
      });
    // It can be repaired by configuring it anew.
    await put('br_keyed_registry', { enabled: true, config: { apiKey: 'y'.repeat(20) } }, stranger.key);
    expect((await opened('br_keyed_registry', stranger.organizationId))!.settings).toEqual({ apiKey: 'y'.repeat(20) });
  });

  it('applies the newest version of an organization-specific price', async () => {
    const { organizationId } = api().production;
    const code = 'br_receita_cnpj';
    const price = async (): Promise<number> =>
      (await api().call(`${at}/${code}`)).body.integration.pricing.organizationPriceCents;
    const list = await price();
    for (const priceCents of [7, 0, null]) {
      const set = await setIntegrationPrice(api().pool, { organizationId, code, priceCents });
      expect([set.ok, await price(), (await opened(code))!.priceCents]).toEqual([
        true,
        priceCents ?? list,
        priceCents ?? list,
      ]);
    }
    const theirs = await api().call(`${at}/${code}`, { key: api().stranger.key });
    expect(theirs.body.integration.pricing.organizationPriceCents).toBe(list);
    expect((await audited(code)).map(({ event }) => event)).toEqual(Array(3).fill('integration_price_changed'));
    const { rows } = await api().pool.query('select version from integration_prices order by version');
    expect(rows.map(({ version }: Body) => version)).toEqual([1, 2, 3]);
    expect(await setIntegrationPrice(api().pool, { organizationId, code: 'nothing', priceCents: 1 })).toEqual({
      ok: false,
      error: 'no-integration',
    });
  });

  it('switches an integration once for fifty concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 50 }, () => put('br_test_registry', { enabled: true })));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(await audited('br_test_registry')).toHaveLength(1);
  });
});
