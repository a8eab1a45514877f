import { permissions } from '../src/platform/auth/index.js';
import { requestOf } from './support/ask-route.js';
import { createKeyWith } from './support/create-key-with.js';
import { isPage, listRoutes } from './support/list-routes.js';
import { publishRule } from './support/publish-rule.js';
import { type Body, startOwnTestApi, type TestApi } from './support/start-test-api.js';
import { makeTenantRecords, type TenantRecords } from './support/tenant-records.js';

/** Prefix of all planted numbers; the last two digits identify the place. */
const planted = '7788123456';
const place = (code: number): string => `${planted}${String(code).padStart(2, '0')}`;
const holds = (code: number): object => ({
  accountNumber: place(code),
  bank: { accounts: [{ accountNumber: place(code) }] },
});

// Hundreds of requests, possibly on a busy machine.
jest.setTimeout(240_000);

describe('account numbers without `entities:read_sensitive`', () => {
  let api: TestApi;
  let records: TenantRecords;
  let plain: string;

  beforeAll(async () => {
    api = await startOwnTestApi();
    records = await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61');
    plain = await createKeyWith(api, ...permissions.filter((name) => name !== 'entities:read_sensitive'));
    const send = async (path: string, body: object, method = 'POST'): Promise<Body> => {
      const answer = await api.call(path, { method, body });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
      return answer.body;
    };
    await publishRule(api, {
      source: `rule named "Plants" {\n  on person, company (updated)\n  score 1\n\n  when entity.attributes.accountNumber starts with "${planted.slice(0, 6)}"\n\n  then alert LOW "of {entity.attributes.accountNumber}"\n}\n`,
    });
    const { entity, spareEntity, holder, relationship, device, account, transaction } = records;
    for (const [index, id] of [entity, spareEntity, holder].entries())
      await send(`/entities/${id}`, { attributes: holds(10 + index) }, 'PATCH');
    await send(`/entities/${entity}`, { entityData: { company: holds(13) } }, 'PATCH');
    await send(`/relationships/${relationship}`, { metadata: holds(20) }, 'PATCH');
    await send(`/devices/${device}`, { metadata: holds(21) }, 'PATCH');
    await send(`/entities/${holder}/accounts/${account}`, { accountNumber: place(22), metadata: holds(23) }, 'PATCH');
    await send(`/transactions/${transaction}`, { metadata: holds(24), deviceDetails: holds(25) }, 'PATCH');
    const sent = { type: 'PAYMENT', amount: 10, currency: 'USD', originExternalId: records.externalId };
    await send('/transactions', {
      ...sent,
      externalId: 'plants',
      originDetails: holds(26),
      destinationDetails: holds(27),
    });
    await send('/events/user', {
      eventType: 'LOGIN_SUCCESS',
      userId: 'u',
      entityId: entity,
      deviceId: 'shared',
      metadata: holds(28),
    });
    const paymentMethod = { type: 'bank_account', accountNumber: place(29), bank: 'B' };
    await send('/entities', { entityType: 'payment_method', entityData: { paymentMethod }, metadata: holds(30) });
    await send('/intelligence/alerts', {
      name: 'A',
      severity: 'LOW',
      targetEntityId: entity,
      transactionId: transaction,
    });
    await send('/intelligence/investigations', { name: 'I', entityId: entity });
  });
  afterAll(() => api?.stop());

  it('stays unchanged when the masked number is sent back', async () => {
    const made = { type: 'company', name: 'C', countryCode: 'BR', attributes: holds(12) };
    const path = `/entities/${(await api.call('/entities', { body: made })).body.entity.id}`;
    const { attributes } = (await api.call(path, { key: plain })).body;
    expect(attributes).toMatchObject({ accountNumber: `****${place(12).slice(-4)}` });
    for (const body of [{ attributes: { ...attributes, tier: 1 } }, { attributes, mode: 'replace' }])
      await api.call('mode' in body ? `${path}/attributes` : path, { method: 'PATCH', key: plain, body });
    expect((await api.call(path)).body.attributes).toEqual(holds(12));
  });

  it('of an account stays unchanged when it is sent back, and cannot be guessed', async () => {
    const [own, other] = [place(32), place(33)];
    const made = {
      type: 'account',
      externalId: 'sent-back',
      entityData: { account: { accountNumber: own, bank: 'A' } },
    };
    const path = `/entities/${(await api.call('/entities', { body: made })).body.entity.id}`;
    const change = (accountNumber: string, key?: string) =>
      api.call(path, {
        method: 'PATCH',
        body: { entityData: { account: { accountNumber, bank: 'B' } } },
        ...(key && { key }),
      });
    expect((await change(own)).status).toBe(200);
    for (const refused of [await change(other), await change(own, plain), await change(other, plain)])
      expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['entityData.account.accountNumber']]);
    const { rows } = await api.pool.query(
      `select entity_data::text as data from entities where external_id = 'sent-back'`,
    );
    expect(rows[0].data).not.toContain(own);
    expect((await api.call(path)).body.entityData).toEqual({ account: { accountNumber: own, bank: 'B' } });
  });

  const objects: readonly (readonly [string, () => string, string])[] = [
    ['a relationship', () => `/relationships/${records.relationship}`, 'relationship'],
    ['a device', () => `/devices/${records.device}`, 'device'],
    ['a list item', () => `/data-lists/${records.list}/items/${records.spareItem}`, 'data'],
    ['an account', () => `/entities/${records.holder}/accounts/${records.account}`, 'data'],
  ];
  it.each(objects)('stays unchanged when the masked metadata of %s are sent back', async (_, pathOf, member) => {
    const change = (body: object, key?: string) => api.call(pathOf(), { method: 'PATCH', body, ...(key && { key }) });
    const stored = (await change({ metadata: { ...holds(31), tier: 1 } })).body[member].metadata;
    const { metadata } = (await change({ metadata: { ...stored, tier: 2 } }, plain)).body[member];
    expect(metadata).toMatchObject({ accountNumber: `****${place(31).slice(-4)}`, tier: 2 });
    await change({ metadata: { ...metadata, tier: 3 } }, plain);
    expect((await change({ metadata: { ...metadata, tier: 4 } })).body[member].metadata).toEqual({
      ...holds(31),
      tier: 4,
    });
  });

  it('is shown in full by no route', async () => {
    const routes = listRoutes(api.app).filter((route) => !isPage(route));
    const order = ['GET', 'POST', 'PUT', 'PATCH'];
    const asked = routes
      .filter(({ method }) => order.includes(method))
      .sort((a, b) => order.indexOf(a.method) - order.indexOf(b.method));
    const shown: string[] = [];
    const counts = new Map<number, number>();
    for (const route of asked) {
      for (const entity of [records.entity, records.spareEntity, records.holder]) {
        const { method, path, body } = requestOf(route, { ...records, entity });
        const answer = await api.call(path, { method, key: plain, ...(body && { body }) });
        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
        for (const [number] of answer.text.matchAll(new RegExp(`${planted}..`, 'g')))
          shown.push(`${route.name} ${number.slice(-2)}`);
      }
    }
    expect([...new Set(shown)]).toEqual([]);
    expect(counts.get(200)).toBeGreaterThan(100);
  });

  it('is absent from every announcement and the audit log', async () => {
    for (const table of ['outbox_events', 'audit_events']) {
      const { rows } = await api.pool.query<{ text: string }>(`select t::text as text from ${table} t`);
      const found = rows.flatMap(({ text }) => [...text.matchAll(new RegExp(`.{60}${planted}..`, 'g'))].map(String));
      expect([table, found.slice(0, 5)]).toEqual([table, []]);
    }
  });
});
