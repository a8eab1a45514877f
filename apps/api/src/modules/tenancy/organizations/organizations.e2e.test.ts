import { tablesClearedBySandboxReset, tablesKeptBySandboxReset } from './index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { ruleText } from '../../../../test/support/rule-samples.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';
import { waitUntilFound } from '../../../../test/support/wait-until.js';
import { limits } from '../../../platform/limits.js';

describe('organizations', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const path = () => `/organizations/${api.production.organizationId}`;
  const change = (body: object, key?: string) => api.call(path(), { method: 'PATCH', body, ...(key && { key }) });

  it('come in pairs and start with default settings', async () => {
    const { body } = await api.call(path());
    expect(body.organization).toEqual({
      id: api.production.organizationId,
      name: 'Own',
      slug: 'own',
      environment: 'production',
      pairedOrganizationId: api.sandbox.organizationId,
      parentOrganizationId: null,
      countryCode: null,
      plan: 'professional',
      language: 'en',
      timezone: 'UTC',
      baseCurrency: 'USD',
      reportingCurrencies: [],
      currencyCodes: [],
      rateMaxAgeDays: 4,
      settings: {
        monitoringEnabled: true,
        batchUploadEnabled: true,
        bulkAutomaticImportEnabled: true,
        rulesAfterEnrichment: true,
        windowConsistency: 'exact',
        numberFormat: '1,234.5',
        blockedParties: 'reject',
        beneficialOwnerPercent: 25,
        ownershipRule: 'at_least_50',
        ownershipRulesOfLists: [],
        rulePolicy: {
          testsMustPass: true,
          minTests: 0,
          requireDryRun: false,
          dryRunMaxAgeDays: 30,
          maxRuleCost: 300,
          maxMatrixCost: 3_000,
          requireReason: false,
          requireSecondPerson: false,
          requireGuard: false,
        },
      },
      status: 'active',
      sandboxExpiresAt: null,
      version: 1,
      createdAt: expect.any(String),
    });
    expect((await api.call('/organizations')).body.organizations).toEqual([body.organization]);
    const sandbox = await api.call('/organizations', { key: api.sandbox.key });
    expect(sandbox.body.organizations).toMatchObject([
      { environment: 'sandbox', pairedOrganizationId: api.production.organizationId },
    ]);
  });

  it('change only in the fields sent: the name in both of the pair, everything else in one', async () => {
    const changed = await change({
      name: 'New name',
      language: 'pt-BR',
      countryCode: 'br',
      currencyCodes: ['USDT'],
      settings: { windowConsistency: 'relaxed', rulePolicy: { minTests: 2 } },
    });
    expect(changed.body.organization).toMatchObject({
      name: 'New name',
      slug: 'own',
      language: 'pt-BR',
      countryCode: 'BR',
      currencyCodes: ['USDT'],
      settings: {
        windowConsistency: 'relaxed',
        monitoringEnabled: true,
        rulePolicy: { minTests: 2, maxRuleCost: 300 },
      },
    });
    await change({ settings: { monitoringEnabled: false } });
    expect((await api.call(path())).body.organization.settings).toMatchObject({
      monitoringEnabled: false,
      windowConsistency: 'relaxed',
      rulePolicy: { minTests: 2 },
    });
    const sandbox = await api.call(`/organizations/${api.sandbox.organizationId}`, { key: api.sandbox.key });
    expect(sandbox.body.organization).toMatchObject({ name: 'New name', language: 'en', countryCode: null });
    const renamed = await api.call(`/organizations/${api.sandbox.organizationId}`, {
      method: 'PATCH',
      body: { name: 'Renamed from below' },
      key: api.sandbox.key,
    });
    expect(renamed).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect((await api.call(path())).body.organization.name).toBe('New name');
  });

  it.each([
    ['a time zone there is not', { timezone: 'Mars/Olympus' }, 'timezone'],
    ['a currency in small letters', { baseCurrency: 'usd' }, 'baseCurrency'],
    ['six reporting currencies', { reportingCurrencies: ['A', 'B', 'C', 'D', 'E', 'F'] }, 'reportingCurrencies'],
    ['a reporting currency in small letters', { reportingCurrencies: ['BRL', 'eur'] }, 'reportingCurrencies'],
    ['a reporting currency twice', { reportingCurrencies: ['BRL', 'BRL'] }, 'reportingCurrencies'],
    ['a base currency that there is not', { baseCurrency: 'XQQ' }, 'baseCurrency'],
    ['a reporting currency that there is not', { reportingCurrencies: ['BRL', 'XQQ'] }, 'reportingCurrencies'],
    ['a code of its own that no payment can have', { currencyCodes: ['USDT', 'X'] }, 'currencyCodes'],
    ['a setting there is not', { settings: { rulePolicy: { minTest: 1 } } }, 'settings.rulePolicy.minTest'],
    ['a plan, which is not theirs to choose', { plan: 'enterprise' }, 'plan'],
  ])('reject %s', async (_, body, field) => {
    const answer = await change(body);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    expect(Object.keys(answer.body.error.details)).toEqual([field]);
  });

  it('may report in a custom currency as long as they define it', async () => {
    const own = { currencyCodes: ['USDT', 'XPTO'], reportingCurrencies: ['XPTO', 'BRL'] };
    expect((await change(own)).status).toBe(200);
    const without = await change({ currencyCodes: ['USDT'] });
    expect(without).toMatchObject({
      status: 400,
      body: { error: { details: { reportingCurrencies: expect.stringContaining('XPTO') } } },
    });
    expect((await change({ currencyCodes: ['USDT'], reportingCurrencies: [] })).status).toBe(200);
  });

  it('get a new rule set when the time zone changes, which requires the publish permission', async () => {
    const made = await api.call('/api-keys', { body: { name: 'editor', permissions: ['organization:edit'] } });
    for (const body of [
      { timezone: 'UTC' },
      { baseCurrency: 'EUR' },
      { settings: { rulePolicy: {} } },
      { settings: { numberFormat: '1.234,5' } },
    ]) {
      expect(await change(body, made.body.key)).toMatchObject({
        status: 403,
        body: { error: { requiredPermission: 'rules:publish' } },
      });
    }
    expect((await change({ language: 'es' }, made.body.key)).status).toBe(200);
    expect((await change({ settings: { rulePolicy: { minTests: 0 } } })).status).toBe(200);
    const source = ruleText('hour(transaction.transactedAt) == 21');
    await publishRule(api, { source });
    const pay = async (externalId: string): Promise<Body> =>
      (
        await api.call('/transactions', {
          body: { externalId, type: 'PAYMENT', amount: 1, currency: 'USD', transactedAt: '2026-03-01T00:30:00Z' },
        })
      ).body;
    const before = await pay('utc');
    expect(before.rulesResult.rulesTriggered).toBe(0);
    expect((await change({ timezone: 'America/Sao_Paulo' })).status).toBe(200);
    const after = await pay('sao-paulo');
    expect(after.rulesResult.ruleSetVersion).not.toBe(before.rulesResult.ruleSetVersion);
    expect(after.rulesResult.rulesTriggered).toBe(1);
  });

  it('get a new rule set when the format of numbers changes, which all texts of rules then have', async () => {
    const source = ruleText('transaction.externalId contains "f-"').replace(
      'suggest FLAG',
      'alert LOW "{transaction.amount}, {1234.5}"',
    );
    await publishRule(api, { source });
    const pay = async (externalId: string): Promise<Body> =>
      (await api.call('/transactions', { body: { externalId, type: 'FEE', amount: 9400.5, currency: 'USD' } })).body
        .rulesResult;
    const before = await pay('f-1');
    const changed = await change({ settings: { numberFormat: '1.234,5' } });
    expect(changed.body.organization.settings.numberFormat).toBe('1.234,5');
    const after = await pay('f-2');
    expect([before, after].map(({ alerts }) => alerts.map(({ title }: Body) => title as string))).toEqual([
      ['9,400.50 USD, 1,234.5'],
      ['9.400,50 USD, 1.234,5'],
    ]);
    const { ruleSet } = (await api.call('/rule-sets/active')).body;
    expect(ruleSet).toMatchObject({ version: after.ruleSetVersion, numberFormat: '1.234,5' });
    expect((await api.call(`/evaluations/${after.evaluationId}/replay`, { body: {} })).body.equal).toBe(true);
    expect((await change({ settings: { numberFormat: '1,234.5' } })).status).toBe(200);
    expect((await pay('f-3')).ruleSetVersion).toBe(before.ruleSetVersion);
  });

  it('have children in pairs, one level deep, with unique names', async () => {
    const create = (name: string, key = api.production.key, id = api.production.organizationId) =>
      api.call(`/organizations/${id}/children`, { key, body: { name, countryCode: 'mx' } });
    const made = await create('Branch A');
    expect(made).toMatchObject({
      status: 201,
      body: {
        production: {
          name: 'Branch A',
          slug: 'branch-a',
          countryCode: 'MX',
          environment: 'production',
          parentOrganizationId: api.production.organizationId,
          pairedOrganizationId: made.body.sandbox.id,
        },
        sandbox: {
          environment: 'sandbox',
          parentOrganizationId: api.sandbox.organizationId,
          pairedOrganizationId: made.body.production.id,
        },
      },
    });
    expect(await create('branch  a')).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_NAME' } } });
    expect((await create('Branch A', api.stranger.key, api.stranger.organizationId)).status).toBe(201);
    const children = await api.call(`${path()}/children`);
    expect(children.body.organizations.map(({ id }: Body) => id)).toEqual([made.body.production.id]);
    expect(children.body.pagination).toMatchObject({ total: 1, hasMore: false });
    const twin = `insert into organizations (id, slug, name, environment, paired_organization_id, parent_organization_id, requests_per_hour)
      select ids.id, 'many-' || ids.n, 'Many', 'production', ids.id, $1, 100
      from (select gen_random_uuid() as id, n from generate_series(1, $2) n) ids`;
    await api.pool.query(twin, [api.production.organizationId, limits.childOrganizations - 1]);
    expect(await create('Branch C')).toMatchObject({
      status: 409,
      body: { error: { code: 'ORGANIZATION_LIMIT_REACHED' } },
    });
    await api.pool.query(`delete from organizations where slug like 'many-%'`);
    const ofSandbox = await create('Branch B', api.sandbox.key, api.sandbox.organizationId);
    expect(ofSandbox).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    // A parent sees that its children exist, but nothing that belongs to them.
    expect((await api.call(`/organizations/${made.body.production.id}`)).status).toBe(404);
  });

  it('lose in a sandbox reset only the data sent there', async () => {
    const inSandbox = { ...api, call: (to: string, call = {}) => api.call(to, { key: api.sandbox.key, ...call }) };
    await publishRule(inSandbox, { source: ruleText() });
    const pay = async () =>
      inSandbox.call('/transactions', { body: { externalId: 'p', type: 'PAYMENT', amount: 100, currency: 'USD' } });
    expect((await pay()).body.rulesResult.rulesTriggered).toBe(1);
    const reset = (id: string, key: string) => api.call(`/organizations/${id}/reset`, { key, body: {} });
    expect(await reset(api.production.organizationId, api.production.key)).toMatchObject({
      status: 403,
      body: { error: { code: 'NOT_A_SANDBOX' } },
    });
    const kept = (await api.call('/transactions')).body.pagination.total;
    expect(await reset(api.sandbox.organizationId, api.sandbox.key)).toMatchObject({ status: 200 });
    expect((await inSandbox.call('/transactions')).body.pagination.total).toBe(0);
    expect((await inSandbox.call('/rules')).body.total).toBe(0);
    expect((await pay()).body.rulesResult.rulesTriggered).toBe(0);
    await publishRule(inSandbox, { source: ruleText('transaction.amount >= 1000 USD') });
    const next = { externalId: 'q', type: 'PAYMENT', amount: 100, currency: 'USD' };
    expect((await inSandbox.call('/transactions', { body: next })).body.rulesResult.rulesTriggered).toBe(0);
    expect((await api.call('/transactions')).body.pagination.total).toBe(kept);
  });

  it('also lose in a sandbox reset what is stored while it runs', async () => {
    const { key, organizationId } = api.sandbox;
    const list = await api.call('/data-lists', { key, body: { name: 'seen', type: 'custom', source: 'internal' } });
    const add = async (primaryValue: string): Promise<void> => {
      const added = { key, body: { items: [{ primaryValue }] } };
      expect((await api.call(`/data-lists/${list.body.data.id}/items`, added)).status).toBe(201);
    };
    await add('a');
    const holder = await api.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from data_list_items where organization_id = $1 for update', [organizationId]);
      const reset = api.call(`/organizations/${organizationId}/reset`, { key, body: {} });
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from data_list_items%'
        and datname = current_database()`;
      await waitUntilFound(async () => (await api.pool.query(waiting)).rows);
      await add('b');
      await holder.query('rollback');
      expect((await reset).status).toBe(200);
    } finally {
      holder.release();
    }
    expect((await api.call('/data-lists', { key })).body.pagination.total).toBe(0);
  });

  it('keep or clear every table in a sandbox reset, with a reason for each kept one', async () => {
    const { rows } = await api.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
         and relnamespace = 'public'::regnamespace and relname not in ('schema_migrations', 'dropped_periods') order by 1`,
    );
    const named = [...tablesClearedBySandboxReset, ...Object.keys(tablesKeptBySandboxReset)].sort();
    expect(named).toEqual(rows.map(({ name }) => name).sort());
  });
});
