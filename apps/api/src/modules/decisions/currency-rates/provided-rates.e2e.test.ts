import { lookup } from 'node:dns';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { failure, ok } from '@tamis/stdx';

import { EcbRates } from './use-cases/ecb-rates.js';
import { FetchRates } from './use-cases/fetch-rates.js';
import { RateFetchScheduler } from './use-cases/rate-fetch-scheduler.js';
import { type PgPool, pgPoolToken } from '../../../platform/database/index.js';
import { sendRequest } from '../../../platform/egress/send-request.js';
import { limits } from '../../../platform/limits.js';
import { ecbDocument } from '../../../../test/support/ecb-document.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { type Body, startOwnTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const dayMs = 86_400_000;
const now = Date.now();
const day = (back: number): string => new Date(now - back * dayMs).toISOString().slice(0, 10);
const noon = (back: number): string => `${day(back)}T12:00:00.000Z`;

const recent = ecbDocument({
  [day(1)]: { USD: '1.1', BRL: '6.05', GBP: '0.8' },
  [day(2)]: { USD: '1.25', BRL: '6.05', GBP: '0.8' },
  [day(30)]: { USD: '1', BRL: '5', GBP: '0.9' },
});

describe('rate fetching', () => {
  let api: TestApi;
  let bank: Server;
  let url: string;
  const asked: string[] = [];
  let answer: (path: string, response: ServerResponse) => void;
  let fetching: FetchRates;

  /** Sends like the egress guard, but to this machine. */
  const sendHere: ConstructorParameters<typeof EcbRates>[1] = (request) =>
    sendRequest(new URL(request.url), request, (name, options, done) =>
      lookup(name, { ...options, family: 4 }, done),
    ).then(ok, () => failure('failed'));
  const newFetching = (): FetchRates => new FetchRates(api.app.get<PgPool>(pgPoolToken), new EcbRates(url, sendHere));

  beforeAll(async () => {
    bank = createServer(({ url: path = '' }, response) => {
      asked.push(path);
      answer(path, response);
    });
    await new Promise<void>((resolve) => bank.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}/rates/`;
    api = await startOwnTestApi(undefined, { RATES_PROVIDER: 'ecb', RATES_URL: url, LOG: 'silent' });
    fetching = newFetching();
    // Stops the scheduler, so that only the tests take leases, however long they take.
    await api.app.get(RateFetchScheduler).beforeApplicationShutdown();
    await api.pool.query('delete from rate_fetches');
    await api.pool.query(`update organizations set reporting_currencies = '{EUR,GBP}'`);
  });
  afterAll(async () => {
    await api?.stop();
    await new Promise((resolve) => bank?.close(resolve));
  });
  beforeEach(() => {
    asked.length = 0;
    answer = (path, response) =>
      void response.end(path.includes('hist') ? recent : ecbDocument({ [day(0)]: { USD: '1.12' } }));
  });

  const isDue = (more = ''): Promise<unknown> =>
    api.pool.query(`update rate_fetches set next_at = now() - interval '1 second' ${more}`);
  const state = async (): Promise<Body> => (await api.pool.query<Body>('select *, now() from rate_fetches')).rows[0];
  const listed = async (query = '', key?: string): Promise<string[]> =>
    (await api.call(`/currency-rates?${query}`, key === undefined ? {} : { key })).body.rates.map(
      ({ base, quote, date, rate, source }: Body) => `${base}/${quote} ${date} ${rate} ${source}`,
    );
  let sent = 0;
  const pay = async (more: object = {}, key?: string): Promise<Body> => {
    const body = {
      externalId: `p-${(sent += 1)}`,
      type: 'PAYMENT',
      amount: 605,
      currency: 'BRL',
      transactedAt: noon(1),
      ...more,
    };
    const { status, body: made, text } = await api.call('/transactions', { body, ...(key !== undefined && { key }) });
    if (status !== 201) throw new Error(text);
    return made;
  };
  const valueOf = async (name: string): Promise<string | undefined> =>
    (await api.call('/metrics')).text
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.split(' ')[1];

  it('never calls an internal address, whatever the settings say', async () => {
    expect(await api.app.get(RateFetchScheduler).fetchIfDue()).toBe(true);
    expect(asked).toEqual([]);
    expect((await state()).problem).toContain('is not a public internet address');
    expect(await valueOf('tamis_currency_rate_fetches_total{result="not-allowed"}')).toMatch(/^[12]$/);
    expect(await valueOf('tamis_currency_rates_age_seconds')).toBeUndefined();
    expect((await pay()).transaction).toMatchObject({ amountInUsd: null, currenciesExchange: [] });
  });

  it('loads the last weeks at first, once for all processes, each rate with its source', async () => {
    await isDue();
    const turns = await Promise.all([fetching.fetchIfDue(), newFetching().fetchIfDue(), newFetching().fetchIfDue()]);
    expect(turns.filter(Boolean)).toHaveLength(1);
    expect(asked).toEqual(['/rates/eurofxref-hist-90d.xml']);
    expect(await listed(`from=${day(2)}&to=${day(2)}&quote=USD`)).toEqual([`EUR/USD ${day(2)} 1.25 ecb`]);
    expect(await listed()).toHaveLength(9);
    expect(await listed('', api.sandbox.key)).toEqual([]);
    const pages = await api.call('/currency-rates?limit=4');
    expect(pages.body.pagination).toMatchObject({ total: 9, hasMore: true });
    expect(await listed(`limit=4&cursor=${pages.body.pagination.nextCursor}`)).toHaveLength(4);
  });

  /** The submitted fields, the amount in dollars, and the amounts in euros and pounds. */
  it.each([
    ['through the euro, exactly', { transactedAt: `${day(1)}T20:00:00Z` }, 110, [100, 80]],
    ['as they were when they were published', { transactedAt: `${day(1)}T09:00:00Z` }, 125, [100, 80]],
    ['directly', { transactedAt: `${day(1)}T20:00:00Z`, amount: 1, currency: 'EUR' }, 1.1, [1, 0.8]],
    ['from dollars', { transactedAt: `${day(1)}T20:00:00Z`, amount: 11, currency: 'USD' }, 11, [10, 8]],
    ['not when they are too old', { transactedAt: `${day(20)}T20:00:00Z` }, null, []],
    ['not of what the bank has none', { currency: 'ARS' }, null, []],
  ])('converts a payment: %s', async (_, more, inUsd, values) => {
    await api.app.get(RateFetchScheduler).fetchIfDue();
    await settingsAreReadAgain();
    const { transaction } = await pay(more);
    expect(transaction.amountInUsd).toBe(inUsd);
    expect(transaction.currenciesExchange.map(({ value }: Body) => value as number)).toEqual(values);
    const sources = transaction.currenciesExchange.map(({ source }: Body) => source as string);
    expect(
      sources.filter((source: string) => source !== 'same currency').every((source: string) => source === 'ecb'),
    ).toBe(true);
  });

  /** Loading rates for an organization clears the cached information of this process that it has none. */
  const settingsAreReadAgain = () =>
    api.call('/currency-rates', {
      method: 'PUT',
      body: { rates: [{ base: 'CHF', quote: 'JPY', date: '2020-01-01', rate: 1 }] },
    });

  it('exposes the age of the newest rates as a metric', async () => {
    await api.app.get(RateFetchScheduler).fetchIfDue();
    expect(Number(await valueOf('tamis_currency_rates_age_seconds{source="ecb"}'))).toBeGreaterThan(0);
  });

  it('fetches nothing before it is due, then only the newest day, and changes nothing already known', async () => {
    const due = (await state()) as { next_at: Date; now: Date };
    expect(due.next_at.getTime()).toBeGreaterThan(due.now.getTime());
    expect([await fetching.fetchIfDue(), asked]).toEqual([false, []]);
    for (const [expected, counted] of [
      [10, 1],
      [10, 0],
    ] as const) {
      const before = { ...fetching.counts };
      await isDue();
      expect(await fetching.fetchIfDue()).toBe(true);
      expect((await listed(`limit=100&base=EUR`)).length).toBe(expected);
      expect(fetching.counts.stored - before.stored).toBe(counted);
    }
    expect(asked).toEqual(['/rates/eurofxref-daily.xml', '/rates/eurofxref-daily.xml']);
    await isDue(`, fetched_at = now() - interval '26 hours'`);
    await fetching.fetchIfDue();
    expect(asked.at(-1)).toBe('/rates/eurofxref-hist-90d.xml');
  });

  it('leaves rates an organization loaded for that day, which take precedence where they apply', async () => {
    const own = { base: 'EUR', quote: 'USD', date: day(1), rate: 3 };
    await api.call('/currency-rates', { method: 'PUT', body: { rates: [own] } });
    await isDue(`, fetched_at = null`);
    await fetching.fetchIfDue();
    expect((await listed(`from=${day(1)}&to=${day(1)}&base=EUR&quote=USD`)).sort()).toEqual([
      `EUR/USD ${day(1)} 1.1 ecb`,
      `EUR/USD ${day(1)} 3 organization`,
    ]);
    const at = { transactedAt: `${day(1)}T20:00:00Z` };
    expect((await pay({ ...at, amount: 1, currency: 'EUR' })).transaction.amountInUsd).toBe(3);
    expect(
      (await pay({ ...at, amount: 1, currency: 'EUR', transactedAt: `${day(2)}T20:00:00Z` })).transaction.amountInUsd,
    ).toBe(1.25);
    await api.pool.query(`delete from currency_rates where quote = 'USD'`);
  });

  it('changes no past decision, nor its replay, when rates arrive later', async () => {
    const source =
      'rule large "large" {\n  on transaction (created)\n  when transaction.amount >= 120 USD\n  then suggest FLAG\n}';
    await publishRule(api, { source });
    const { rulesResult, transaction } = await pay({ transactedAt: `${day(2)}T20:00:00Z` });

    expect([transaction.amountInUsd, rulesResult.rulesExecutionSummary.rulesHit.length]).toEqual([125, 1]);
    const replay = async (body: object): Promise<Body> =>
      (await api.call(`/evaluations/${rulesResult.evaluationId}/replay`, { body })).body;
    expect(await replay({ mode: 'recompute' })).toMatchObject({ equal: true, differences: [] });
    await api.pool.query(`update provided_rates set rate = 1 where quote = 'USD'`);
    expect(await replay({})).toMatchObject({ equal: true });
    expect((await replay({ mode: 'recompute' })).differences[0]).toMatchObject({ because: 'rate_loaded' });
    expect((await api.call(`/transactions/${transaction.id}`)).body.transaction.amountInUsd).toBe(125);
  });

  const badAnswers: [title: string, failure: string, answer: typeof answer][] = [
    [
      'a page',
      'unreadable',
      (_, response) => response.end('<!DOCTYPE html><html><body><h1>Maintenance<br></body></html>'),
    ],
    ['a part of the document', 'unreadable', (_, response) => response.end(recent.slice(0, 400))],
    ['other text', 'unreadable', (_, response) => response.end('{"rates": {}}')],
    ['an error', 'refused', (_, response) => response.writeHead(503).end(recent)],
    ['the way to another place', 'refused', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    [
      'more than it may be',
      'unreachable',
      (_, response) => response.end(recent + ' '.repeat(limits.egressAnswerBytes)),
    ],
    [
      'half of what is announced',
      'unreachable',
      (_, response) => {
        response.writeHead(200, { 'content-length': recent.length });
        response.write(recent.slice(0, 400), () => response.destroy());
      },
    ],
    ['nothing', 'unreachable', (_, response) => response.destroy()],
  ];
  it.each(badAnswers)(
    'keeps rates when the response is %s, and retries soon and then later',
    async (_, kind, answered) => {
      const before = await listed('limit=100');
      answer = answered;
      await isDue(', failures = 0');
      const counted = fetching.counts[kind as 'refused'];
      expect(await fetching.fetchIfDue()).toBe(true);
      const first = await state();
      await isDue();
      await fetching.fetchIfDue();
      const second = await state();
      expect([first.failures, second.failures, fetching.counts[kind as 'refused'] - counted]).toEqual([1, 2, 2]);
      const waits = [first, second].map(({ next_at, now: at }) =>
        Math.round((next_at.getTime() - at.getTime()) / 60_000),
      );
      expect(waits).toEqual([1, 2]);
      expect(second.problem).toMatch(/^(the response of )?http/);
      expect(asked).not.toContain('/elsewhere');
      expect(await listed('limit=100')).toEqual(before);
    },
  );

  it('skips rates that differ too much from the previous day, and keeps the others', async () => {
    await api.pool.query('delete from provided_rates where date = $1', [day(0)]);
    answer = (_, response) => void response.end(ecbDocument({ [day(0)]: { USD: '110', GBP: '0.81' } }));
    await isDue();
    await fetching.fetchIfDue();
    expect(fetching.implausible).toBe(1);
    expect(await listed(`from=${day(0)}`)).toEqual([`EUR/GBP ${day(0)} 0.81 ecb`]);
  });
});
