import {
  gatherFacts,
  InMemoryFacts,
  whatIf,
  type TransactionRecord,
  type WhatIf,
  type WhatIfGoal,
} from '../src/index.js';
import { created, now, rule, setOf } from './single-rule.js';

const hourMs = 3_600_000;

const payment = (beforeMs: number, rest: object = {}): TransactionRecord => ({
  originEntityId: 'e1',
  amount: '9000',
  currency: 'USD',
  transactedAt: new Date(now - beforeMs).toISOString(),
  ...rest,
});

function ask(
  sources: readonly string[],
  goal: WhatIfGoal,
  records: readonly TransactionRecord[],
  rest: object = {},
): readonly WhatIf[] {
  const set = setOf(...sources);
  const context = payment(0, rest);
  const source = new InMemoryFacts();
  for (const record of records) source.add(record);
  const facts = gatherFacts(set, context, created, source);
  return whatIf(set, { context, facts, params: created }, goal);
}

const hit: WhatIfGoal = { kind: 'hit', rule: 0 };
const weaker: WhatIfGoal = { kind: 'decision', which: 'weaker' };

describe('counterfactuals', () => {
  it('for a hit change one field, with the nearest value first', () => {
    const found = ask([rule('transaction.amount between 9_500 USD and 20_000 USD')], hit, []);
    expect(found).toEqual([
      {
        changes: ['transaction.amount as USD >= 9500 USD and <= 20000 USD'],
        steps: [{ rule: 0, change: expect.objectContaining({ kind: 'field', answer: true }) }],
        decision: 'APPROVE',
        rulesChanged: [0],
      },
    ]);
  });

  it('for a hit add one more record like those that count', () => {
    const count = 'count(transactions from origin in last 24h where amount >= 8_000 USD) >= 3';
    const found = ask([rule(count)], hit, [payment(hourMs)]);
    expect(found.map(({ changes }) => changes)).toEqual([
      ['count(transactions from origin in last 24h where amount >= 8_000 USD) >= 3'],
    ]);
  });

  it('for a hit change two things if one is not enough', () => {
    const found = ask([rule('transaction.amount > 9_500 USD and transaction.channel = "web"')], hit, [], {
      channel: 'atm',
    });
    expect(found[0]?.changes).toEqual(['transaction.amount as USD > 9500 USD', 'transaction.channel = "web"']);
  });

  it('for a weaker decision undo what caused it, for any rule that hit', () => {
    const found = ask(
      [
        rule('transaction.amount >= 8_000 USD', { then: 'then suggest BLOCK' }),
        rule('transaction.channel = "web"', { key: 's' }),
      ],
      weaker,
      [],
      { channel: 'web' },
    );
    expect(found).toContainEqual({
      changes: ['transaction.amount as USD < 8000 USD'],
      steps: [{ rule: 0, change: expect.objectContaining({ kind: 'field', answer: false }) }],
      decision: 'APPROVE',
      rulesChanged: [0],
    });
  });

  it.each(['limit', 'limit * 1', 'low * 2'])('next to a parameter use its current value: %s', (written) => {
    const parameters =
      'param limit = 8_000 USD between 1_000 USD and 9_000 USD\nparam low = 4_000 USD between 1 USD and 9_000 USD\n';
    const found = ask(
      [parameters + rule(`transaction.amount >= ${written}`, { then: 'then suggest BLOCK' })],
      weaker,
      [],
    );
    expect(found.map(({ changes, decision }) => [changes, decision])).toEqual([
      [['transaction.amount as USD < 8000 USD'], 'APPROVE'],
    ]);
  });

  it('for a weaker decision never repeat what already holds', () => {
    const rules = [100, 500].map((limit) =>
      rule(`transaction.amount >= ${limit} USD`, { key: `r${limit}`, then: 'then suggest BLOCK' }),
    );
    const found = ask([...rules, rule('transaction.amount >= 1 USD', { then: 'then suggest FLAG' })], weaker, []);
    const told = found.map(({ changes }) => changes.join());
    expect(told).toEqual(['transaction.amount as USD < 100 USD', 'transaction.amount as USD < 1 USD']);
  });

  it('for a weaker decision use fewer records', () => {
    const count = 'count(prior transactions from origin in last 24h) >= 2';
    const found = ask([rule(count, { then: 'then suggest SUSPEND' })], weaker, [payment(2 * hourMs), payment(hourMs)]);
    expect(found.map(({ changes }) => changes)).toContainEqual([
      'count(prior transactions from origin in last 24h) >= 0 and <= 1',
    ]);
  });

  it('are empty if the goal is already met, or cannot be met by one or two changes', () => {
    expect(ask([rule('transaction.amount > 1 USD')], hit, [])).toEqual([]);
    const three = 'transaction.amount > 9_500 USD and transaction.channel = "web" and transaction.type = "PAYMENT"';
    expect(ask([rule(three)], hit, [], { channel: 'atm', type: 'REFUND' })).toEqual([]);
  });

  it('never include a change whose facts were not gathered', () => {
    const device = 'transaction.deviceDetails.deviceId = "d2"';
    const onDevice = 'count(transactions per deviceDetails.deviceId in last 24h) >= 1';
    const onDeviceOne = { deviceDetails: { deviceId: 'd1' } };
    expect(ask([rule(device)], hit, [], onDeviceOne)).toHaveLength(1);
    expect(ask([rule(`${device} and ${onDevice}`)], hit, [], onDeviceOne)).toEqual([]);
  });
});
