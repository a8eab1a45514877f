import {
  explainRule,
  gatherFacts,
  InMemoryFacts,
  type RuleTrace,
  type TraceNode,
  type TransactionRecord,
} from '../src/index.js';
import { created, listId, now, rule, setOf } from './single-rule.js';

const hourMs = 3_600_000;

const payment = (beforeMs: number, amount: string): TransactionRecord => ({
  originEntityId: 'e1',
  amount,
  currency: 'USD',
  transactedAt: new Date(now - beforeMs).toISOString(),
});

interface Given {
  readonly records?: readonly TransactionRecord[];
  readonly context?: object;
  readonly full?: boolean;
}

function traceOf(source: string, { records = [], context = {}, full = false }: Given = {}): RuleTrace {
  const set = setOf(source);
  const subject = { ...payment(0, '9400'), ...context };
  const source_ = new InMemoryFacts(new Map([[listId, new Set(['m1'])]]));
  for (const record of records) source_.add(record);
  const facts = gatherFacts(set, subject, created, source_);
  return explainRule(set.inspectRule(0, subject, facts, created), { full });
}

const outline = ({ kind, text, outcome, children }: TraceNode): unknown => [
  kind,
  text,
  outcome,
  ...(children.length > 0 ? [children.map(outline)] : []),
];

describe('rule explanation', () => {
  const condition = 'transaction.amount >= 8_000 USD and transaction.type = "PAYMENT" and transaction.channel = "web"';

  it('has a node with the result of every part, and marks parts that were skipped', () => {
    const { outcome, matched, tree } = traceOf(rule(condition), { context: { type: 'REFUND', channel: 'web' } });
    expect([outcome, matched]).toEqual(['no_hit', false]);
    expect(tree).toMatchObject({ id: '0', kind: 'and', outcome: 'false' });
    expect(tree.children).toMatchObject([
      { id: '0.0', outcome: 'true', actual: { $money: '9400 USD' }, expected: { $money: '8000 USD' } },
      { id: '0.1', outcome: 'false', actual: 'REFUND', expected: 'PAYMENT' },
      { id: '0.2', outcome: 'skipped', text: 'transaction.channel = "web"' },
    ]);
    expect(tree.children[2]).not.toHaveProperty('actual');
  });

  it('evaluates skipped parts too in full mode', () => {
    const { tree } = traceOf(rule(condition), { context: { type: 'REFUND', channel: 'web' }, full: true });
    expect(tree.children[2]).toMatchObject({ outcome: 'true', actual: 'web' });
  });

  it('gives the reason why a part is unknown', () => {
    const { outcome, unknownBecause, tree } = traceOf(rule('transaction.channel = "web"'));
    expect(outcome).toBe('unknown');
    expect(unknownBecause).toEqual([{ cause: 'missing', path: 'channel' }]);
    expect(tree).toMatchObject({ outcome: 'unknown', because: [{ cause: 'missing', path: 'channel' }] });
  });

  it('expands names: lets, definitions and their arguments', () => {
    const source = `define near(m) as m >= 8_000 USD and m < 10_000 USD
rule r "R" { on transaction
  let often = count(transactions from origin in last 24h) >= 2
  when near(transaction.amount) and often }`;
    expect(outline(traceOf(source, { records: [payment(hourMs, '10')] }).tree)).toEqual([
      'and',
      'near(transaction.amount) and often',
      'true',
      [
        [
          'define',
          'near(transaction.amount)',
          'true',
          [
            [
              'and',
              expect.any(String),
              'true',
              [
                ['test', 'm >= 8_000 USD', 'true'],
                ['test', 'm < 10_000 USD', 'true'],
              ],
            ],
          ],
        ],
        [
          'let',
          'often',
          'true',
          [
            [
              'test',
              'count(transactions from origin in last 24h) >= 2',
              'true',
              [['aggregate', 'count(transactions from origin in last 24h)', undefined]],
            ],
          ],
        ],
      ],
    ]);
  });

  it('lists the records an aggregate considered with filter and value, including the subject', () => {
    const sum = 'sum(amount as USD of transactions from origin in last 24h where amount >= 8_000 USD) > 50_000 USD';
    const records = [
      payment(3 * hourMs, '9100'),
      payment(2 * hourMs, '7900'),
      { ...payment(hourMs, '1'), amount: null },
    ];
    const [aggregate] = traceOf(rule(sum), { records }).tree.children;
    expect(aggregate).toMatchObject({
      kind: 'aggregate',
      actual: { $money: '18500 USD' },
      rowCount: 4,
      skippedRows: 1,
      rows: [
        { at: '2026-01-15T09:00:00.000Z', value: { $money: '9100 USD' }, filter: 'true', isSubject: false },
        { filter: 'false', isSubject: false },
        { filter: 'unknown', isSubject: false },
        { at: '2026-01-15T12:00:00.000Z', value: { $money: '9400 USD' }, filter: 'true', isSubject: true },
      ],
    });
  });

  it('names the list in which a value was looked up, and the answer', () => {
    const { tree } = traceOf(rule('transaction.channel in watched'), { context: { channel: 'm1' } });
    expect(tree).toMatchObject({
      outcome: 'true',
      actual: 'm1',
      reads: [{ read: { kind: 'listed', listId, value: 'm1' }, answer: true }],
    });
  });

  it('is the same each time and does not affect later runs', () => {
    const set = setOf(rule(condition));
    const context = { ...payment(0, '9400'), type: 'PAYMENT', channel: 'web' };
    const before = set.evaluate(context, { windows: {} }, created);
    const traces = [0, 1].map(() => explainRule(set.inspectRule(0, context, { windows: {} }, created)));
    expect(traces[1]).toEqual(traces[0]);
    expect(set.evaluate(context, { windows: {} }, created)).toEqual(before);
  });

  it('is truncated if the tree is too large to read', () => {
    const lets = Array.from({ length: 10 }, (_, index) => {
      const below = index === 0 ? 'transaction.amount > 1 USD' : `a${index - 1} and not (not a${index - 1})`;
      return `let a${index} = ${below}`;
    });
    const { tree, outcome } = traceOf(`rule r "R" { on transaction ${lets.join('\n')}\n when a9 }`, { full: true });
    expect(outcome).toBe('hit');
    const count = (node: TraceNode): number => node.children.reduce((sum, child) => sum + count(child), 1);
    const isCut = (node: TraceNode): boolean => node.isCut === true || node.children.some(isCut);
    expect(count(tree)).toBeLessThan(3_000);
    expect(isCut(tree)).toBe(true);
  });
});
