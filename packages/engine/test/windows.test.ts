import { compileRuleSet, type TransactionRecord } from '../src/index.js';
import { contentOf, created, listId, now, outcomeOf, rule, evaluateOnce, setOf } from './single-rule.js';

const at = (beforeMs: number, rest: object = {}): TransactionRecord => ({
  originEntityId: 'e1',
  destinationEntityId: 'e2',
  amount: '10',
  currency: 'USD',
  transactedAt: new Date(now - beforeMs).toISOString(),
  ...rest,
});

const context = at(0);
const hourMs = 3_600_000;

describe('window', () => {
  it('of D at T is (T - D, T]', () => {
    const records = [at(hourMs), at(hourMs - 1), at(1), at(0), at(-1)];
    expect(outcomeOf('count(prior transactions from origin in last 1h) = 3', { context, records })).toBe(true);
  });

  it('counts the current event, and `prior` excludes it', () => {
    expect(outcomeOf('count(transactions from origin in last 1h) = 1', { context })).toBe(true);
    expect(outcomeOf('count(prior transactions from origin in last 1h) = 0', { context })).toBe(true);
  });

  it('counts the current event only if it has the window key, for example not as received by its sender', () => {
    const records = [at(1, { originEntityId: 'e9', destinationEntityId: 'e1' })];
    expect(outcomeOf('count(transactions to origin in last 1h) = 1', { context, records })).toBe(true);
    expect(
      outcomeOf('count(transactions to origin in last 1h) = 1', { context: { ...context, destinationEntityId: 'e1' } }),
    ).toBe(true);
  });

  it('without its key is unknown, never 0', () => {
    const without = { ...context, originEntityId: null };
    expect(outcomeOf('count(transactions from origin in last 1h) = 0', { context: without })).toEqual([
      { cause: 'missing_key', path: 'originEntityId' },
    ]);
  });

  it('of calendar months follows the calendar', () => {
    const records = [at(31 * 24 * hourMs), at(31 * 24 * hourMs - 1)];
    expect(outcomeOf('count(prior transactions from origin in last 1mo) = 1', { context, records })).toBe(true);
  });

  it('that is empty has a sum of zero and no mean', () => {
    expect(outcomeOf('sum(amount as USD of prior transactions from origin in last 1h) = 0 USD', { context })).toBe(
      true,
    );
    expect(outcomeOf('sum(amount of prior transactions from origin in last 1h) = 0 USD', { context })).toBe(true);
    expect(
      outcomeOf('avg(amount as USD of prior transactions from origin in last 1h) > 0 USD', { context }),
    ).toMatchObject([{ cause: 'empty_window' }]);
  });

  it('skips records without the value or filter field, and is unknown when one fails', () => {
    const sum = 'sum(amount as USD of prior transactions from origin in last 1h) = 20 USD';
    expect(outcomeOf(sum, { context, records: [at(3), at(2, { amount: null }), at(1)] })).toBe(true);
    expect(outcomeOf(sum, { context, records: [at(3), at(2, { currency: 'EUR' }), at(1)] })).toEqual([
      { cause: 'no_rate', detail: 'EUR/USD on 2026-01-15' },
    ]);
    const count = 'count(prior transactions from origin in last 1h where riskScore > 5) = 1';
    expect(outcomeOf(count, { context, records: [at(3, { riskScore: 6 }), at(2)] })).toBe(true);
    expect(
      outcomeOf(count, { context, records: [at(3, { riskScore: 6 }), at(2, { riskScore: 'six' })] }),
    ).toMatchObject([{ cause: 'type' }]);
  });

  it('ignores the value of a record that its filter excludes', () => {
    const condition = 'sum(amount as USD of prior transactions from origin in last 1h where currency = "USD") = 10 USD';
    expect(outcomeOf(condition, { context, records: [at(2, { currency: 'EUR' }), at(1)] })).toBe(true);
  });

  it('compares the record with the current event under `current` and `transaction`', () => {
    const records = [
      at(2, { category: 'a', originEntity: { countryCode: 'BR' } }),
      at(1, { category: 'b', originEntity: { countryCode: 'US' } }),
    ];
    const current = { ...context, category: 'A', originEntity: { countryCode: 'US' } };
    expect(
      outcomeOf('count(prior transactions from origin in last 1h where category = transaction.category) = 1', {
        context: current,
        records,
      }),
    ).toBe(true);
    expect(
      outcomeOf(
        'count(prior transactions from origin in last 1h where origin.countryCode != current.origin.countryCode) = 1',
        { context: current, records },
      ),
    ).toBe(true);
  });

  it('before the current unit ends where that unit begins, even if only the newest record counts', () => {
    const records = [at(12 * hourMs + 1, { channel: 'web' }), at(12 * hourMs, { channel: 'app' })];
    const condition = 'latest(channel of last 1 transactions from origin in previous day) = "web"';
    expect(outcomeOf(condition, { context, records })).toBe(true);
  });

  it('with a filter over linked data is unknown beyond exactly 10,000 rows', () => {
    const many = (count: number): TransactionRecord[] =>
      Array.from({ length: count }, (_, index) => at(index % 1000, { originEntity: { countryCode: 'BR' } }));
    const condition = 'count(prior transactions from origin in last 1h where origin.countryCode = "BR") = 10_000';
    expect(outcomeOf(condition, { context, records: many(10_000) })).toBe(true);
    expect(outcomeOf(condition, { context, records: many(10_001) })).toEqual([{ cause: 'too_many_rows' }]);
  });
});

