import { publishRule } from '../../../../test/support/publish-rule.js';
import { startOwnTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

let sent = 0;
const payment = (more: object = {}): Record<string, unknown> => ({
  externalId: `t-${(sent += 1)}`,
  type: 'PAYMENT',
  amount: 10,
  currency: 'usd',
  transactedAt: '2026-03-01T10:00:00.123Z',
  ...more,
});

const withAmount = (amount: string, more: object = {}): string =>
  JSON.stringify(payment(more)).replace('"amount":10', `"amount":${amount}`);

describe('transactions', () => {
  let api: TestApi;
  let ana: string;
  beforeAll(async () => {
    api = await startOwnTestApi();
    const created = await api.call('/entities', {
      body: { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'ana', taxId: '123.456.789-09' },
    });
    ana = created.body.entity.id;
  });
  afterAll(() => api?.stop());

  const create = (body: unknown) => api.call('/transactions', { body });

  describe('stored values', () => {
    it.each([
      '0',
      '0.00',
      '12.50',
      '0.000000000000000001',
      '123456789012345678.123456789012345678',
      '999999999999999999',
    ])('returns the amount %s digit for digit', async (amount) => {
      const created = await create(withAmount(amount));
      expect(created.status).toBe(201);
      expect(created.text).toContain(`"amount":${amount},"currency":"USD"`);
      const read = await api.call(`/transactions/${created.body.transaction.id}`);
      expect(read.text).toContain(`"amount":${amount},"currency":"USD","amountInUsd":${amount},`);
    });

    it('expands an amount in exponent notation', async () => {
      expect((await create(withAmount('1.5e3'))).text).toContain('"amount":1500,');
    });

    it('returns free-form objects character for character', async () => {
      const metadata = '{"z":1e2,"2":[1.0,{"b":null}],"1":"\\u00e9","price":500.00}';
      const deviceDetails = '{"ipAddress":"2001:db8::1","vendor":{"k":1.50}}';
      const body = withAmount('10').replace(/\}$/, `,"metadata": ${metadata} ,"deviceDetails":${deviceDetails}}`);
      const created = await create(body);
      expect(created.text).toContain(`"metadata":${metadata}`);
      const read = await api.call(`/transactions/external/${created.body.transaction.externalId}`);
      expect(read.text).toContain(`"metadata":${metadata}`);
      expect(read.text).toContain(`"deviceDetails":${deviceDetails}`);
    });

    it('fills in the defaults and the arrival time', async () => {
      const before = Date.now();
      const { body } = await create({ externalId: 'defaults', type: 'FEE', amount: 1, currency: 'EUR' });
      const { transactedAt, createdAt, ...rest } = body.transaction;
      expect(rest).toMatchObject({
        status: 'CREATED',
        reason: 'WITHOUT_REASON',
        currency: 'EUR',
        amountInUsd: null,
        metadata: {},
        origin: { entityId: null, name: null },
        statusHistory: [],
        currenciesExchange: [],
      });
      expect(transactedAt).toBe(createdAt);
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before);
    });
  });

  describe('entity linking', () => {
    it.each([
      ['entity id', () => ({ originEntityId: ana })],
      ['external id', () => ({ originExternalId: 'ana' })],
      ['tax id in another spelling', () => ({ originTaxId: '12345678909' })],
      ['tax id of the details', () => ({ originDetails: { taxId: '123 456 789 09' } })],
      ['tax id of the payment details', () => ({ originDetails: { paymentDetails: { taxId: '123456789-09' } } })],
    ])('links a transaction by %s', async (_, reference) => {
      const { body } = await create(payment(reference()));
      expect(body.transaction).toMatchObject({
        originEntityId: ana,
        origin: { entityId: ana, name: 'Ana', type: 'person' },
      });
    });

    it('leaves the transaction unlinked when a reference matches nothing, unless linking is strict', async () => {
      const reference = { originExternalId: 'nobody', destinationEntityId: ana, destinationTaxId: '1' };
      expect((await create(payment(reference))).body.transaction).toMatchObject({
        originEntityId: null,
        destinationEntityId: ana,
      });
      for (const strict of [{ linkEntityStrict: true }, { validateExistingEntity: true }]) {
        expect(await create(payment({ ...reference, ...strict }))).toMatchObject({
          status: 400,
          body: {
            error: {
              code: 'INVALID_ENTITY_REFERENCES',
              details: [
                { role: 'origin', identifierType: 'externalId', value: 'nobody' },
                { role: 'destination', identifierType: 'taxId', value: '1' },
              ],
            },
          },
        });
      }
      const details = { destinationDetails: { paymentDetails: { taxId: '1' } } };
      const known = { destinationEntityId: ana, destinationExternalId: 'ana', destinationTaxId: '12345678909' };
      expect((await create(payment({ ...known, linkEntityStrict: true }))).status).toBe(201);
      expect((await create(payment({ destinationEntityId: ana, ...details, linkEntityStrict: true }))).status).toBe(
        201,
      );
      for (const [identifierType, wrong] of [
        ['entityId', { destinationEntityId: '0190a0f0-0000-7000-8000-000000000000' }],
        ['externalId', { destinationExternalId: 'nobody' }],
        ['taxId', { destinationTaxId: '1' }],
      ] as const) {
        const unresolved = [{ role: 'destination', identifierType, value: Object.values(wrong)[0] }];
        expect(await create(payment({ ...known, ...wrong, linkEntityStrict: true }))).toMatchObject({
          status: 400,
          body: { error: { code: 'INVALID_ENTITY_REFERENCES', details: unresolved } },
        });
      }
      const soft = { ...reference, validateExistingEntity: true, linkEntityStrict: false };
      expect((await create(payment(soft))).status).toBe(201);
    });
  });

  it('rejects a duplicate external id and names the existing transaction, also for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(payment({ externalId: 'once' }))));
    const [winner] = answers.filter(({ status }) => status === 201);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expect(answer).toMatchObject({
        status: 409,
        body: { error: { code: 'DUPLICATE_EXTERNAL_ID' }, transactionId: winner!.body.transaction.id },
      });
    }
    const other = await api.call('/transactions', { key: api.sandbox.key, body: payment({ externalId: 'once' }) });
    expect(other.status).toBe(201);
  });

  describe('invalid input is rejected with 400 and the field', () => {
    const cases: readonly [string, unknown, string][] = [
      ['an unknown type', payment({ type: 'GIFT' }), 'type'],
      ['a negative amount', payment({ amount: -1 }), 'amount'],
      ['an amount as text', payment({ amount: '10' }), 'amount'],
      ['an amount of 19 digits', withAmount('1234567890123456789'), 'amount'],
      ['an amount with 19 decimals', withAmount('0.1234567890123456789'), 'amount'],
      ['no amount', { ...payment(), amount: undefined }, 'amount'],
      ['a currency of 5 letters', payment({ currency: 'DOLLA' }), 'currency'],
      ['an empty external id', payment({ externalId: '' }), 'externalId'],
      ['an external id of 256 characters', payment({ externalId: 'x'.repeat(256) }), 'externalId'],
      ['a date without a time zone', payment({ transactedAt: '2026-03-01T10:00:00' }), 'transactedAt'],
      ['the 30th of February', payment({ transactedAt: '2026-02-30T10:00:00Z' }), 'transactedAt'],
      ['an unknown status', payment({ status: 'PAID' }), 'status'],
      ['an unknown reason', payment({ reason: 'BECAUSE' }), 'reason'],
      ['an unknown payment method', payment({ paymentMethod: 'SHELLS' }), 'paymentMethod'],
      ['a channel of 51 characters', payment({ channel: 'x'.repeat(51) }), 'channel'],
      ['metadata that is an array', payment({ metadata: [1] }), 'metadata'],
      ['metadata that is text', payment({ metadata: 'x' }), 'metadata'],
      ['a wrong address', payment({ deviceDetails: { ipAddress: '999.1.1.1' } }), 'deviceDetails.ipAddress'],
      ['an unknown device type', payment({ deviceDetails: { deviceType: 'fridge' } }), 'deviceDetails.deviceType'],
      ['an unknown account type', payment({ originDetails: { accountType: 'sock' } }), 'originDetails.accountType'],
      ['a latitude of 91', payment({ locationDetails: { latitude: 91 } }), 'locationDetails.latitude'],
      ['an entity id that is no UUID', payment({ originEntityId: 'ana' }), 'originEntityId'],
      ['executeRules as text', payment({ executeRules: 'yes' }), 'executeRules'],
      ['an array', [payment()], 'body'],
      ['malformed JSON', '{"externalId": "x",', 'body'],
      ['a character that cannot be stored', payment({ description: 'a\u0000b' }), 'body'],
    ];
    it.each(cases)('%s', async (_, body, field) => {
      const answer = await create(body);
      expect(answer).toMatchObject({ status: 400, body: { success: false, error: { code: 'VALIDATION_ERROR' } } });
      expect(Object.keys(answer.body.error.details)).toContain(field);
    });

    it('except for unknown fields, which are ignored', async () => {
      const { status, body } = await create(
        payment({ colour: 'red', riskScore: 99, organizationId: api.stranger.organizationId }),
      );
      expect(status).toBe(201);
      expect(body.transaction).toMatchObject({ riskScore: 0, organizationId: api.production.organizationId });
    });

    it('except for an unknown risk matrix, which is rejected with 422', async () => {
      const riskMatrixIds = [ana];
      expect(await create(payment({ riskMatrixIds }))).toMatchObject({
        status: 422,
        body: { error: { code: 'RISK_MATRIX_NOT_FOUND' } },
      });
      expect((await create(payment({ riskMatrixIds: [] }))).status).toBe(201);
    });
  });

  describe('reads of a single transaction', () => {
    it('return the same response for a transaction of another organization as for an unknown one', async () => {
      const { body } = await create(payment());
      const { id, externalId } = body.transaction;
      const unknownId = '00000000-0000-7000-8000-000000000000';
      for (const [foreign, unknown] of [
        [`/transactions/${id}`, `/transactions/${unknownId}`],
        [`/transactions/external/${externalId}`, '/transactions/external/unknown'],
      ] as const) {
        const [theirs, none] = await Promise.all(
          [foreign, unknown].map((path) => api.call(path, { key: api.stranger.key })),
        );
        expect(theirs!.status).toBe(404);
        const { requestId: _a, instance: _b, ...seen } = theirs!.body;
        const { requestId: _c, instance: _d, ...nothing } = none!.body;
        expect(seen).toEqual(nothing);
      }
      const nameForeign = await api.call('/transactions', {
        key: api.stranger.key,
        body: payment({ originEntityId: ana, linkEntityStrict: true }),
      });
      expect(nameForeign).toMatchObject({ status: 400, body: { error: { code: 'INVALID_ENTITY_REFERENCES' } } });
    });

    it.each([
      '/transactions/not-a-uuid',
      '/transactions/external/%00',
      '/transactions/00000000-0000-0000-0000-000000000000',
    ])('return an error other than 500 for %s', async (path) => {
      expect([400, 404]).toContain((await api.call(path)).status);
    });

    it('reject an unknown query parameter and an unknown detail level', async () => {
      const { body } = await create(payment());
      const path = `/transactions/${body.transaction.id}`;
      expect((await api.call(`${path}?verbose=1`)).status).toBe(400);
      expect((await api.call(`${path}?includeRulesSummary=most`)).status).toBe(400);
      expect((await api.call('/transactions?summary=some', { body: payment() })).status).toBe(400);
    });
  });

  it('are stored with all effects of their rules, or not at all when a database write fails', async () => {
    const rule = await publishRule(api, {
      source: `rule always "Always" {\n  on transaction (created)\n  when transaction.amount >= 0\n  then alert LOW "x"\n}`,
    });
    const before = await api.pool.query('select count(*)::int as n from transactions');
    await api.pool.query(
      `create function fail() returns trigger language plpgsql as 'begin raise exception ''no''; end'`,
    );
    await api.pool.query('create trigger fail before insert on evaluations for each row execute function fail()');
    const answer = await create(payment());
    await api.pool.query('drop trigger fail on evaluations');
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'INTERNAL_ERROR' } } });
    expect((await api.pool.query('select count(*)::int as n from transactions')).rows).toEqual(before.rows);
    expect((await api.call(`/intelligence/alerts?ruleId=${rule}`)).body.count).toBe(0);
    expect((await create(payment())).status).toBe(201);
    expect((await api.call(`/intelligence/alerts?ruleId=${rule}`)).body.count).toBe(1);
  });
});
