import fc from 'fast-check';
import { asDecimal, Decimal34, money, toNumeric } from '@tamis/stdx';
import { call, causeOf } from './call.js';

const datetime = { kind: 'datetime' } as const;
const date = { kind: 'date' } as const;
const fixed = { kind: 'duration' } as const;
const calendar = { kind: 'duration', calendar: true } as const;
const entity = { kind: 'entity' } as const;
const at = (text: string) => Date.parse(text);
const now = at('2026-03-01T12:00:00Z');

describe('startOf and endOf', () => {
  const types = [undefined, datetime];
  const zoned = { min: at('2000-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') };
  const units = fc.constantFrom('hour', 'day', 'week', 'month', 'quarter', 'year');
  const zones = fc.constantFrom('UTC', 'America/Sao_Paulo', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia');

  it('enclose the instant, and the end is the start of the next period', () => {
    fc.assert(
      fc.property(fc.integer(zoned), units, zones, (instant, unit, zone) => {
        const start = call('startOf', [unit, instant, zone], { types }) as number;
        const end = call('endOf', [unit, instant, zone], { types }) as number;
        expect(start).toBeLessThanOrEqual(instant);
        expect(end).toBeGreaterThan(instant);
        expect(call('startOf', [unit, start, zone], { types })).toBe(start);
        expect(call('startOf', [unit, end, zone], { types })).toBe(end);
      }),
      { numRuns: 500 },
    );
  });

  it('support days that start after midnight and zones with half-hour offsets', () => {
    const inZone = (unit: string, text: string, zone: string) =>
      new Date(call('startOf', [unit, at(text), zone], { types }) as number).toISOString();
    // At midnight of 4 November 2018 the clocks of São Paulo were set forward to one o'clock.
    expect(inZone('day', '2018-11-04T12:00:00Z', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z');
    expect(inZone('hour', '2026-03-01T02:50:00Z', 'Asia/Kolkata')).toBe('2026-03-01T02:30:00.000Z');
  });
});

describe('before, after and within last', () => {
  it('compare the local date of an instant with a date', () => {
    const types = [datetime, date];
    const data = { timezone: 'America/Sao_Paulo' };
    expect(call('before', [at('2026-03-02T02:00:00Z'), '2026-03-02'], { types, data })).toBe(true);
    expect(call('after', [at('2026-03-02T15:00:00Z'), '2026-03-02'], { types, data })).toBe(false);
    expect(call('not_after', [at('2026-03-02T15:00:00Z'), '2026-03-02'], { types, data })).toBe(true);
    expect(call('not_before', [at('2026-03-02T15:00:00Z'), '2026-03-02'], { types, data })).toBe(true);
  });

  it('exclude the far end of the window and include the near end', () => {
    const within = (
      time: number | string,
      duration: number,
      types: readonly ({ kind: 'date' } | typeof datetime | typeof fixed | typeof calendar)[],
    ) => call('within_last', [time, duration], { types });
    expect(within(now, 3_600_000, [datetime, fixed])).toBe(true);
    expect(within(now - 3_599_999, 3_600_000, [datetime, fixed])).toBe(true);
    expect(within(now - 3_600_000, 3_600_000, [datetime, fixed])).toBe(false);
    expect(within(now + 1, 3_600_000, [datetime, fixed])).toBe(false);
    expect(within(at('2026-02-01T12:00:00Z'), 1, [datetime, calendar])).toBe(false);
    expect(within(at('2026-02-01T12:00:01Z'), 1, [datetime, calendar])).toBe(true);
    expect(within('2026-03-01', 86_400_000, [date, fixed])).toBe(true);
    expect(within('2026-02-28', 86_400_000, [date, fixed])).toBe(false);
    expect(causeOf(within(now, 1e20, [datetime, fixed]))).toBe('out_of_domain');
  });
});

it('an entity argument uses the zone of its operational hours, else that of the organization', () => {
  const context = {
    originEntityId: 'e1',
    originEntity: { id: 'e1', operationalHours: { timezone: 'Asia/Tokyo', weekly: [] } },
    destinationEntityId: 'e2',
    destinationEntity: { id: 'e2', operationalHours: { timezone: 'Nowhere/Here' } },
  };
  const data = { context, timezone: 'America/Sao_Paulo' };
  const types = [datetime, entity];
  expect(call('localTime', [now, 'e1'], { types, data })).toBe('21:00');
  expect(call('localTime', [now, 'e2'], { types, data })).toBe('09:00');
  expect(call('hour', [now, 'e1'], { types, data })).toBe(21);
  expect(call('isWeekend', [at('2026-03-01T15:30:00Z'), 'e1'], { types, data })).toBe(false);
  expect(call('isWeekend', [at('2026-03-01T15:30:00Z')], { types, data })).toBe(true);
});

describe('holidays', () => {
  const country = { kind: 'country' } as const;
  const answer = (request: { kind: string; table?: string; argument?: string }) =>
    request.table === 'isHoliday:BR' ? { value: request.argument === '2026-09-07' } : { cause: 'no_calendar' as const };
  const data = { answer, timezone: 'America/Sao_Paulo' };

  it('are local days of the organization, by country', () => {
    expect(call('isHoliday', [at('2026-09-08T01:00:00Z'), 'br'], { types: [datetime, country], data })).toBe(true);
    expect(call('isBusinessDay', [at('2026-09-08T01:00:00Z'), 'BR'], { types: [datetime, country], data })).toBe(false);
    expect(call('isBusinessDay', ['2026-09-08', 'BR'], { types: [date, country], data })).toBe(true);
    expect(call('isBusinessDay', ['2026-09-05', 'BR'], { types: [date, country], data })).toBe(false);
  });

  it('are unknown for a country without a calendar', () => {
    expect(causeOf(call('isHoliday', ['2026-09-07', 'AR'], { types: [date, country], data }))).toBe('no_calendar');
    expect(causeOf(call('isBusinessDay', ['2026-09-05', 'AR'], { types: [date, country], data }))).toBe('no_calendar');
  });
});

const decimal = fc
  .tuple(fc.integer({ min: -1_000_000, max: 1_000_000 }), fc.integer({ min: 0, max: 6 }))
  .map(([whole, digits]) => toNumeric(new Decimal34(whole).div(new Decimal34(10).pow(digits))));
const nonZero = decimal.filter((value) => value !== 0);

describe('numbers', () => {
  it('have a remainder with the sign of the divisor, smaller than it, and 0 for multiples', () => {
    fc.assert(
      fc.property(decimal, nonZero, (x, y) => {
        const rest = asDecimal(call('mod', [x, y]) as number);
        const divisor = asDecimal(y);
        expect(rest.abs().lt(divisor.abs())).toBe(true);
        expect(rest.isZero() || rest.isNegative() === divisor.isNegative()).toBe(true);
        expect(asDecimal(x).minus(rest).div(divisor).isInteger()).toBe(true);
        expect(call('is_multiple_of', [x, y])).toBe(rest.isZero());
        expect(call('is_not_multiple_of', [money(x, 'USD'), y])).toBe(!rest.isZero());
      }),
      { numRuns: 1_000 },
    );
  });

  it('are clamped to a range', () => {
    fc.assert(
      fc.property(decimal, decimal, decimal, (x, a, b) => {
        const [low, high] = asDecimal(a).lte(asDecimal(b)) ? [a, b] : [b, a];
        expect(call('clamp', [x, low, high])).toEqual(call('least', [call('greatest', [x, low]) as number, high]));
      }),
    );
  });

  it('fall into the bucket whose lower bound they reach', () => {
    const bounds = [-10, 0, 0.5, 100];
    fc.assert(
      fc.property(decimal, (x) => {
        const found = call('bucket', [x, bounds]) as number;
        expect(found === 0 || asDecimal(bounds[found - 1] ?? 0).lte(asDecimal(x))).toBe(true);
        expect(found === bounds.length || asDecimal(bounds[found] ?? 0).gt(asDecimal(x))).toBe(true);
      }),
    );
  });

  it('are recovered from their square and from their power of ten', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), fc.integer({ min: -300, max: 300 }), (root, exponent) => {
        expect(call('sqrt', [root * root])).toBe(root);
        expect(call('log10', [call('pow', [10, exponent]) as number])).toBe(exponent);
      }),
    );
  });

  it('evaluate to unknown on exponent overflow', () => {
    const huge = call('pow', [10, 1_000]) as number;
    expect(causeOf(call('pow', [huge, 7]))).toBe('overflow');
    expect(causeOf(call('pow', [2, 1_001]))).toBe('out_of_domain');
    expect(call('pow', [0, 0])).toBe(1);
  });

  it('are parsed from text in JSON notation, without exponents', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(call('number', [asDecimal(value).toFixed()])).toEqual(value);
      }),
    );
    for (const text of ['', ' 1', '+1', '.5', '1.', '01', '1e3', '0x10', '1,000', 'NaN', '١'])
      expect(causeOf(call('number', [text]))).toBe('type');
    expect(call('number', ['-0'])).toBe(0);
    expect(causeOf(call('number', [`1${'0'.repeat(7_000)}`]))).toBe('overflow');
  });
});

it('nth counts from both ends', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: -8, max: 8 }),
      (list, place) => {
        const expected = place === 0 ? undefined : list.at(place > 0 ? place - 1 : place);
        const found = call('nth', [list, place]);
        if (expected === undefined) expect(causeOf(found)).toBe('missing');
        else expect(found).toBe(expected);
      },
    ),
  );
  expect(causeOf(call('nth', [[1, 2], 1.5]))).toBe('missing');
});
