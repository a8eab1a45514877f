import { insertApiKey } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { type Body, startOwnTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const number = '0001-2345678-9';

describe('platform 2.5, 2.6, 4.4: payment methods', () => {
  let api: TestApi;
  let owner: Body;
  let foreign: Body;
  /** An API key that may not read account numbers. */
  let plainKey: string;

  beforeAll(async () => {
    api = await startOwnTestApi();
    const person = { type: 'person', name: 'Ana Souza', countryCode: 'BR' };
    owner = (await api.call('/entities', { body: person })).body.entity;
    foreign = (await api.call('/entities', { body: person, key: api.stranger.key })).body.entity;
    const { organizationId } = api.production;
    const made = await api.app.get(TenantDatabase).transaction(organizationId, (client) =>
      insertApiKey(client, {
        organizationId,
        name: 'plain',
        deployment: 'development',
        scopes: ['entities:read', 'entities:create'],
        rateLimit: 1_000_000,
      }),
    );
    plainKey = made.key;
  });
  afterAll(() => api?.stop());

  const create = (paymentMethod: object, more: object = {}, key = api.production.key) =>
    api.call('/entities', { body: { entityType: 'payment_method', entityData: { paymentMethod }, ...more }, key });
  const count = async (table: string) =>
    (await api.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;

  const kinds: [string, object, string][] = [
    ['credit_card', { last4: '4242', brand: 'visa', expiryMonth: '09', expiryYear: '2030', holderName: 'Ana', issuerCountry: 'BR', bin: '424242', fingerprint: 'f', funding: 'credit' }, 'visa ****4242'],
    ['debit_card', { last4: '0001', funding: 'unknown' }, 'debit_card ****0001'],
    ['bank_account', { accountType: 'savings', bank: 'Itaú', currency: 'BRL', routingNumber: '021000021' }, 'Itaú'],
    ['digital_wallet', { provider: 'paypal', email: 'ana@example.com' }, 'paypal'],
    ['crypto_wallet', { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', network: 'bitcoin' }, 'bitcoin'],
    ['pix', { pixKey: '123.456.789-09', pixKeyType: 'cpf' }, 'pix'],
    ['pix', { pixKey: '11.444.777/0001-61', pixKeyType: 'cnpj' }, 'pix'],
    ['pix', { pixKey: 'ana@example.com', pixKeyType: 'email' }, 'pix'],
    ['pix', { pixKey: '+55 11 98765-4321', pixKeyType: 'phone' }, 'pix'],
    ['pix', { pixKey: '7d9f0335-8dcc-4054-9bf9-0dbd61d36906', pixKeyType: 'random' }, 'pix'],
  ]; // prettier-ignore
  it.each(kinds)('2.5, 4.4: stores a %s with %o and returns it as stored', async (type, data, name) => {
    const entityData = { paymentMethod: { type, ...data } };
    const metadata = { source: 'checkout', n: [1.5] };
    const { status, body } = await create(entityData.paymentMethod, { metadata });
    expect([status, Object.keys(body).filter((key) => key !== 'requestId')]).toEqual([
      201,
      ['success', 'id', 'entityType', 'entityData', 'relationships', 'createdAt', 'updatedAt'],
    ]);
    expect(body).toMatchObject({ success: true, entityType: 'payment_method', entityData, relationships: [] });
    const read = await api.call(`/entities/${body.id}`);
    expect(read).toMatchObject({
      status: 200,
      body: { id: body.id, type: 'payment_method', name, status: 'active', entityData, metadata, taxId: null },
    });
    const { entities } = (await api.call('/entities?type=payment_method&limit=1')).body;
    expect(entities).toMatchObject([{ id: body.id, entityData }]);
    const { events } = (await api.call(`/entities/${body.id}/timeline`)).body;
    expect(events).toMatchObject([{ event: 'entity_created' }]);
  });

  const wrong: [string, Record<string, unknown>, string][] = [
    ['an unknown record type', { entityType: 'card' }, 'entityType'],
    ['no data', { entityData: undefined }, 'entityData.paymentMethod.type'],
    ['no payment method', { entityData: {} }, 'entityData.paymentMethod.type'],
    ['no type', { paymentMethod: {} }, 'entityData.paymentMethod.type'],
    ['an unknown type', { paymentMethod: { type: 'cash' } }, 'entityData.paymentMethod.type'],
    ...(
      [
        ['last4', '424'], ['last4', 4242], ['expiryMonth', '13'], ['expiryMonth', '9'], ['expiryYear', '30'],
        ['issuerCountry', 'ZZ'], ['bin', '42424'], ['funding', 'cash'], ['accountNumber', '--'], ['accountType', 'payroll'],
        ['currency', 'XYZW'], ['email', 'ana'], ['address', 'a b'], ['pixKeyType', 'iban'], ['brand', ''],
      ] as const
    ).map(([name, value]): [string, Record<string, unknown>, string] => [
      `${name} ${JSON.stringify(value)}`,
      { paymentMethod: { type: 'credit_card', [name]: value } },
      `entityData.paymentMethod.${name}`,
    ]),
    ...(
      [
        ['cpf', '12345678900'], ['cnpj', '12345678909'], ['email', 'ana'], ['phone', '11987654321'], ['random', 'x'],
        ['cpf', undefined],
      ] as const
    ).map(([pixKeyType, pixKey]): [string, Record<string, unknown>, string] => [
      `the ${pixKeyType} ${pixKey}`,
      { paymentMethod: { type: 'pix', pixKeyType, pixKey } },
      'entityData.paymentMethod.pixKey',
    ]),
    ['a payment method that is sent as other records are', { entityType: undefined, type: 'payment_method' }, 'type'],
    ['a relationship without a target', { relationships: [{ relationshipType: 'owns' }] }, 'relationships[0].targetEntityId'],
    ['metadata that is not an object', { metadata: [] }, 'metadata'],
  ]; // prettier-ignore
  it.each(wrong)('4.4: rejects %s with the path of the invalid field', async (_, { paymentMethod, ...more }, path) => {
    const { status, body } = await create((paymentMethod as object) ?? { type: 'pix' }, more);
    expect([status, body.code, typeof body.error, Object.keys(body.details)]).toEqual([
      400,
      'VALIDATION_ERROR',
      'string',
      [path],
    ]);
  });

  it('encrypts an account number, and shows it in full only to callers who may read it', async () => {
    const { body, text } = await create({ type: 'bank_account', accountNumber: number, bank: 'Itaú' });
    expect(body.entityData.paymentMethod).toEqual({ type: 'bank_account', accountNumber: '****78-9', bank: 'Itaú' });
    expect(text).not.toContain(number);
    const shown = async (key: string) =>
      (await api.call(`/entities/${body.id}`, { key })).body.entityData.paymentMethod.accountNumber;
    expect([await shown(plainKey), await shown(api.production.key)]).toEqual(['****78-9', number]);
    const listed = await api.call('/entities?type=payment_method', { key: plainKey });
    expect(listed.text).not.toContain(number);
    for (const table of ['entities', 'payment_account_numbers', 'audit_events', 'outbox']) {
      const { rows } = await api.pool.query<{ row: string }>(`select t::text as row from ${table} t`);
      expect(rows.filter(({ row }) => row.includes(number) || row.includes('000123456789'))).toEqual([]);
    }
  });

  it('2.2: encrypts the number of an account record, and keeps its other data as sent', async () => {
    const sent = `{"account": {"bank": "Itaú", "accountNumber": "88-${number}", "accountType": "savings", "limit": 1.50}}`;
    const created = await api.call('/entities', { body: `{"type": "account", "entityData": ${sent}}` });
    const { id } = created.body.entity;
    expect([created.status, created.text.includes(`88-${number}`)]).toEqual([201, false]);
    const read = async (key: string) => (await api.call(`/entities/${id}`, { key })).text;
    const shown = (accountNumber: string) =>
      `"entityData":{"account":{"bank":"Itaú","accountNumber":"${accountNumber}","accountType":"savings","limit":1.50}}`;
    expect((await read(plainKey)).replace(/(?<=[:,{]) /g, '')).toContain(shown('****78-9'));
    expect((await read(api.production.key)).replace(/(?<=[:,{]) /g, '')).toContain(shown(`88-${number}`));
    const { entities } = (await api.call(`/entities?accountNumber=88${number.replaceAll('-', '')}`)).body;
    expect(entities).toMatchObject([{ id, type: 'account' }]);
    const patch = (account: object | null) =>
      api.call(`/entities/${id}`, { method: 'PATCH', body: { entityData: { account } } });
    for (const other of [{ accountNumber: '1' }, { accountNumber: null }, null]) {
      expect(await patch(other)).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION_ERROR', details: { 'entityData.account.accountNumber': expect.any(String) } },
      });
    }
    expect((await patch({ accountNumber: '****78-9', bank: 'Inter' })).status).toBe(200);
    expect(await read(api.production.key)).toContain(`88-${number}`);
    for (const table of ['entities', 'payment_account_numbers', 'audit_events', 'outbox']) {
      const { rows } = await api.pool.query<{ row: string }>(`select t::text as row from ${table} t`);
      expect(rows.filter(({ row }) => row.includes(`88-${number}`))).toEqual([]);
    }
  });

  it('rejects changes to payment method data, and changes other fields as for every entity', async () => {
    const { body } = await create({ type: 'bank_account', accountNumber: number });
    const patch = (sent: object) => api.call(`/entities/${body.id}`, { method: 'PATCH', body: sent });
    const refused = await patch({ entityData: { paymentMethod: { accountNumber: '1' } } });
    expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['entityData']]);
    const changed = await patch({ status: 'inactive' });
    expect([changed.status, changed.body.entity.status]).toEqual([200, 'inactive']);
    expect(changed.text).not.toContain(number);
  });

  it('finds payment methods by account number in any punctuation, for callers who may read it', async () => {
    const { body } = await create({ type: 'bank_account', accountNumber: 'IBAN 77-88' });
    await create({ type: 'bank_account', accountNumber: 'IBAN 77-88' }, {}, api.stranger.key);
    const find = (value: string, key = api.production.key) =>
      api.call(`/entities?type=payment_method&accountNumber=${encodeURIComponent(value)}`, { key });
    for (const spelling of ['IBAN 77-88', 'iban7788']) {
      expect((await find(spelling)).body.entities).toMatchObject([
        { id: body.id, entityData: { paymentMethod: { accountNumber: 'IBAN 77-88' } } },
      ]);
    }
    expect((await find('iban7789')).body).toEqual({ entities: [] });
    expect(await find('iban7788', plainKey)).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
  });

  it('keeps no card number or security code, wherever it is sent', async () => {
    const secrets = { number: '4242424242424242', cvv: '987', card: { pan: '4242424242424242' } };
    const { body } = await create({ type: 'credit_card', last4: '4242', ...secrets });
    expect(body.entityData).toEqual({ paymentMethod: { type: 'credit_card', last4: '4242' } });
    const { rows } = await api.pool.query<{ row: string }>('select e::text as row from entities e');
    expect(rows.filter(({ row }) => row.includes('4242424242424242'))).toEqual([]);
  });

  it.each(['owns', 'uses', 'manages', 'belongs_to'])(
    '2.6: relates it to an entity that %s',
    async (relationshipType) => {
      const declared = { targetEntityId: owner.id, relationshipType, strength: 1, metadata: { since: '2020' } };
      const { body } = await create({ type: 'pix' }, { relationships: [declared] });
      expect(body.relationships).toEqual([{ ...declared, id: expect.any(String), createdAt: body.createdAt }]);
      const { relationships } = (await api.call(`/entities/${owner.id}/relationships?limit=1`)).body;
      expect(relationships).toMatchObject([
        { id: body.relationships[0].id, direction: 'incoming', related: { id: body.id, type: 'payment_method' } },
      ]);
    },
  );

  it.each(['unknown', 'foreign'])('creates nothing for an owner that is %s', async (which) => {
    const targetEntityId = which === 'foreign' ? foreign.id : '00000000-0000-7000-8000-0000000000f2';
    const before = [await count('entities'), await count('payment_account_numbers')];
    const relationships = [{ targetEntityId, relationshipType: 'owns' }];
    const { status, body } = await create({ type: 'bank_account', accountNumber: number }, { relationships });
    expect([status, body.code, Object.keys(body.details)]).toEqual([
      422,
      'RELATED_ENTITY_NOT_FOUND',
      ['relationships[0]'],
    ]);
    expect([await count('entities'), await count('payment_account_numbers')]).toEqual(before);
  });

  it('is blocked by lists, also by its account number, which the audit log does not contain', async () => {
    const list = { name: 'accounts', type: 'account_blocklist', source: 'internal' };
    const listId = (await api.call('/data-lists', { body: list })).body.data.id;
    await api.call(`/data-lists/${listId}/items`, { body: { items: [{ primaryValue: '99-7' }] } });
    const fieldPath = 'entityData.paymentMethod.accountNumber';
    await api.call('/creation-blocks', { body: { listId, fieldPath, scope: 'payment_method' } });
    const { status, body } = await create({ type: 'bank_account', accountNumber: '99-7' });
    expect([status, body.code, body.details]).toMatchObject([
      422,
      'ENTITY_CREATION_LIST_BLOCK',
      { listId, fieldPath, scope: 'payment_method', matchedValue: '99-7' },
    ]);
    const { events } = (await api.call('/audit/events?event=entity_creation_blocked')).body;
    expect(events).toMatchObject([{ changes: { accountNumber: { current: '[redacted]' } } }]);
  });
});
