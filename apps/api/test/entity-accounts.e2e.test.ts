import { insertApiKey } from '../src/platform/auth/index.js';
import { canonicalAccountType } from '../src/modules/entity-accounts/index.js';
import { reportPromise } from '@tamis/testkit';

import { type Answer, type Body, type Call, startTestApi, type TestApi } from './support/start-test-api.js';

const cbu = '2850590940090418135201';
const cvu = '0000003110001234567898';
const clabe = '012180012345678909';
const unknownId = '0190a0f0-0000-7000-8000-000000000000';

describe('shapes 13: accounts of entities', () => {
  let api: TestApi;
  let sensitive: string;
  let made = 0;
  beforeAll(async () => {
    api = await startTestApi();
    const { key } = await insertApiKey(api.pool, {
      organizationId: api.production.organizationId,
      name: 'sensitive',
      deployment: 'development',
      scopes: ['entities:read', 'entities:edit', 'entities:read_sensitive'],
      rateLimit: 1_000_000,
    });
    sensitive = key;
    const plain = await insertApiKey(api.pool, {
      organizationId: api.production.organizationId,
      name: 'plain',
      deployment: 'development',
      scopes: ['entities:read', 'entities:edit', 'entities:create', 'audit:read'],
      rateLimit: 1_000_000,
    });
    const whole = api;
    api = { ...api, call: (path, request = {}) => whole.call(path, { key: plain.key, ...request }) };
  });
  afterAll(() => api?.stop());

  const newEntity = async (more: object = {}): Promise<Body> => {
    const body = { type: 'company', name: 'Acme', countryCode: 'AR', externalId: `a-${(made += 1)}`, ...more };
    return (await api.call('/entities', { body })).body.entity;
  };
  const add = (entity: Body, body: object, call: Call = {}): Promise<Answer> =>
    api.call(`/entities/${entity.id}/accounts`, {
      body: { accountType: 'checking', currency: 'ARS', externalAccountId: `x-${(made += 1)}`, ...body },
      ...call,
    });
  const added = async (entity: Body, body: object): Promise<Body> => {
    const { status, text, body: answer } = await add(entity, body);
    expect([status, text]).toEqual([201, text]);
    return answer.data;
  };
  const patch = (account: Body, body: object, call: Call = {}): Promise<Answer> =>
    api.call(`/entities/${account.entityId}/accounts/${account.id}`, { method: 'PATCH', body, ...call });
  const remove = (account: Body): Promise<Answer> =>
    api.call(`/entities/${account.entityId}/accounts/${account.id}`, { method: 'DELETE' });
  const list = async (entity: Body, query = '', call: Call = {}): Promise<Body[]> =>
    (await api.call(`/entities/${entity.id}/accounts${query}`, call)).body.data.accounts;

  it('13.1: stores every field, normalized, and the metadata as it was sent', async () => {
    const entity = await newEntity();
    const metadata = '{"z":1.0,"a":{"2":1e2,"1":"\\u00e9"}}';
    const sent = {
      externalAccountId: 'core-1',
      accountType: 'savings',
      currency: 'usd',
      status: 'pending',
      isPrimary: true,
      cbu: `${cbu.slice(0, 8)} ${cbu.slice(8)}`,
      cvu,
      alias: 'Sol.Luna-1',
      iban: 'de89 3704 0044 0532 0130 00',
      accountNumber: '00-123456-7',
      routingNumber: '021000021',
      bankCode: '285',
      branchCode: '0590',
      bankName: 'Banco',
      bic: 'COBADEFF',
      pixKey: 'ana@example.com',
      pixKeyType: 'email',
      clabe,
      walletAddress: '0xAb',
      network: 'ethereum',
      countryCode: 'br',
      holderName: 'Ana',
      holderTaxId: '20-12345678-6',
      openedAt: '2020-01-01T00:00:00-03:00',
      closedAt: '2021-01-01T00:00:00Z',
    };
    const body = `${JSON.stringify(sent).slice(0, -1)},"metadata":${metadata}}`;
    const answer = await api.call(`/entities/${entity.id}/accounts`, { body });
    expect(answer.status).toBe(201);
    expect(answer.text).toContain(`"metadata":${metadata}`);
    const { id, createdAt, updatedAt, metadata: _, ...account } = answer.body.data;
    expect([id, createdAt, updatedAt]).toEqual([expect.any(String), updatedAt, createdAt]);
    expect(account).toEqual({
      ...sent,
      entityId: entity.id,
      organizationId: api.production.organizationId,
      currency: 'USD',
      cbu,
      iban: 'DE89370400440532013000',
      accountNumber: '****56-7',
      countryCode: 'BR',
      openedAt: '2020-01-01T03:00:00.000Z',
      closedAt: '2021-01-01T00:00:00.000Z',
      deletedAt: null,
    });
    expect(await list(entity)).toEqual([answer.body.data]);
  });

  it('13.1: has defaults: active, not primary, in the country of the entity', async () => {
    const account = await added(await newEntity(), {});
    expect(account).toMatchObject({ status: 'active', isPrimary: false, countryCode: 'AR', metadata: {}, iban: null });
  });

  it('13.1: shows an account number to those who may read it, and to nobody in the database', async () => {
    const entity = await newEntity();
    const number = `99887766${made}5544`;
    const answers = [
      await add(entity, { accountNumber: number }),
      await add(entity, { accountNumber: `1${number}` }, { key: sensitive }),
      await add(entity, { accountNumber: '123' }),
    ];
    expect(answers.map(({ body }) => body.data.accountNumber)).toEqual(['****5544', `1${number}`, '****']);
    expect((await list(entity)).map(({ accountNumber }) => accountNumber)).toEqual(['****5544', '****5544', '****']);
    const inFull = await list(entity, '', { key: sensitive });
    expect(inFull.map(({ accountNumber }) => accountNumber)).toEqual([number, `1${number}`, '123']);
    await patch(answers[0]!.body.data, { accountNumber: `2${number}` });
    for (const table of ['entity_accounts', 'outbox', 'audit_events']) {
      const { rows } = await api.pool.query<{ n: number; found: number }>(
        `select count(*)::int as n, count(*) filter (where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%')::int as found
         from ${table} t`,
        [number, Buffer.from(number).toString('hex')],
      );
      expect([table, rows[0]!.n > 0, rows[0]!.found]).toEqual([table, true, 0]);
    }
  });

  it('4.15: finds the entity by id, external id and tax id in any spelling, for every operation', async () => {
    const taxId = '30-71234567-1';
    const entity = await newEntity({ taxId });
    const paths = [entity.id, `by-external-id/${entity.externalId}`, 'by-tax-id/30712345671', 'by-tax-id/30.71234567.1'];
    for (const [n, path] of paths.entries()) {
      const at = `/entities/${path}/accounts`;
      const body = { accountType: 'wallet', currency: 'BRL', externalAccountId: `w-${n}` };
      const created = await api.call(at, { body });
      expect([at, created.status]).toEqual([at, 201]);
      const { id } = created.body.data;
      expect((await api.call(at)).body.data).toEqual({ entityId: entity.id, accounts: [created.body.data] });
      const changed = await api.call(`${at}/${id}`, { method: 'PATCH', body: { status: 'closed' } });
      expect(changed).toMatchObject({ status: 200, body: { data: { id, status: 'closed' } } });
      const removed = await api.call(`${at}/${id.toUpperCase()}`, { method: 'DELETE' });
      expect(removed).toMatchObject({ status: 200, body: { success: true, data: { id, deletedAt: expect.any(String) } } });
      expect((await api.call(at)).body.data.accounts).toEqual([]);
    }
  }); // prettier-ignore

  it('4.15: tells when several entities have the tax id', async () => {
    const [one, other] = [await newEntity(), await newEntity()];
    await api.pool.query('drop index entities_normalized_tax_id');
    await api.pool.query(`update entities set tax_id = '7.7', normalized_tax_id = '77' where id = any($1)`, [
      [one.id, other.id],
    ]);
    for (const method of ['GET', 'POST'] as const) {
      const body = { accountType: 'wallet', currency: 'BRL', externalAccountId: 'w' };
      const answer = await api.call('/entities/by-tax-id/7-7/accounts', { method, ...(method === 'POST' && { body }) });
      expect(answer).toMatchObject({ status: 409, body: { code: 'AMBIGUOUS_TAX_ID_LOOKUP' } });
    }
  });

  const bad: [name: string, body: object, detail: string][] = [
    ['no accountType', { accountType: null }, 'accountType'],
    ['an unknown accountType', { accountType: 'piggy_bank' }, 'accountType'],
    ['no currency', { currency: null }, 'currency'],
    ['an unknown currency', { currency: 'ZZZ' }, 'currency'],
    ['an unknown status', { status: 'open' }, 'status'],
    ['text for isPrimary', { isPrimary: 'yes' }, 'isPrimary'],
    ['no identifier', { externalAccountId: null, bankName: 'B' }, 'accountNumber'],
    ['a long externalAccountId', { externalAccountId: 'x'.repeat(256) }, 'externalAccountId'],
    ['a long accountNumber', { accountNumber: '1'.repeat(65) }, 'accountNumber'],
    ['a cbu of 21 digits', { cbu: cbu.slice(1) }, 'cbu'],
    ['a cbu with a wrong check digit', { cbu: `${cbu.slice(0, -1)}2` }, 'cbu'],
    ['a cvu with a wrong check digit', { cvu: `1${cvu.slice(1)}` }, 'cvu'],
    ['a short alias', { alias: 'abc.d' }, 'alias'],
    ['an alias with other signs', { alias: 'sol_luna' }, 'alias'],
    ['a long alias', { alias: 'a'.repeat(21) }, 'alias'],
    ['an iban with wrong check digits', { iban: 'DE88370400440532013000' }, 'iban'],
    ['an iban of no country', { iban: 'ZZ89370400440532013000' }, 'iban'],
    ['a clabe with a wrong check digit', { clabe: `${clabe.slice(0, -1)}0` }, 'clabe'],
    ['a pixKey of another type', { pixKey: 'ana@example.com', pixKeyType: 'phone' }, 'pixKey'],
    ['a pixKey that is no cpf', { pixKey: '123.456.789-00', pixKeyType: 'cpf' }, 'pixKey'],
    ['a pixKeyType alone', { pixKeyType: 'email' }, 'pixKeyType'],
    ['an unknown pixKeyType', { pixKey: 'x', pixKeyType: 'fax' }, 'pixKeyType'],
    ['an unknown country', { countryCode: 'ZZ' }, 'countryCode'],
    ['a time without an offset', { openedAt: '2020-01-01T00:00:00' }, 'openedAt'],
    ['an end before the beginning', { openedAt: '2020-01-02T00:00:00Z', closedAt: '2020-01-01T00:00:00Z' }, 'closedAt'],
    ['metadata that is no object', { metadata: [1] }, 'metadata'],
    ['the metadata of the server', { metadata: { legacyAccountType: 'x' } }, 'metadata.legacyAccountType'],
  ]; // prettier-ignore
  it('13.1: refuses what is not valid, naming the field', async () => {
    const entity = await newEntity();
    for (const [name, body, detail] of bad) {
      const { status, body: answer } = await add(entity, body);
      expect([name, status, answer.code, Object.keys(answer.details)]).toEqual([name, 400, 'VALIDATION_ERROR', [detail]]);
      expect(typeof answer.error).toBe('string');
    }
    expect((await add(entity, { accountType: 'x' })).body.details.accountType).toContain('savings');
    expect(await list(entity)).toEqual([]);
  }); // prettier-ignore

  const pixKeys: [type: string, key: string][] = [
    ['cpf', '529.982.247-25'],
    ['cnpj', '11.444.777/0001-61'],
    ['email', 'ana@example.com'],
    ['phone', '+5511987654321'],
    ['random', '123e4567-e89b-12d3-a456-426614174000'],
  ];
  it('2.5: takes a Pix key of each type', async () => {
    const entity = await newEntity();
    for (const [pixKeyType, pixKey] of pixKeys) {
      expect([pixKey, (await add(entity, { pixKey, pixKeyType })).status]).toEqual([pixKey, 201]);
    }
  });

  const same: [name: string, first: object, second: object][] = [
    ['externalAccountId', { externalAccountId: 'one' }, { externalAccountId: ' one ' }],
    ['cbu', { cbu }, { cbu: `${cbu.slice(0, 3)}-${cbu.slice(3)}` }],
    ['cvu', { cvu }, { cvu }],
    ['clabe', { clabe }, { clabe }],
    ['iban', { iban: 'DE89370400440532013000' }, { iban: 'de89 3704 0044 0532 0130 00' }],
    ['alias', { alias: 'Sol.Luna' }, { alias: 'sol.luna' }],
    ['accountNumber', { accountNumber: '00-12 34' }, { accountNumber: '001234' }],
    ['pixKey', { pixKey: '529.982.247-25', pixKeyType: 'cpf' }, { pixKey: '52998224725', pixKeyType: 'cpf' }],
    ['walletAddress', { walletAddress: '0xAB', network: 'Ethereum' }, { walletAddress: '0xab', network: 'ethereum' }],
  ];
  it('13.3: refuses an identifier in any spelling that another account of the entity has, unless that is deleted', async () => {
    const [entity, other] = [await newEntity(), await newEntity()];
    for (const [name, first, second] of same) {
      const bare = { externalAccountId: null };
      const account = await added(entity, { ...bare, ...first });
      const refused = await add(entity, { ...bare, currency: 'USD', ...second });
      expect([name, refused.status, refused.body.code]).toEqual([name, 409, 'DUPLICATE_ACCOUNT']);
      expect(refused.body.details[name]).toContain(account.id);
      await added(other, { ...bare, ...second });
      await remove(account);
      const again = await added(entity, { ...bare, ...second });
      const third = await added(entity, {});
      expect([name, (await patch(third, first)).body.code]).toEqual([name, 'DUPLICATE_ACCOUNT']);
      await remove(again);
    }
    await added(entity, { walletAddress: '0xab', network: 'ethereum' });
    await added(entity, { walletAddress: '0xab', network: 'polygon' });
  });

  it('2.12: has one primary account per currency: setting it takes the flag from the others, and nothing sets it by itself', async () => {
    const entity = await newEntity();
    const names: string[] = [];
    const flags = async (): Promise<unknown> =>
      (await list(entity)).map(({ id, isPrimary }) => [names.indexOf(id), isPrimary]);
    const next = async (body: object): Promise<Body> => {
      const account = await added(entity, body);
      names.push(account.id);
      return account;
    };
    const a = await next({ isPrimary: true });
    const b = await next({ currency: 'USD', isPrimary: true });
    expect(await flags()).toEqual([[0, true], [1, true]]); // prettier-ignore
    await next({ isPrimary: true });
    expect(await flags()).toEqual([[1, true], [2, true], [0, false]]); // prettier-ignore
    expect((await patch(b, { currency: 'ars' })).body.data).toMatchObject({ currency: 'ARS', isPrimary: true });
    expect(await flags()).toEqual([[1, true], [0, false], [2, false]]); // prettier-ignore
    await remove(b);
    expect(await flags()).toEqual([[0, false], [2, false]]); // prettier-ignore
    await patch(a, { isPrimary: true });
    await patch(a, { isPrimary: false });
    expect(await flags()).toEqual([[0, false], [2, false]]); // prettier-ignore
  });

  it('promise 22: of accounts made and set primary at once, each currency has one', async () => {
    const entity = await newEntity();
    const accounts = await Promise.all(Array.from({ length: 10 }, () => added(entity, {})));
    const answers = await Promise.all([
      ...accounts.map((account) => patch(account, { isPrimary: true })),
      ...Array.from({ length: 10 }, (_, n) => add(entity, { isPrimary: true, currency: n % 2 ? 'ARS' : 'USD' })),
      ...Array.from({ length: 10 }, () => add(entity, { externalAccountId: 'the one', currency: 'BRL' })),
    ]);
    const statusesOf = (from: number, to: number) => answers.slice(from, to).map(({ status }) => status);
    expect(statusesOf(0, 10).every((status) => status === 200 || status === 400)).toBe(true);
    expect(statusesOf(10, 20)).toEqual(Array.from({ length: 10 }, () => 201));
    expect(statusesOf(20, 30).sort()).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
    const primary = (await list(entity)).filter(({ isPrimary }) => isPrimary).map(({ currency }) => currency);
    reportPromise(22, {
      figure: `${primary.length} primary accounts in 2 currencies after 20 requests at once`,
      target: 'one in each',
      holds: primary.length === 2,
    });
    expect(primary.sort()).toEqual(['ARS', 'USD']);
  });

  it('13.3: lists primary accounts first, filters, and shows deleted ones when asked', async () => {
    const entity = await newEntity();
    const a = await added(entity, { externalAccountId: 'a', status: 'blocked' });
    await added(entity, { externalAccountId: 'b', currency: 'USD', accountType: 'loan' });
    await added(entity, { externalAccountId: 'c', isPrimary: true });
    const namesOf = async (query: string): Promise<unknown> =>
      (await list(entity, query)).map(({ externalAccountId }) => externalAccountId);
    const cases: [query: string, names: string[]][] = [
      ['', ['c', 'a', 'b']],
      ['?currency=usd', ['b']],
      ['?status=blocked', ['a']],
      ['?status=blocked,active', ['c', 'a', 'b']],
      ['?accountType=loan,other', ['b']],
      ['?currency=ARS&status=active', ['c']],
      ['?includeDeleted=false', ['c', 'a', 'b']],
    ];
    for (const [query, names] of cases) expect([query, await namesOf(query)]).toEqual([query, names]);
    await remove(a);
    expect([await namesOf(''), await namesOf('?includeDeleted=true')]).toEqual([['c', 'b'], ['c', 'a', 'b']]); // prettier-ignore
    for (const query of ['?status=open', '?accountType=x', '?page=1', '?includeDeleted=1']) {
      expect((await api.call(`/entities/${entity.id}/accounts${query}`)).status).toBe(400);
    }
  });

  it('13.3: changes any field but ids, clears with null, and keeps what is not sent', async () => {
    const account = await added(await newEntity(), { iban: 'DE89370400440532013000', bankName: 'B', metadata: { a: 1 } });
    const changed = await patch(account, {
      id: unknownId,
      entityId: unknownId,
      deletedAt: '2020-01-01T00:00:00Z',
      accountType: 'escrow',
      bankName: null,
      iban: null,
      accountNumber: '1234567',
      metadata: { b: 2 },
    });
    expect([changed.status, changed.body.data]).toEqual([
      200,
      {
        ...account,
        accountType: 'escrow',
        bankName: null,
        iban: null,
        accountNumber: '****4567',
        metadata: { b: 2 },
        updatedAt: expect.any(String),
      },
    ]);
    expect((await patch(account, { metadata: null })).body.data.metadata).toEqual({});
  }); // prettier-ignore

  it('13.3: answers NO_CHANGES to equal values, and keeps one identifier at least', async () => {
    const account = await added(await newEntity(), { accountNumber: '77 88', metadata: { a: 1 } });
    const equal: object[] = [
      {},
      { currency: 'ars' },
      { accountNumber: '77 88', status: 'active', iban: null },
      { metadata: { a: 1.0 }, isPrimary: false },
      { accountType: null },
    ];
    for (const body of equal) {
      expect(await patch(account, body)).toMatchObject({ status: 400, body: { code: 'NO_CHANGES' } });
    }
    expect((await patch(account, { accountNumber: null })).status).toBe(200);
    expect(await patch(account, { externalAccountId: null })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', details: { accountNumber: expect.any(String) } },
    });
    expect((await patch(account, { accountType: 'x' })).body.details.accountType).toContain('treasury');
  });

  it('2.12: reads account types of former times as `other`, and keeps what they were', async () => {
    const entity = await newEntity();
    const account = await added(entity, { metadata: { a: 1 } });
    const bare = await added(entity, { accountType: 'savings' });
    await api.pool.query(`update entity_accounts set account_type = 'Caja de Ahorro' where id = $1`, [account.id]);
    await api.pool.query(`update entity_accounts set account_type = 'Time-Deposit' where id = $1`, [bare.id]);
    const shown = { accountType: 'other', metadata: { a: 1, legacyAccountType: 'Caja de Ahorro' } };
    expect(await list(entity)).toMatchObject([shown, { accountType: 'time_deposit', metadata: {} }]);
    expect(await list(entity, '?accountType=other')).toMatchObject([shown]);
    expect((await patch(account, { metadata: { b: 2 } })).body.data).toMatchObject({
      accountType: 'other',
      metadata: { b: 2, legacyAccountType: 'Caja de Ahorro' },
    });
    expect((await patch(account, { metadata: null, accountType: 'savings' })).body.data).toMatchObject({
      accountType: 'savings',
      metadata: { legacyAccountType: 'Caja de Ahorro' },
    });
  });

  it.each([
    ['savings', 'savings', null],
    [' Credit Card ', 'credit_card', null],
    ['BANK-ACCOUNT', 'bank_account', null],
    ['cuenta sueldo', 'other', 'cuenta sueldo'],
    ['', 'other', ''],
  ])('2.12: an imported account type %j is %s', (text, accountType, legacyAccountType) => {
    expect(canonicalAccountType(text)).toEqual({ accountType, legacyAccountType });
  });

  it('13.3: answers for what is not there', async () => {
    const [entity, other] = [await newEntity(), await newEntity()];
    const account = await added(entity, {});
    const gone = await added(entity, {});
    await remove(gone);
    const body = { status: 'closed' };
    const cases: [path: string, code: string][] = [
      [`/entities/${unknownId}/accounts/${account.id}`, 'ENTITY_NOT_FOUND'],
      [`/entities/not-a-uuid/accounts/${account.id}`, 'ENTITY_NOT_FOUND'],
      [`/entities/by-external-id/nobody/accounts/${account.id}`, 'ENTITY_NOT_FOUND'],
      [`/entities/by-tax-id/--/accounts/${account.id}`, 'ENTITY_NOT_FOUND'],
      [`/entities/${entity.id}/accounts/${unknownId}`, 'ACCOUNT_NOT_FOUND'],
      [`/entities/${entity.id}/accounts/not-a-uuid`, 'ACCOUNT_NOT_FOUND'],
      [`/entities/${other.id}/accounts/${account.id}`, 'ACCOUNT_NOT_FOUND'],
      [`/entities/${entity.id}/accounts/${gone.id}`, 'ACCOUNT_NOT_FOUND'],
    ];
    for (const [path, code] of cases) {
      const answers = [await api.call(path, { method: 'PATCH', body }), await api.call(path, { method: 'DELETE' })];
      expect([path, answers.map((answer) => [answer.status, answer.body.code])]).toEqual([path, [[404, code], [404, code]]]); // prettier-ignore
    }
    const theirs = { key: api.stranger.key };
    for (const answer of [await patch(account, body, theirs), await add(entity, {}, theirs)]) {
      expect([answer.status, answer.body.code]).toEqual([404, 'ENTITY_NOT_FOUND']);
    }
  });

  it('13.3: writes the timeline and the webhook, without numbers', async () => {
    const entity = await newEntity();
    const first = await added(entity, { isPrimary: true, cbu, accountNumber: '1234567890' });
    const second = await added(entity, { isPrimary: true });
    await patch(second, { bankName: 'B' });
    await remove(second);
    const { body } = await api.call(`/entities/${entity.id}/timeline?sortOrder=asc`);
    const events = body.events.filter(({ event }: Body) => event !== 'entity_created');
    expect(events.map(({ event, relatedIds }: Body) => [event, relatedIds.accountId])).toEqual([
      ['entity_account_created', first.id],
      ['entity_account_created', second.id],
      ['entity_account_updated', first.id],
      ['entity_account_updated', second.id],
      ['entity_account_deleted', second.id],
    ]);
    expect(events[0].changes).toMatchObject({
      cbu: { previous: null, current: '[redacted]' },
      accountNumber: { previous: null, current: '[redacted]' },
    });
    expect(events.slice(2).map(({ changes }: Body) => changes)).toEqual([
      { isPrimary: { previous: true, current: false } },
      { bankName: { previous: null, current: 'B' } },
      { deletedAt: { previous: null, current: expect.any(String) } },
    ]);
    const { rows } = await api.pool.query<{ payload: Body }>(
      `select payload from outbox where event = 'entity.updated' and payload -> 'entity' ->> 'id' = $1 order by id`,
      [entity.id],
    );
    const payloads = rows.map(({ payload }) => payload);
    expect(payloads.map(({ changes }) => Object.values(changes.accounts).map((each) => (each as Body[]).length))).toEqual([
      [0, 1],
      [1, 2],
      [1, 1],
      [1, 0],
    ]);
    expect(payloads[0]).toMatchObject({
      entity: { id: entity.id, externalId: entity.externalId },
      updatedBy: { type: 'api_key' },
      changes: { accounts: { current: [{ id: first.id, accountNumber: '****7890', isPrimary: true }] } },
    });
  }); // prettier-ignore
});
