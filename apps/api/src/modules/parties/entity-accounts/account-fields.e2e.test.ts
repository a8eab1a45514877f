import { canonicalAccountType } from './index.js';
import { type AccountApi, startAccountApi } from '../../../../test/support/account-api.js';

const cbu = '2850590940090418135201';
const cvu = '0000003110001234567898';
const clabe = '012180012345678909';

describe('shapes 13.1: account fields', () => {
  let own: AccountApi;
  beforeAll(async () => {
    own = await startAccountApi();
  });
  afterAll(() => own?.api.stop());

  it('13.1: stores every field normalized, and the metadata as sent', async () => {
    const entity = await own.newEntity();
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
    const answer = await own.api.call(`/entities/${entity.id}/accounts`, { body });
    expect(answer.status).toBe(201);
    expect(answer.text).toContain(`"metadata":${metadata}`);
    const { id, createdAt, updatedAt, metadata: _, ...account } = answer.body.data;
    expect([id, createdAt, updatedAt]).toEqual([expect.any(String), updatedAt, createdAt]);
    expect(account).toEqual({
      ...sent,
      entityId: entity.id,
      organizationId: own.api.production.organizationId,
      currency: 'USD',
      cbu,
      iban: 'DE89370400440532013000',
      accountNumber: '****56-7',
      countryCode: 'BR',
      openedAt: '2020-01-01T03:00:00.000Z',
      closedAt: '2021-01-01T00:00:00.000Z',
      deletedAt: null,
    });
    expect(await own.list(entity)).toEqual([answer.body.data]);
  });

  it('13.1: applies defaults: active, not primary, in the country of the entity', async () => {
    const account = await own.added(await own.newEntity(), {});
    expect(account).toMatchObject({ status: 'active', isPrimary: false, countryCode: 'AR', metadata: {}, iban: null });
  });

  it('13.1: keeps the account number when its masked form is sent back', async () => {
    const entity = await own.newEntity();
    const account = await own.added(entity, { accountNumber: '998877661234505544' });
    const shown = (await own.list(entity))[0]!;
    expect(shown['accountNumber']).toBe('****5544');
    expect(await own.patch(account, { accountNumber: '****5544' })).toMatchObject({
      status: 400,
      body: { code: 'NO_CHANGES' },
    });
    expect((await own.patch(account, { ...shown, bankName: 'Other' })).status).toBe(200);
    expect(await own.list(entity, '', { key: own.sensitive })).toMatchObject([
      { accountNumber: '998877661234505544', bankName: 'Other' },
    ]);
  });

  it('13.1: shows an account number only to callers who may read it, and stores it unreadable in the database', async () => {
    const entity = await own.newEntity();
    const number = '998877661234505544';
    const answers = [
      await own.add(entity, { accountNumber: number }),
      await own.add(entity, { accountNumber: `1${number}` }, { key: own.sensitive }),
      await own.add(entity, { accountNumber: '123' }),
    ];
    expect(answers.map(({ body }) => body.data.accountNumber)).toEqual(['****5544', `1${number}`, '****']);
    expect((await own.list(entity)).map(({ accountNumber }) => accountNumber)).toEqual([
      '****5544',
      '****5544',
      '****',
    ]);
    const inFull = await own.list(entity, '', { key: own.sensitive });
    expect(inFull.map(({ accountNumber }) => accountNumber)).toEqual([number, `1${number}`, '123']);
    await own.patch(answers[0]!.body.data, { accountNumber: `2${number}` });
    for (const table of ['entity_accounts', 'outbox', 'audit_events']) {
      const { rows } = await own.api.pool.query<{ n: number; found: number }>(
        `select count(*)::int as n, count(*) filter (where t::text like '%' || $1 || '%' or t::text like '%' || $2 || '%')::int as found
         from ${table} t`,
        [number, Buffer.from(number).toString('hex')],
      );
      expect([table, rows[0]!.n > 0, rows[0]!.found]).toEqual([table, true, 0]);
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
    ['metadata that is not an object', { metadata: [1] }, 'metadata'],
    ['the metadata of the server', { metadata: { legacyAccountType: 'x' } }, 'metadata.legacyAccountType'],
  ]; // prettier-ignore
  it('13.1: rejects invalid values, naming the field', async () => {
    const entity = await own.newEntity();
    for (const [name, body, detail] of bad) {
      const { status, body: answer } = await own.add(entity, body);
      expect([name, status, answer.code, Object.keys(answer.details)]).toEqual([name, 400, 'VALIDATION_ERROR', [detail]]);
      expect(typeof answer.error).toBe('string');
    }
    expect((await own.add(entity, { accountType: 'x' })).body.details.accountType).toContain('savings');
    expect(await own.list(entity)).toEqual([]);
  }); // prettier-ignore

  const pixKeys: [type: string, key: string][] = [
    ['cpf', '529.982.247-25'],
    ['cnpj', '11.444.777/0001-61'],
    ['email', 'ana@example.com'],
    ['phone', '+5511987654321'],
    ['random', '123e4567-e89b-12d3-a456-426614174000'],
  ];
  it('2.5: accepts a Pix key of each type', async () => {
    const entity = await own.newEntity();
    for (const [pixKeyType, pixKey] of pixKeys) {
      expect([pixKey, (await own.add(entity, { pixKey, pixKeyType })).status]).toEqual([pixKey, 201]);
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
  it('13.3: rejects an identifier of another account of the entity in any spelling, unless deleted', async () => {
    const [entity, other] = [await own.newEntity(), await own.newEntity()];
    for (const [name, first, second] of same) {
      const bare = { externalAccountId: null };
      const account = await own.added(entity, { ...bare, ...first });
      const refused = await own.add(entity, { ...bare, currency: 'USD', ...second });
      expect([name, refused.status, refused.body.code]).toEqual([name, 409, 'DUPLICATE_ACCOUNT']);
      expect(refused.body.details[name]).toContain(account.id);
      await own.added(other, { ...bare, ...second });
      await own.remove(account);
      const again = await own.added(entity, { ...bare, ...second });
      const third = await own.added(entity, {});
      expect([name, (await own.patch(third, first)).body.code]).toEqual([name, 'DUPLICATE_ACCOUNT']);
      await own.remove(again);
    }
    await own.added(entity, { walletAddress: '0xab', network: 'ethereum' });
    await own.added(entity, { walletAddress: '0xab', network: 'polygon' });
  });

  it('2.12: reads legacy account types as `other` and keeps their original value', async () => {
    const entity = await own.newEntity();
    const account = await own.added(entity, { metadata: { a: 1 } });
    const bare = await own.added(entity, { accountType: 'savings' });
    await own.api.pool.query(`update entity_accounts set account_type = 'Caja de Ahorro' where id = $1`, [account.id]);
    await own.api.pool.query(`update entity_accounts set account_type = 'Time-Deposit' where id = $1`, [bare.id]);
    const shown = { accountType: 'other', metadata: { a: 1, legacyAccountType: 'Caja de Ahorro' } };
    expect(await own.list(entity)).toMatchObject([shown, { accountType: 'time_deposit', metadata: {} }]);
    expect(await own.list(entity, '?accountType=other')).toMatchObject([shown]);
    expect((await own.patch(account, { metadata: { b: 2 } })).body.data).toMatchObject({
      accountType: 'other',
      metadata: { b: 2, legacyAccountType: 'Caja de Ahorro' },
    });
    expect((await own.patch(account, { metadata: null, accountType: 'savings' })).body.data).toMatchObject({
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
  ])('2.12: imports account type %j as %s', (text, accountType, legacyAccountType) => {
    expect(canonicalAccountType(text)).toEqual({ accountType, legacyAccountType });
  });
});
