import fc from 'fast-check';
import { isUnknown, unknown, type Environment, type Outcome, type Type, type Value } from '@tamis/lang';
import { asDecimal, compareNumeric, Decimal34, money, toNumeric, type Money, type Numeric } from '@tamis/stdx';
import { libraryCatalogue } from '@tamis/library';

/** 1 USD is 0.8 EUR; there is no rate for JPY. */
const environment: Environment = {
  now: Date.parse('2026-03-01T12:00:00Z'),
  timezone: 'America/Sao_Paulo',
  baseCurrency: 'USD',
  rateTime: 0,
  convert: ({ amount, currency }, to) =>
    to === 'JPY' || currency === 'JPY'
      ? unknown({ cause: 'no_rate' })
      : money(toNumeric(new Decimal34(amount).times(to === 'EUR' ? '0.8' : '1.25')), to),
  reference: () => unknown({ cause: 'source_unavailable' }),
  read: () => unknown({ cause: 'source_unavailable' }),
  subject: () => undefined,
  entity: () => unknown({ cause: 'missing' }),
};

function apply(name: string, operands: readonly Value[], types: readonly Type[]): Outcome {
  const declaration = libraryCatalogue.operator(name) ?? libraryCatalogue.function(name);
  const kinds = types.map(({ kind }) => kind);
  const signature = declaration?.signatures.find(({ operands: patterns }) =>
    patterns.every(
      (pattern, index) =>
        pattern === kinds[index] ||
        (Array.isArray(pattern) && pattern.includes(kinds[index] as never)) ||
        pattern === 'T' ||
        pattern === 'list<T>',
    ),
  );
  if (!signature) throw new Error(`no ${name} of ${kinds.join(', ')}`);
  return signature.evaluate(operands, types, environment);
}

const cause = (outcome: Outcome): string | null => (isUnknown(outcome) ? (outcome.causes[0]?.cause ?? null) : null);
const dollars: Type = { kind: 'money', currency: 'USD' };
const anyMoney: Type = { kind: 'money' };
const number: Type = { kind: 'number' };

describe('money', () => {
  it('compares in the statically known currency, else in the currency of the left operand', () => {
    // 8 EUR are 10 USD.
    expect(apply('gte', [money(8, 'EUR'), money(10, 'USD')], [anyMoney, dollars])).toBe(true);
    expect(apply('gt', [money(8, 'EUR'), money(10, 'USD')], [anyMoney, dollars])).toBe(false);
    expect(apply('eq', [money(8, 'EUR'), money(10, 'USD')], [anyMoney, anyMoney])).toBe(true);
    expect(cause(apply('gt', [money(1, 'JPY'), money(10, 'USD')], [anyMoney, dollars]))).toBe('no_rate');
  });

  it('never adds two currencies', () => {
    expect(cause(apply('add', [money(1, 'EUR'), money(1, 'USD')], [anyMoney, anyMoney]))).toBe('type');
    expect(apply('add', [money(0.1, 'USD'), money(0.2, 'USD')], [anyMoney, anyMoney])).toEqual(money(0.3, 'USD'));
  });

  it('interprets a bare number in the currency it is compared with', () => {
    expect(apply('gt', [money(11, 'JPY'), 10], [anyMoney, number])).toBe(true);
  });
});

describe('texts', () => {
  const ci: Type = { kind: 'text', collation: 'ci' };
  const cs: Type = { kind: 'text', collation: 'cs' };

  it.each([
    ['São', 'SAO', true],
    ['straße', 'STRASSE', true],
    ['ΣΟΦΟΣ', 'σοφος', true],
    ['σοφος', 'σοφοσ', true],
    ['ı', 'i', false],
    ['İ', 'i', true],
    [' a', 'a', false],
    ['ﬁn', 'fin', true],
  ])('compares %s and %s without case and accents: %s', (a, b, same) => {
    expect(apply('eq', [a, b], [ci, ci])).toBe(same);
    expect(apply('eq', [a, b], [cs, cs])).toBe(a === b);
  });

  it('evaluates to unknown when searching for an empty text or in an overlong text', () => {
    expect(cause(apply('contains', ['abc', ''], [cs, cs]))).toBe('empty_text');
    expect(cause(apply('contains', ['a'.repeat(16_385), 'a'], [cs, cs]))).toBe('too_long');
    expect(apply('contains', ['😀'.repeat(16_384), '😀'], [cs, cs])).toBe(true);
  });
});

describe('lists', () => {
  const numbers: Type = { kind: 'list', element: number };
  const doubt = unknown({ cause: 'type', path: 'metadata.x' });

  it('is true for a match, whatever else a list holds, and unknown for a non-match beside an unknown', () => {
    expect(apply('in', [1, [doubt, 1]], [number, numbers])).toBe(true);
    expect(apply('in', [2, [doubt, 1]], [number, numbers])).toEqual(doubt);
    expect(apply('not_in', [1, [doubt, 1]], [number, numbers])).toBe(false);
    expect(apply('in', [2, []], [number, numbers])).toBe(false);
  });

  it('holds amounts of a single currency', () => {
    const amounts: Type = { kind: 'list', element: anyMoney };
    expect(apply('in', [money(1, 'USD'), [money(1, 'USD')]], [anyMoney, amounts])).toBe(true);
    expect(cause(apply('in', [money(1, 'EUR'), [money(1, 'USD')]], [anyMoney, amounts]))).toBe('type');
  });
});

