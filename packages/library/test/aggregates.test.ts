import fc from 'fast-check';
import { isUnknown, type AggregateName, type Outcome, type Type, type Value } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { asDecimal, Decimal34, money, numericText, type Numeric } from '@tamis/stdx';

const number: Type = { kind: 'number' };

const aggregate = (name: AggregateName) => {
  const found = libraryCatalogue.aggregate(name);
  if (!found) throw new Error(name);
  return found;
};
const fold = (name: AggregateName, values: readonly Value[], type: Type = number, known = values.length): Outcome =>
  aggregate(name).fold(values, type, values.length, known);
const countDistinct = (values: readonly Value[], type: Type): Outcome =>
  aggregate('count').distinct?.fold(values, type, values.length, values.length) ?? false;
const cause = (outcome: Outcome): string => (isUnknown(outcome) ? (outcome.causes[0]?.cause ?? '') : 'known');

const numbers = fc.array(fc.oneof(fc.integer({ min: -50, max: 50 }), fc.constantFrom(0.1, 0.2, 0.3, 1e15)), {
  minLength: 1,
  maxLength: 30,
});

describe('percentiles', () => {
  const ranks = [
    ['median', 50],
    ['p90', 90],
    ['p95', 95],
    ['p99', 99],
  ] as const;

  it.each(ranks)('%s is the smallest value that at least %d of 100 do not exceed', (name, percent) => {
    fc.assert(
      fc.property(numbers, (values) => {
        const found = fold(name, values) as number;
        const atMost = (limit: number): number => values.filter((value) => value <= limit).length;
        expect(values).toContain(found);
        expect(atMost(found) * 100).toBeGreaterThanOrEqual(percent * values.length);
        const below = values.filter((value) => value < found);
        expect(below.length * 100).toBeLessThan(percent * values.length);
      }),
      { numRuns: 1_000 },
    );
  });

  it('support dates, instants and money, and are unknown for no values', () => {
    expect(fold('median', ['2026-03-02', '2026-03-01', '2026-03-03'], { kind: 'date' })).toBe('2026-03-02');
    const usd: Type = { kind: 'money', currency: 'USD' };
    expect(fold('p90', [money(1, 'USD'), money(3, 'USD'), money(2, 'USD')], usd)).toEqual(money(3, 'USD'));
    expect(cause(fold('p99', []))).toBe('empty_window');
    expect(cause(fold('median', ['a'], { kind: 'any' }))).toBe('type');
  });
});

describe('stddev', () => {
  it('is exact when the root is exact, for any order of the records and size of the numbers', () => {
    expect(fold('stddev', [2, 4, 4, 4, 5, 5, 7, 9, 5])).toBe(2);
    expect(fold('stddev', [1e15 + 1, 1e15 + 2, 1e15 + 3])).toBe(1);
    expect(fold('stddev', [0.1, 0.2, 0.3])).toBe(0.1);
    fc.assert(
      fc.property(numbers, fc.integer({ min: 2, max: 1_000 }), (values, seed) => {
        const shuffled = [...values, 1, 2].sort((a, b) => ((a * seed) % 7) - ((b * seed) % 7));
        expect(fold('stddev', shuffled)).toEqual(fold('stddev', [...values, 1, 2]));
      }),
    );
  });

  it('squared equals the variance to the last digit', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const all = [...values, 7];
        const Wide = Decimal34.clone({ precision: 120 });
        const mean = all.reduce((sum, value) => sum.plus(value), new Wide(0)).div(all.length);
        const variance = all
          .reduce((sum, value) => sum.plus(new Wide(value).minus(mean).pow(2)), new Wide(0))
          .div(all.length - 1);
        const found = asDecimal(fold('stddev', all) as Numeric);
        // A result rounded to 34 digits and then to 30 may differ by one from a result that is rounded once.
        const deviation = variance.sqrt();
        const error = new Wide(found).minus(deviation).abs();
        expect(error.lte(deviation.times('1e-30'))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('requires two values', () => {
    expect(cause(fold('stddev', [1]))).toBe('empty_window');
    expect(fold('stddev', [1, 1])).toBe(0);
  });
});

describe('distinct values', () => {
  it('are counted by value, not by spelling', () => {
    expect(countDistinct(['São', 'SAO', 'sao'], { kind: 'text', collation: 'ci' })).toBe(1);
    expect(countDistinct(['São', 'SAO', 'sao'], { kind: 'text', collation: 'cs' })).toBe(3);
    expect(countDistinct([money(1, 'USD'), money(1, 'BRL'), money(1, 'USD')], { kind: 'money' })).toBe(2);
    expect(countDistinct([1, '1', true, 1], { kind: 'any' })).toBe(3);
    expect(cause(countDistinct([{ a: 1 }], { kind: 'any' }))).toBe('type');
    expect(countDistinct([], number)).toBe(0);
  });

  it('are counted up to 10,000, and one more is an error', () => {
    const many = Array.from({ length: 10_001 }, (_, index) => index);
    expect(countDistinct([...many.slice(1), 5, 6], number)).toBe(10_000);
    expect(cause(countDistinct(many, number))).toBe('too_many_rows');
    expect(cause(fold('values', many))).toBe('too_many_rows');
  });

  it('are listed in the same order, whatever the order of the records', () => {
    expect(fold('values', [3, 1, 3, 2])).toEqual([1, 2, 3]);
    const text: Type = { kind: 'text', collation: 'ci' };
    expect(fold('values', ['b', 'A', 'a'], text)).toEqual(fold('values', ['a', 'b', 'A'], text));
    expect(fold('values', [true, 'x', 2, false], { kind: 'any' })).toEqual([false, true, 2, 'x']);
    expect(fold('values', [])).toEqual([]);
  });

  it('are not supported for places and objects', () => {
    const { distinct } = aggregate('count');
    expect(distinct?.result({ kind: 'geo' })).toBeNull();
    expect(aggregate('values').result({ kind: 'object' })).toBeNull();
  });
});

describe('share, exists, latest, earliest', () => {
  it('share divides by the number of records whose filter is known', () => {
    const { fold: share } = aggregate('share');
    expect(share([], null, 1, 4)).toBe(0.25);
    expect(numericText(share([], null, 1, 3) as Numeric)).toBe(`0.${'3'.repeat(34)}`);
    expect(cause(share([], null, 0, 0))).toBe('empty_window');
  });

  it('exists is false for no records', () => {
    expect(aggregate('exists').fold([], null, 0, 3)).toBe(false);
    expect(aggregate('exists').fold([], null, 2, 3)).toBe(true);
  });

  it('latest is the last of the values, and earliest the first', () => {
    expect(fold('latest', ['a', 'b'], { kind: 'text', collation: 'cs' })).toBe('b');
    expect(fold('earliest', ['a', 'b'], { kind: 'text', collation: 'cs' })).toBe('a');
    expect(cause(fold('latest', []))).toBe('empty_window');
  });
});

it('every aggregate documents its result for no records', () => {
  for (const { name, value, fold: empty, empty: says } of libraryCatalogue.aggregates) {
    const found = empty([], value === 'none' ? null : number, 0, 0);
    const said = isUnknown(found) ? 'unknown' : Array.isArray(found) ? 'the empty set' : JSON.stringify(found);
    expect([name, said]).toEqual([name, says]);
  }
});
