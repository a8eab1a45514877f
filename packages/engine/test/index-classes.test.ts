import fc from 'fast-check';
import { compileRuleSet, type CompiledRuleSet } from '../src/index.js';
import { contentOf, created, rule } from './single-rule.js';

const facts = { windows: {} };

function indexed(...conditions: readonly string[]): CompiledRuleSet {
  const sources = conditions.map((condition, index) => rule(condition, { key: `r${index + 1}` }));
  const result = compileRuleSet(contentOf(...sources), { indexFrom: 1 });
  if (!result.ok) throw new Error(JSON.stringify(result.error, null, 2));
  return result.value;
}

const hits = (set: CompiledRuleSet, context: object): readonly number[] =>
  set.evaluate(context as never, facts, created).hits;

describe('value classes', () => {
  it('stay correct when more texts occur than are cached', () => {
    const set = indexed('transaction.channel starts with "a"', 'transaction.channel = "b17"');
    const texts = Array.from({ length: 2_500 }, (_, index) => `${index % 3 === 0 ? 'a' : 'b'}${index}`);
    for (const channel of [...texts, ...texts])
      expect([channel, hits(set, { channel })]).toEqual([
        channel,
        [...(channel.startsWith('a') ? [0] : []), ...(channel === 'b17' ? [1] : [])],
      ]);
  });

  it('distinguish texts by case, accents and composition as the comparison does', () => {
    const set = indexed('transaction.channel = "São"', 'transaction.channel in ["WEB", "x"]');
    for (const channel of ['Sa\u0303o', 'SÃO', 'sao', 'web', 'wéb', 'X', 'other', '']) {
      const alone = [
        indexed('transaction.channel = "São"', 'transaction.channel = transaction.category'),
        indexed('transaction.channel in ["WEB", "x"]', 'transaction.channel = transaction.category'),
      ].map((each) => hits(each, { channel }).includes(0));
      expect([channel, hits(set, { channel })]).toEqual([channel, [0, 1].filter((index) => alone[index])]);
    }
  });

  it('cover numbers and amounts at, below and above every bound, and values that are neither', () => {
    const bounds = [0, 0.1, 5, 100];
    const set = indexed(
      ...bounds.flatMap((bound) => [`transaction.metadata.x < ${bound}`, `transaction.metadata.x >= ${bound}`]),
    );
    const value = fc.oneof(fc.constantFrom(...bounds, -0, 0.05, 99.99, 1e308, -1e308), fc.double({ noNaN: true }));
    fc.assert(
      fc.property(value, (x) => {
        const expected = bounds.flatMap((bound, index) => (x < bound ? [2 * index] : [2 * index + 1]));
        expect(hits(set, { metadata: { x } })).toEqual(Number.isFinite(x) ? expected : []);
      }),
    );
    for (const x of [null, undefined, '5', [], {}, true, { amount: 5, currency: 'USD' }])
      expect(hits(set, { metadata: { x } })).toEqual([]);
  });

  it('cover amounts of one currency, and yield unknown for others without a rate', () => {
    const set = indexed('transaction.amount >= 5 USD', 'transaction.amount < 5 USD', 'transaction.amount is present');
    for (const [amount, currency, expected] of [
      ['5', 'USD', [0, 2]],
      ['4.99', 'usd', [1, 2]],
      [5, 'USD', [0, 2]],
      ['99999999999999999.999999999999999999', 'USD', [0, 2]],
      ['5', 'EUR', [2]],
      ['5', null, []],
      [null, 'USD', []],
      ['much', 'USD', [2]],
    ])
      expect([amount, currency, hits(set, { amount, currency })]).toEqual([amount, currency, expected]);
  });
});

describe('evaluation outcome', () => {
  it('reports the values of its own conditions even if read after another run', () => {
    const set = indexed('transaction.channel = "a"', 'transaction.flagged');
    const first = set.evaluate({ channel: 'a' }, facts, created);
    const second = set.evaluate({ channel: 'b', flagged: true }, facts, created);
    expect(second.outcomes).toMatchObject([{ rule: 1, leaves: [{ actual: true }] }]);
    expect(first.outcomes).toMatchObject([
      { rule: 0, outcome: 'hit', leaves: [{ actual: 'a', outcome: 'true' }] },
      { rule: 1, outcome: 'unknown' },
    ]);
    expect(structuredClone(first)).toEqual({ ...first });
  });
});