describe('fact requests of a rule set', () => {
  it('are combined for all aggregates with equal links: the longest span and every column', () => {
    const set = setOf(
      rule('count(transactions from origin in last 1h where channel = "web") > 1', { key: 'a' }),
      rule('sum(amount as USD of prior transactions from origin in last 2d where type = "TRANSFER") > 1 USD', {
        key: 'b',
      }),
      rule(
        'count(transactions from origin to destination in last 3d) > 1 and origin.taxId in watched and origin.name in watched',
        { key: 'c' },
      ),
    );
    const subject = { ...context, originEntity: { taxId: '12', name: 'Ana' } };
    const { windows, reads } = set.requests(subject, created);
    const byOrigin = windows.filter(({ links }) => links.length === 1);
    expect(byOrigin).toHaveLength(1);
    expect(byOrigin[0]).toMatchObject({
      from: now - 48 * hourMs,
      to: now,
      links: [[[{ recordPath: ['originEntityId'], key: 'e1' }]]],
      cap: null,
    });
    expect([...(byOrigin[0]?.columns ?? [])].map(String).sort()).toEqual(['amount', 'channel', 'currency', 'type']);
    expect(windows).toHaveLength(2);
    expect(reads).toEqual([
      { kind: 'listed', listId, value: '12', isAddress: false },
      { kind: 'listed', listId, value: 'Ana', isAddress: false },
    ]);
  });

  it('omit windows whose key the subject does not have', () => {
    const set = setOf(rule('count(transactions from origin in last 1h) > 1'));
    expect(set.requests({ ...context, originEntityId: null }, created)).toEqual({ windows: [], reads: [], rates: [] });
  });

  it.each([
    ['transaction.amount >= 100 USD', ['BRL USD']],
    ['transaction.amount between 100 USD and 200 USD', ['BRL USD']],
    ['transaction.amount >= 100', []],
    ['transaction.amount >= 100 BRL', []],
    ['transaction.amount as EUR >= 100 EUR', ['BRL EUR']],
  ])('include the exchange rates for comparing amounts: %s', (condition, expected) => {
    const set = setOf(rule(condition));
    const { rates } = set.requests({ ...context, amount: 50, currency: 'BRL' }, created);
    expect(rates.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(expected);
    expect(set.hasDependentRates(created)).toBe(false);
  });

  it('may depend on further rates if amounts of records or converted amounts are compared', () => {
    expect(setOf(rule('transaction.amount as EUR >= 100 USD')).hasDependentRates(created)).toBe(true);
    const of = (where: string) => setOf(rule(`count(transactions from origin in last 1h where ${where}) >= 1`));
    expect(of('amount >= 100 USD').hasDependentRates(created)).toBe(true);
    expect(of('amount >= 100').hasDependentRates(created)).toBe(false);
  });

  it('are empty if no rule of the set reacts to the trigger', () => {
    const set = setOf('rule r "R" { on transaction (updated) when count(transactions from origin in last 1h) > 1 }');
    expect(set.requests(context, created)).toEqual({ windows: [], reads: [], rates: [] });
    expect(evaluateOnce(set, { context }).evaluated).toEqual([]);
    expect(evaluateOnce(set, { context, run: { ...created, trigger: 'updated' } }).evaluated).toEqual([0]);
  });
});

describe('rule set with a rule that has errors', () => {
  it('is rejected with the diagnostics of every such rule', () => {
    const result = compileRuleSet(
      contentOf(rule('transaction.amuont > 5'), rule('transaction.flagged', { key: 'ok' }), 'rule x {'),
    );
    expect(result).toMatchObject({
      ok: false,
      error: [{ ruleId: 'r1', diagnostics: [{ code: 'E0201' }] }, { ruleId: 'r3' }],
    });
  });
});
