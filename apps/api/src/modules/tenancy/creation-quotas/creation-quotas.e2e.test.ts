import { reportPromise } from '@tamis/testkit';

import { TenantDatabase } from '../../../platform/database/index.js';
import {
  consumeQuota,
  consumeQuotasAtEnd,
  type QuotaModule,
  quotaModules,
  type QuotaPeriod,
  setQuota,
} from './index.js';
import { type Body, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

/** How one record of each module is created, with a unique `name`. */
const creations: Readonly<Record<QuotaModule, (name: string) => { path: string; body: object }>> = {
  entities: (name) => ({
    path: '/entities',
    body: { type: 'person', name, countryCode: 'BR', externalId: name, skipRulesExecution: true },
  }),
  transactions: (name) => ({
    path: '/transactions',
    body: { type: 'PAYMENT', amount: 10, currency: 'USD', externalId: name, executeRules: false },
  }),
  user_events: (name) => ({
    path: '/events/user',
    body: { eventType: 'LOGIN_SUCCESS', userId: 'u', entityExternalId: 'owner', externalId: name, executeRules: false },
  }),
};

describe('platform 4.4, 7: creation quotas', () => {
  let api: TestApi;
  let names = 0;
  beforeAll(async () => {
    api = await startTestApi();
    for (const key of [api.production.key, api.stranger.key]) await create('entities', { externalId: 'owner' }, key);
  });
  afterAll(() => api?.stop());

  const set = async (module: QuotaModule, period: QuotaPeriod, quota: number | null) => {
    const { organizationId } = api.production;
    const done = await setQuota(api.pool, { organizationId, module, period, quota });
    if (!done.ok) throw new Error(done.error);
    return done.value;
  };
  const create = (module: QuotaModule, more: object = {}, key = api.production.key) => {
    const { path, body } = creations[module](`n${(names += 1)}`);
    return api.call(path, { body: { ...body, ...more }, key });
  };
  const count = async (module: QuotaModule): Promise<number> => {
    const { rows } = await api.pool.query<{ n: number }>(
      `select count(*)::int as n from ${module} where organization_id = $1`,
      [api.production.organizationId],
    );
    return rows[0]!.n;
  };
  const used = async (module: QuotaModule) => {
    const { rows } = await api.pool.query<Body>(
      'select used::int, period_key as key from creation_quotas where organization_id = $1 and module = $2',
      [api.production.organizationId, module],
    );
    return rows[0];
  };
  const thisMonth = new Date().toISOString().slice(0, 7);

  const refusals: [QuotaModule, QuotaPeriod, string, object][] = [
    ['entities', 'month', thisMonth, {}],
    ['entities', 'total', 'total', {}],
    ['transactions', 'month', thisMonth, {}],
    ['transactions', 'total', 'total', {}],
    ['transactions', 'total', 'total', { executeRules: true }],
    ['user_events', 'month', thisMonth, {}],
    ['user_events', 'total', 'total', { executeRules: true }],
  ];
  it.each(refusals)(
    '4.4, 7: rejects %s beyond the quota of the %s and reports the remainder: %s, %o',
    async (...row) => {
      const [module, period, periodKey, more] = row;
      await set(module, period, 1);
      expect(await create(module, more)).toMatchObject({ status: 201 });
      const before = await count(module);
      const members = { module, remainingTotal: 0, periodKey, requested: 1 };
      const refused = await create(module, more);
      expect([refused.status, refused.body]).toMatchObject([
        429,
        module === 'entities'
          ? { code: 'CREATION_CONTRACT_QUOTA_EXCEEDED', details: members, ...members }
          : { error: { code: 'CREATION_CONTRACT_QUOTA_EXCEEDED', details: members }, ...members },
      ]);
      expect(await count(module)).toBe(before);
      expect(await create(module, more, api.stranger.key)).toMatchObject({ status: 201 });
      await set(module, period, null);
      expect(await create(module, more)).toMatchObject({ status: 201 });
    },
  );

  it.each(quotaModules)(
    'promise 23: creates exactly 20 %s of 50 that are sent at once over a quota of 20',
    async (module) => {
      await set(module, 'total', 20);
      const before = await count(module);
      const answers = await Promise.all(Array.from({ length: 50 }, () => create(module)));
      const byStatus = (status: number) => answers.filter((answer) => answer.status === status).length;
      expect([byStatus(201), byStatus(429), (await count(module)) - before]).toEqual([20, 30, 20]);
      expect(await used(module)).toEqual({ used: 20, key: 'total' });
      await set(module, 'total', null);
      const figure = `${byStatus(201)} ${module} of 50 at once over a quota of 20`;
      reportPromise(23, { figure, target: '20', holds: byStatus(201) === 20 });
    },
  );

  it.each(quotaModules)('counts only the %s that were stored', async (module) => {
    await set(module, 'total', 5);
    const first = await create(module, { externalId: `${module} taken` });
    expect(first.status).toBe(201);
    expect(await create(module, { externalId: `${module} taken` })).toMatchObject({ status: 409 });
    expect(await used(module)).toMatchObject({ used: 1 });
    await set(module, 'total', null);
  });

  it.each(quotaModules)('reports %s that already exist as duplicates when the quota is exhausted', async (module) => {
    await set(module, 'total', 1);
    const externalId = `${module} stored`;
    expect(await create(module, { externalId })).toMatchObject({ status: 201 });
    expect(await create(module)).toMatchObject({ status: 429 });
    expect(await create(module, { externalId })).toMatchObject({ status: 409 });
    await set(module, 'total', null);
  });

  it('skips a batch payment that already exists when the quota is exhausted', async () => {
    await set('transactions', 'total', 1);
    const { path, body } = creations.transactions('batched twice');
    expect(await api.call(path, { body })).toMatchObject({ status: 201 });
    const again = await api.call(`${path}/batch`, { body: { transactions: [body] } });
    expect(again).toMatchObject({ status: 200, body: { created: 0, skipped: 1, failed: 0 } });
    await set('transactions', 'total', null);
  });

  it('lets others create during a long transaction, and counts what it kept at its end', async () => {
    await set('entities', 'total', 4);
    const { organizationId } = api.production;
    const database = api.app.get(TenantDatabase);
    const createLong = (records: number) =>
      database.runAtomically(organizationId, (client) =>
        consumeQuotasAtEnd(client, organizationId, async () => {
          for (let n = 0; n < records; n += 1) await consumeQuota(client, organizationId, 'entities', 1);
          const undo = await client.undoPoint();
          await consumeQuota(client, organizationId, 'entities', 9);
          await undo();
          const other = await database.runOutsideTransaction(() => create('entities'));
          expect(other.status).toBe(201);
        }),
      );
    await createLong(2);
    expect(await used('entities')).toMatchObject({ used: 3 });
    await expect(createLong(2)).rejects.toMatchObject({
      code: 'CREATION_CONTRACT_QUOTA_EXCEEDED',
      details: { remainingTotal: 0, requested: 2 },
    });
    expect(await used('entities')).toMatchObject({ used: 4 });
    await set('entities', 'total', null);
  });

  it('stores no payment of an all-or-nothing batch beyond the quota, and reports which ones exceed it', async () => {
    await set('transactions', 'total', 2);
    const transactions = ['first', 'second', 'third'].map((name) => creations.transactions(`whole ${name}`).body);
    const { status, body } = await api.call('/transactions/batch', { body: { transactions } });
    const codes = (body.errors as readonly Body[]).map(({ code }) => code as string);
    expect([status, codes]).toEqual([422, ['ROLLED_BACK', 'ROLLED_BACK', 'CREATION_CONTRACT_QUOTA_EXCEEDED']]);
    expect(await used('transactions')).toMatchObject({ used: 0 });
    const few = await api.call('/transactions/batch', { body: { transactions: transactions.slice(0, 2) } });
    expect(few).toMatchObject({ status: 200, body: { created: 2 } });
    expect(await used('transactions')).toMatchObject({ used: 2 });
    await set('transactions', 'total', null);
  });

  it('restarts the count with a new month, and never returns to an earlier one', async () => {
    await set('entities', 'month', 2);
    const turn = (key: string) =>
      api.pool.query('update creation_quotas set period_key = $2, used = 2 where organization_id = $1', [
        api.production.organizationId,
        key,
      ]);
    await turn('2001-01');
    expect(await create('entities')).toMatchObject({ status: 201 });
    expect(await used('entities')).toEqual({ used: 1, key: thisMonth });
    await turn('2999-01');
    expect(await create('entities')).toMatchObject({ status: 429, body: { periodKey: '2999-01' } });
    await set('entities', 'month', null);
  });

  it('enforces month and total together, keeps the count when a quota changes, and logs the change', async () => {
    await set('entities', 'total', 2);
    await set('entities', 'month', 1);
    expect(await create('entities')).toMatchObject({ status: 201 });
    expect(await create('entities')).toMatchObject({ status: 429, body: { periodKey: thisMonth } });
    expect(await set('entities', 'month', 10)).toMatchObject({ quota: 10, used: 1 });
    expect(await create('entities')).toMatchObject({ status: 201 });
    expect(await create('entities')).toMatchObject({ status: 429, body: { periodKey: 'total' } });
    const { body } = await api.call('/audit/events?event=organization_updated&limit=1');
    expect(body.events[0]).toMatchObject({ changes: { 'quota.entities.month': { previous: 1, current: 10 } } });
    const nobody = {
      organizationId: '00000000-0000-7000-8000-0000000000f1',
      module: 'entities',
      period: 'total',
    } as const;
    expect(await setQuota(api.pool, { ...nobody, quota: 1 })).toEqual({ ok: false, error: 'no-organization' });
  });
});
