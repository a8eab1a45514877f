import { makeReport, nearestRank } from '../src/demo/report.js';
import { sampleCustomers, sampleTransactions, sampleRules, sampleSplit } from '../src/demo/sample.js';
import type { DecidedTransaction } from '../src/demo/send-transactions.js';

const [first] = sampleTransactions();

const decided = (decision: string, isFraud: '0' | '1', transactedAt: string): DecidedTransaction => {
  if (!first) throw new Error('the sample is empty');
  return {
    transaction: { ...first, is_fraud: isFraud, transacted_at: transactedAt },
    decision,
    rulesHit: decision === 'APPROVE' ? [] : ['r'],
    latencyMs: 1,
  };
};

test('percentiles use the nearest rank, so they are always a value that occurred', () => {
  expect(nearestRank([1, 2, 3, 4], 0.5)).toBe(2);
  expect(nearestRank([1, 2, 3, 4], 0.99)).toBe(4);
  expect(nearestRank([7], 0.5)).toBe(7);
});

test('any decision but an approval counts as caught or as a false alarm, before and after the split', () => {
  const report = makeReport(
    [
      decided('APPROVE', '1', '2025-01-01T00:00:00Z'),
      decided('HOLD', '1', '2025-01-02T00:00:00Z'),
      decided('REJECT', '0', '2025-01-03T00:00:00Z'),
      decided('APPROVE', '0', '2025-01-04T00:00:00Z'),
    ],
    [{ key: 'r', shadow: false }],
    Date.parse('2025-01-03T00:00:00Z'),
    2,
  );
  expect(report.train).toEqual({ payments: 2, fraud: 2, caught: 1, falseAlarms: 0 });
  expect(report.test).toEqual({ payments: 2, fraud: 0, caught: 0, falseAlarms: 1 });
  expect(report.byRule).toEqual([{ key: 'r', shadow: false, hits: 2, fraud: 1 }]);
  expect(report.speed).toMatchObject({ sent: 4, perSecond: 2 });
});

test('the bundled sample holds 10,000 payments of known customers, and each rule is a source of its own', () => {
  const customers = new Set(sampleCustomers().map((customer) => customer.customer_id));
  const payments = sampleTransactions();
  expect(payments).toHaveLength(10_000);
  expect(payments.every((payment) => customers.has(payment.customer_id))).toBe(true);
  expect(payments.some((payment) => Date.parse(payment.transacted_at) >= sampleSplit())).toBe(true);
  const { lists, rules } = sampleRules();
  expect(lists).toEqual(['watched_customers']);
  expect(rules.length).toBeGreaterThanOrEqual(12);
  for (const { key, source } of rules) expect(source).toContain(`rule ${key} `);
});
