import { foldFacts, InMemoryFacts, printFactNeeds, type FactRequests } from '../src/index.js';
import { created, listId, now, rule, setOf } from './single-rule.js';

const hourMs = 3_600_000;

const set = setOf(
  rule('count(transactions from origin in last 1h where status != "DECLINED") > 5 and origin.riskScore > 3', {
    key: 'burst',
  }),
  rule('sum(amount as BRL of prior transactions from origin in last 1mo) > 10 BRL and origin.taxId in watched', {
    key: 'volume',
  }),
  rule('count(transactions per deviceDetails.deviceId in last 1h where type = transaction.type) > 5', {
    key: 'device',
  }),
  rule('origin.enrichment.provider.score > 5 and ipCountry(transaction.deviceDetails.ipAddress) = "BR"', {
    key: 'outside',
  }),
);

describe('fact needs of a rule set', () => {
  const needs = set.factNeeds();

  it('include its windows, one per fetch, with key, span, filter and function of every aggregate', () => {
    expect(needs.windows.map(({ source, links, time, columns }) => ({ source, links, time, columns }))).toEqual([
      {
        source: 'transactions',
        links: [[[{ ofSubject: 'originEntityId', ofRecord: 'originEntityId', type: 'entity' }]]],
        time: 'transactedAt',
        columns: ['amount', 'currency', 'status'],
      },
      {
        source: 'transactions',
        links: [[[{ ofSubject: 'deviceDetails.deviceId', ofRecord: 'deviceDetails.deviceId', type: 'text' }]]],
        time: 'transactedAt',
        columns: ['type'],
      },
    ]);
    expect(needs.windows.flatMap(({ aggregates }) => aggregates)).toMatchObject([
      {
        function: 'count',
        value: null,
        filter: 'status != "DECLINED"',
        span: { kind: 'last', spanMs: hourMs, spanMonths: 0 },
        foldable: true,
        capped: false,
        rules: ['burst'],
      },
      {
        function: 'sum',
        value: 'amount as BRL',
        filter: null,
        span: { kind: 'last', spanMs: 0, spanMonths: 1 },
        prior: true,
        rules: ['volume'],
      },
      { function: 'count', filter: 'type = transaction.type', foldable: false, capped: true, rules: ['device'] },
    ]);
  });

  it('include linked entities, enrichment, lists, lookups and rates, with the rules that read them', () => {
    expect(needs.entities).toEqual([
      {
        member: 'originEntity',
        paths: expect.arrayContaining(['riskScore', 'taxId']) as unknown,
        rules: ['burst', 'volume', 'outside'],
      },
    ]);
    expect(needs.enrichment).toContain('originEntity.enrichmentData.mapped.provider.score');
    expect(needs.lists).toEqual([{ id: listId, rules: ['volume'] }]);
    expect(needs.lookups).toContainEqual({ function: 'ipCountry', perRecord: false, rules: ['outside'] });
    expect(needs.rates).toEqual([{ to: 'BRL', perRecord: true, rules: ['volume'] }]);
  });

  it('can be rendered as text', () => {
    const text = printFactNeeds(needs);
    expect(text).toContain(
      '    count(transactions from origin in last 1h where status != "DECLINED") · may be folded · burst',
    );
    expect(text).toContain('transactions: deviceDetails.deviceId = subject deviceDetails.deviceId');
    expect(printFactNeeds(setOf(rule('transaction.amount > 5 USD')).factNeeds())).toBe('nothing is fetched');
  });
});

describe('facts with aggregates folded by the source', () => {
  const context = {
    originEntityId: 'e1',
    deviceDetails: { deviceId: 'd1' },
    type: 'TRANSFER',
    amount: '1',
    currency: 'BRL',
  };
  const facts = new InMemoryFacts({ tables: {} });
  for (let minute = 0; minute < 6; minute++)
    facts.add({ ...context, status: 'SENT', transactedAt: new Date(now - minute * 60_000).toISOString() });

  it('contain rows only for windows that another aggregate reads', () => {
    const asked: FactRequests[] = [];
    const source = {
      gather: (requests: FactRequests, at: number) => {
        asked.push(requests);
        return facts.gather(requests, at);
      },
      fold: facts.fold.bind(facts),
    };
    const found = foldFacts(set, context, created, source);
    expect(asked.flatMap(({ windows }) => windows.map(({ id }) => id))).toEqual([1]);
    const { requests } = set.aggregates(context, created);
    expect(requests.map(({ id }) => found.aggregates?.get(id))).toEqual([6, { amount: 6, currency: 'BRL' }]);
    expect(set.evaluate(context, found, created).hits).toHaveLength(1);
  });

  it('are requested once if several aggregates need the same of a window', () => {
    const ofOrigin = 'riskScore of prior transactions from origin in last 1h';
    const alike = setOf(rule(`sum(${ofOrigin}) > 100 and avg(${ofOrigin}) > 10`));
    expect(alike.requests(context, created).windows.map(({ folds }) => folds?.length)).toEqual([1]);
  });
});