describe('times', () => {
  const date: Type = { kind: 'date' };
  const datetime: Type = { kind: 'datetime' };
  const months: Type = { kind: 'duration', calendar: true };
  const evening = Date.parse('2026-12-01T23:30:00Z');

  it('compares a date with the local date of an instant', () => {
    expect(apply('lte', [evening, '2026-12-01'], [datetime, date])).toBe(true);
    expect(apply('eq', [Date.parse('2026-12-02T02:59:59Z'), '2026-12-01'], [datetime, date])).toBe(true);
    expect(apply('gt', [Date.parse('2026-12-02T03:00:00Z'), '2026-12-01'], [datetime, date])).toBe(true);
  });

  it('adds calendar months and whole days', () => {
    expect(apply('add', ['2024-01-31', 1], [date, months])).toBe('2024-02-29');
    expect(apply('subtract', ['2026-03-01', 86_400_000], [date, { kind: 'duration' }])).toBe('2026-02-28');
    expect(cause(apply('add', ['2026-03-01', 3_600_000], [date, { kind: 'duration' }]))).toBe('out_of_domain');
    expect(cause(apply('add', ['9999-12-31', 12], [date, months]))).toBe('out_of_domain');
  });

  it('rounds part of a duration to the nearest millisecond', () => {
    const third = toNumeric(new Decimal34(1000).div(3));
    const fixed: Type = { kind: 'duration' };
    expect(apply('subtract', [evening, third], [datetime, fixed])).toBe(evening - 333);
    expect(apply('add', [evening, 2.5], [datetime, fixed])).toBe(evening + 2);
    expect(cause(apply('add', ['2026-03-01', 0.5], [date, months]))).toBe('out_of_domain');
  });

  it('calculates differences from the start of the day', () => {
    expect(apply('subtract', [evening, '2026-12-01'], [datetime, date])).toBe(20.5 * 3_600_000);
  });
});

describe('numbers', () => {
  const small = fc.integer({ min: -1_000_000, max: 1_000_000 });

  it('uses exact decimals', () => {
    fc.assert(
      fc.property(small, small, (a, b) => {
        const [x, y] = [a / 100, b / 100];
        expect(apply('subtract', [apply('add', [x, y], [number, number]) as Numeric, y], [number, number])).toBe(
          x === 0 ? 0 : x,
        );
      }),
    );
  });

  it('evaluates overflow and division by zero to unknown', () => {
    const huge = toNumeric(new Decimal34('9e6144'));
    expect(cause(apply('multiply', [huge, 10], [number, number]))).toBe('overflow');
    expect(cause(apply('divide', [1, 0], [number, number]))).toBe('division_by_zero');
    expect(cause(apply('ratio', [1, 0], [number, number]))).toBe('division_by_zero');
  });

  it('is outside a range with swapped ends', () => {
    expect(apply('between', [3, 5, 1], [number, number, number])).toBe(false);
    expect(apply('not_between', [3, 5, 1], [number, number, number])).toBe(true);
  });

  it('rounds half to even', () => {
    const rounded = [0.125, 0.375, -0.125, 2.5].map((value) => apply('round', [value, 2], [number, number]));
    expect(rounded).toEqual([0.12, 0.38, -0.12, 2.5]);
  });
});

describe('aggregates', () => {
  const fold = (name: string, values: readonly Value[], type: Type | null) =>
    libraryCatalogue.aggregate(name)?.fold(values, type, values.length, values.length);
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 18 }))
    .map(([digits, scale]) => toNumeric(new Decimal34(`${String(digits)}e-${String(scale)}`)));

  it('sums exactly, in any order', () => {
    fc.assert(
      fc.property(fc.array(decimal, { maxLength: 30 }), (values) => {
        const scaled = values.reduce((sum, value) => sum + BigInt(asDecimal(value).times('1e18').toFixed()), 0n);
        const expected = toNumeric(new Decimal34(`${String(scaled)}e-18`).toSignificantDigits(34));
        expect(compareNumeric(fold('sum', values, number) as Numeric, expected)).toBe(0);
        expect(fold('sum', [...values].reverse(), number)).toEqual(fold('sum', values, number));
      }),
    );
  });

  it('loses no cent beside a large amount', () => {
    expect(fold('sum', [1e20, 0.01, -1e20], number)).toBe(0.01);
  });

  it('rounds an average once', () => {
    expect(asDecimal(fold('avg', [1, 1, 2], number) as Numeric).toFixed()).toBe('1.333333333333333333333333333333333');
  });

  it('returns the currency, also for an empty window', () => {
    expect(fold('sum', [], dollars)).toEqual(money(0, 'USD'));
    expect(fold('max', [money(1, 'USD'), money(3, 'USD'), money(2, 'USD')], dollars)).toEqual(money(3, 'USD'));
    expect(cause(fold('min', [], dollars) as Outcome)).toBe('empty_window');
    expect((fold('avg', [money(1, 'USD'), money(2, 'USD')], dollars) as Money).amount).toBe(1.5);
  });

  it('evaluates to unknown for untyped values that are not numbers', () => {
    expect(cause(fold('sum', [1, 'x'], { kind: 'any' }) as Outcome)).toBe('type');
    expect(fold('sum', [1, 2.5], { kind: 'any' })).toBe(3.5);
  });
});

it('measures great-circle distances in whole metres', () => {
  const geo: Type = { kind: 'geo' };
  const metres = (a: Value, b: Value) => apply('distance', [a, b], [geo, geo]);
  // A quarter of the circumference of a sphere of radius 6,371,008.8 m.
  expect(metres({ lat: 0, lng: 0 }, { lat: 90, lng: 0 })).toBe(10_007_557);
  expect(metres({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBe(20_015_114);
  expect(metres({ lat: 1, lng: 2 }, { lat: 1, lng: 2 })).toBe(0);
});
