import { publishRule } from '../../../../test/support/publish-rule.js';
import {
  type TestResponse,
  type Body,
  type Call,
  startOwnTestApi,
  type TestApi,
} from '../../../../test/support/start-test-api.js';

import { expectWithinOneSecond } from '../../../../test/support/wait-until.js';

let sent = 0;
const payment = (more: object = {}): Record<string, unknown> => ({
  externalId: `r-${(sent += 1)}`,
  type: 'PAYMENT',
  amount: 100,
  currency: 'EUR',
  transactedAt: '2026-03-10T12:00:00Z',
  ...more,
});

const rate = (base: string, quote: string, date: string, value: number) => ({ base, quote, date, rate: value });

describe('currency rates', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startOwnTestApi();
    for (const { organizationId } of [api.production, api.sandbox])
      await api.pool.query(`update organizations set reporting_currencies = '{EUR,BRL}' where id = $1`, [
        organizationId,
      ]);
    const rates = [
      rate('EUR', 'USD', '2026-03-05', 1.25),
      rate('EUR', 'USD', '2026-03-09', 1.1),
      rate('EUR', 'USD', '2026-03-11', 9),
      rate('usd', 'brl', '2026-03-10', 5.5),
      rate('USD', 'GBP', '2026-03-08', 0.8),
    ];
    expect((await load(rates)).body).toMatchObject({ success: true, loaded: 5 });
  });
  afterAll(() => api?.stop());

  const load = (rates: unknown, call: Call = {}): Promise<TestResponse> =>
    api.call('/currency-rates', { ...call, method: 'PUT', body: { rates } });
  const list = async (query = '', call: Call = {}): Promise<Body> =>
    (await api.call(`/currency-rates?${query}`, call)).body;
  const pay = async (more: object = {}, call: Call = {}): Promise<Body> => {
    const { status, body, text } = await api.call('/transactions', { ...call, body: payment(more) });
    if (status !== 201) throw new Error(text);
    return body;
  };

  describe('loading and listing (shapes 3.9)', () => {
    it.each([
      ['', ['EUR/USD', 'USD/BRL', 'EUR/USD', 'USD/GBP', 'EUR/USD']],
      ['base=eur', ['EUR/USD', 'EUR/USD', 'EUR/USD']],
      ['quote=GBP', ['USD/GBP']],
      ['from=2026-03-09&to=2026-03-10', ['USD/BRL', 'EUR/USD']],
    ])('lists rates by %j', async (query, expected) => {
      const { rates } = await list(query);
      expect(rates.map(({ base, quote }: Body) => `${base}/${quote}`)).toEqual(expected);
    });

    it('lists rates page by page', async () => {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { rates, pagination }: Body = await list(`limit=2${cursor && `&cursor=${cursor}`}`);
        seen.push(...rates.map(({ base, quote, date }: Body) => `${base}${quote}${date}`));
        cursor = pagination.nextCursor;
      }
      expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
    });

    it('returns each rate with the number sent and its source, and a second load replaces it', async () => {
      await load([rate('CHF', 'USD', '2026-03-01', 1.1)]);
      await load([rate('CHF', 'USD', '2026-03-01', 0.0000001)]);
      expect((await list('base=CHF')).rates).toEqual([
        { base: 'CHF', quote: 'USD', date: '2026-03-01', rate: 0.0000001, source: 'organization' },
      ]);
      const { events } = (await api.call('/audit/events?event=currency_rates_loaded')).body;
      expect(events[0]).toMatchObject({ summary: '1 currency rates loaded, for 2026-03-01 to 2026-03-01' });
    });

    const good = rate('EUR', 'USD', '2026-01-01', 1);
    it.each([
      [[], 'rates'],
      [undefined, 'rates'],
      [[{ ...good, rate: 0 }], 'rates[0].rate'],
      [[{ ...good, rate: -1 }], 'rates[0].rate'],
      [[{ ...good, rate: '1' }], 'rates[0].rate'],
      [[{ ...good, date: '2026-02-30' }], 'rates[0].date'],
      [[{ ...good, date: '0000-01-01' }], 'rates[0].date'],
      [[{ ...good, base: 'EURO5' }], 'rates[0].base'],
      [[{ ...good, quote: 'eur' }], 'rates[0].quote'],
      [[good, { ...good, rate: 2 }], 'rates[1]'],
    ])('rejects %j', async (rates, path) => {
      const { status, body } = await load(rates);
      expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(Object.keys(body.error.details)).toEqual([path]);
      expect((await list('from=2026-01-01&to=2026-01-01')).rates).toEqual([]);
    });

    it('keeps the rates of each organization separate', async () => {
      const key = api.stranger.key;
      expect((await list('', { key })).rates).toEqual([]);
      const { transaction } = await pay({}, { key });
      expect(transaction).toMatchObject({ amountInUsd: null, currenciesExchange: [] });
    });
  });

  /** Case, payment, amount in US dollars, amounts in the reporting currencies. */
  const worths: [title: string, sent: object, inUsd: number | null, exchanges: object[]][] = [
    [
      'the newest rate at or before its day, in the direction it is given',
      {},
      110,
      [
        { currency: 'EUR', exchangeRate: 1, value: 100, rateDate: '2026-03-10', source: 'same currency' },
        { currency: 'BRL', exchangeRate: 6.05, value: 605, rateDate: '2026-03-09', source: 'organization' },
      ],
    ],
    [
      'the rate of an earlier day',
      { transactedAt: '2026-03-06T23:59:59Z' },
      125,
      [{ currency: 'EUR', exchangeRate: 1, value: 100, rateDate: '2026-03-06', source: 'same currency' }],
    ],
    [
      'against the direction it is given',
      { currency: 'GBP' },
      125,
      [
        { currency: 'EUR', exchangeRate: 1.136363636364, value: 113.636363636364, rateDate: '2026-03-08' },
        { currency: 'BRL', exchangeRate: 6.875, value: 687.5, rateDate: '2026-03-08' },
      ],
    ],
    ['of dollars without a rate', { currency: 'USD', transactedAt: '2020-01-01T00:00:00Z' }, 100, []],
    ['of no currency without a rate', { currency: 'JPY' }, null, []],
    ['not of one that is too old', { currency: 'GBP', transactedAt: '2026-03-12T12:00:01Z' }, null, []],
    ['not of one that is later', { currency: 'GBP', transactedAt: '2026-03-07T23:59:59Z' }, null, []],
  ];

  it.each(worths)('convert a payment (shapes 1.2): %s', async (_title, body, inUsd, exchanges) => {
    const { transaction } = await pay(body);
    expect(transaction.amountInUsd).toBe(inUsd);
    expect(transaction.currenciesExchange).toMatchObject(exchanges);
    expect(transaction.currenciesExchange).toHaveLength(exchanges.length);
    const read = await api.call(`/transactions/${transaction.id}`);
    expect(read.body.transaction).toMatchObject({
      amountInUsd: inUsd,
      currenciesExchange: transaction.currenciesExchange,
    });
  });

  it('are applied in new reporting currencies, and if another process loads the first ones (section 3.9)', async () => {
    const key = api.stranger.key;
    const found = async (): Promise<Body> => (await pay({ transactedAt: '2026-04-10T12:00:00Z' }, { key })).transaction;
    expect(await found()).toMatchObject({ amountInUsd: null, currenciesExchange: [] });
    const body = { reportingCurrencies: ['EUR'] };
    const path = `/organizations/${api.stranger.organizationId}`;
    expect((await api.call(path, { key, method: 'PATCH', body })).status).toBe(200);
    await expectWithinOneSecond(async () => (await found()).currenciesExchange.length === 1);
    await api.pool.query(
      `with rate as (insert into currency_rates (organization_id, id, base, quote, date, rate, source, loaded_at)
         values ($1, gen_random_uuid(), 'EUR', 'USD', '2026-04-10', 2, 'organization', now()))
       select pg_notify('tamis_currencies', $1::text)`,
      [api.stranger.organizationId],
    );
    await expectWithinOneSecond(async () => (await found()).amountInUsd === 200);
  });

  it('are fixed in a sandbox until it loads its own (section 1.3)', async () => {
    const { key } = api.sandbox;
    expect((await pay({ amount: 9 }, { key })).transaction.amountInUsd).toBe(10);
    await load([rate('EUR', 'USD', '2026-03-10', 2)], { key });
    const { transaction } = await pay({ amount: 9 }, { key });
    expect(transaction).toMatchObject({ amountInUsd: 18, currenciesExchange: [{}, { currency: 'BRL', value: 90 }] });
  });

  it('do not prevent a payment from being stored when they cannot be read (section 1.3)', async () => {
    await api.pool.query('alter table currency_rates rename to away');
    try {
      const { transaction } = await pay();
      expect(transaction).toMatchObject({ amountInUsd: null, currenciesExchange: [] });
    } finally {
      await api.pool.query('alter table away rename to currency_rates');
    }
  });

  describe('use by rules (shapes 3.9, manual 3.3)', () => {
    const hits = ({ rulesExecutionSummary: { rulesHit } }: Body): string[] =>
      rulesHit.map(({ ruleKey }: Body) => ruleKey as string);
    beforeAll(async () => {
      expect(
        (await api.call('/entities', { body: { type: 'person', name: 'A', countryCode: 'BR', externalId: 'a' } }))
          .status,
      ).toBe(201);
      const on = 'on transaction (created)';
      await publishRule(api, {
        source: `rule large "large" {\n  ${on}\n  when transaction.amount >= 110 USD\n  then suggest FLAG\n}`,
      });
      await publishRule(api, {
        source: `rule much "much" {\n  ${on}\n  let s = sum(amount of transactions from origin in last 30d) as USD\n  when s >= 0 USD\n  then alert LOW "{s}"\n}`,
      });
    });

    it.each([
      [{}, ['large']],
      [{ amount: 99.99 }, []],
      [{ currency: 'BRL', amount: 605 }, ['large']],
      [{ currency: 'BRL', amount: 604 }, []],
    ])('uses the rate at the time of the payment: %j hits %j', async (body, expected) => {
      expect(hits(await pay(body)).filter((key) => key === 'large')).toEqual(expected);
    });

    it('evaluates to unknown without a rate', async () => {
      const { rulesExecutionSummary } = await pay({ currency: 'JPY' });
      const item = rulesExecutionSummary.rulesNoHit.find(({ ruleKey }: Body) => ruleKey === 'large');
      expect(item).toMatchObject({ outcome: 'unknown', unknownBecause: [{ cause: 'no_rate' }] });
    });

    it('evaluates to unknown on the first day of the calendar, which has no days before it', async () => {
      const { rulesExecutionSummary, transaction } = await pay({ transactedAt: '0001-01-01T00:00:00Z' });
      const item = rulesExecutionSummary.rulesNoHit.find(({ ruleKey }: Body) => ruleKey === 'large');
      expect(item).toMatchObject({ outcome: 'unknown', unknownBecause: [{ cause: 'no_rate' }] });
      expect(transaction.amountInUsd).toBeNull();
    });

    it('converts each payment of a window at the rate of its own time', async () => {
      const of = { originExternalId: 'a' };
      await pay({ ...of, transactedAt: '2026-03-06T12:00:00Z' });
      await pay({ ...of, currency: 'BRL', amount: 55, transactedAt: '2026-03-10T11:00:00Z' });
      const { rulesResult } = await pay(of);
      const alert = rulesResult.alerts.find(({ title }: Body) => title.includes('USD'));
      expect(alert.title).toContain('245');
    });

    it('keeps the rates used with a stored evaluation, so that rates loaded later do not change it', async () => {
      const { rulesResult, transaction } = await pay();
      await load([rate('EUR', 'USD', '2026-03-10', 50)]);
      const { status, body } = await api.call(`/evaluations/${rulesResult.evaluationId}/replay`, { body: {} });
      expect([status, body.equal]).toEqual([200, true]);
      const read = await api.call(`/transactions/${transaction.id}`);
      expect(read.body.transaction.amountInUsd).toBe(110);
      expect((await pay()).transaction.amountInUsd).toBe(5000);
    });
  });
});
