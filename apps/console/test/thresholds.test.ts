import fc from 'fast-check';

import { readValue } from '../src/features/sweeps/model/parameter-value.js';
import { paramsOf, readParametersSearch, ruleText, withValue } from '../src/features/sweeps/model/params.js';
import { chosenPlace, moved, precisionOf, type SweepPoint } from '../src/features/sweeps/model/points.js';

const source = `const near = 80%
param limit = 10_000 USD between 1_000 USD and 50_000 USD step 500 USD // of a day
param  share: percent = 88%
rule x { on transaction when transaction.amount > limit then suggest FLAG }`;

describe('parameters of a rule text', () => {
  it('are those that it declares', () => {
    expect(paramsOf(source)).toEqual([
      { name: 'limit', value: '10_000 USD', hasRange: true },
      { name: 'share', value: '88%', hasRange: false },
    ]);
    expect(paramsOf('// param x = 1')).toEqual([]);
  });

  it('are changed without altering anything else', () => {
    expect(withValue(source, 'limit', '500 USD')).toBe(source.replace('10_000 USD', '500 USD'));
    expect(withValue(source, 'share', '90%')).toBe(source.replace('88%', '90%'));
    expect(withValue(source, 'near', '1%')).toBeNull();
  });

  it.each([
    [{ $money: '250 USD' }, '250 USD'],
    [{ $percent: '88' }, '88%'],
    [{ $duration: '24h' }, '24h'],
    [{ $number: '0.10' }, '0.10'],
    [3, '3'],
  ])('%j is formatted as %s', (value, text) => {
    expect(ruleText(value)).toBe(text);
  });
});

describe('threshold marker', () => {
  const pointOf = (value: number, positivesCaught: number, falseAlarms: number) =>
    ({ value, positivesCaught, falseAlarms }) as SweepPoint;
  const points = [pointOf(1, 0, 0), pointOf(2, 3, 1), pointOf(3, 3, 0)];

  it('is placed at the value in the URL, or else at the current value', () => {
    expect(chosenPlace({ points, current: 2 }, undefined)).toBe(1);
    expect(chosenPlace({ points, current: 2 }, 2)).toBe(2);
    expect(chosenPlace({ points, current: 9 }, 7)).toBe(0);
  });

  it('stays within the values, whatever keys are pressed', () => {
    const keys = fc.constantFrom('ArrowLeft', 'ArrowRight', 'ArrowUp', 'PageUp', 'PageDown', 'Home', 'End');
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, fc.boolean())), fc.nat(49), (pressed, last) => {
        let place = 0;
        for (const [key, isLarge] of pressed) place = moved(place, key, isLarge, last) ?? -1;
        expect(place).toBeGreaterThanOrEqual(0);
        expect(place).toBeLessThanOrEqual(last);
      }),
    );
    expect(moved(3, 'a', false, 9)).toBeNull();
    expect([moved(3, 'ArrowRight', true, 9), moved(3, 'ArrowLeft', false, 9)]).toEqual([8, 2]);
  });

  it('has a precision when labels are known', () => {
    expect(points.map(precisionOf)).toEqual([null, 0.75, 1]);
  });
});

describe('value entered for a parameter', () => {
  const money = { value: { $money: '50 USD' }, between: [{ $money: '10 USD' }, { $money: '100 USD' }] };
  const grid = { ...money, step: { $money: '10 USD' } };

  it.each([
    ['60 USD', grid, { json: { $money: '60 USD' } }],
    [' 60 ', grid, { json: { $money: '60 USD' } }],
    ['60 usd', grid, { json: { $money: '60 USD' } }],
    ['60.00 USD', grid, { json: { $money: '60.00 USD' } }],
    ['65 USD', grid, { problem: 'step' }],
    ['100.01 USD', money, { problem: 'range' }],
    ['9.99', money, { problem: 'range' }],
    ['-60', money, { problem: 'range' }],
    ['60 EUR', money, { problem: 'form' }],
    ['60,5', money, { problem: 'form' }],
    ['', money, { problem: 'form' }],
    ['1_0.5', money, { json: { $money: '10.5 USD' } }],
    ['3', { value: 2, between: [1, 5], step: 2 }, { json: 3 }],
    ['4', { value: 3, between: [1, 5], step: 2 }, { problem: 'step' }],
    ['0.1234567890123456789', { value: 0, between: [0, 1] }, { json: { $number: '0.1234567890123456789' } }],
    ['88%', { value: { $percent: '50' }, between: [0, { $percent: '90' }] }, { json: { $percent: '88' } }],
    ['0.95', { value: { $percent: '50' }, between: [0, { $percent: '90' }] }, { problem: 'range' }],
    ['2h', { value: { $duration: '1h' }, between: [{ $duration: '30m' }, { $duration: '90m' }] }, { problem: 'range' }],
    [
      '80m',
      { value: { $duration: '1h' }, between: [{ $duration: '30m' }, { $duration: '90m' }] },
      { json: { $duration: '80m' } },
    ],
    ['1mo', { value: { $duration: '1d' }, between: [{ $duration: '1d' }, { $duration: '90d' }] }, { problem: 'form' }],
    [
      '1 mi',
      { value: { $distance: '1 km' }, between: [{ $distance: '1 km' }, { $distance: '2 km' }] },
      { json: { $distance: '1 mi' } },
    ],
    [
      '2026-02-30',
      { value: { $date: '2026-01-01' }, between: [{ $date: '2026-01-01' }, { $date: '2026-02-01' }] },
      { problem: 'range' },
    ],
    [
      '2026-01-08',
      { value: { $date: '2026-01-01' }, between: [{ $date: '2026-01-01' }, { $date: '2026-02-01' }] },
      { json: { $date: '2026-01-08' } },
    ],
    // Only the server can evaluate these bounds.
    ['7', { value: 5, between: ['2 * NEAR', 10] }, { json: 7 }],
  ] as const)('%s', (text, range, expected) => {
    expect(readValue(text, range)).toEqual(expected);
  });

  it('is on a step exactly when it is a multiple of steps', () => {
    const cents = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(cents, fc.bigInt({ min: 2n, max: 10n ** 9n }), cents, fc.boolean(), (low, step, count, isOff) => {
        const written = (of: bigint): string => `${of / 100n}.${String(of % 100n).padStart(2, '0')} USD`;
        const at = low + step * count + (isOff ? 1n : 0n);
        const between = [{ $money: written(low) }, { $money: written(low + step * (count + 1n)) }];
        const read = readValue(written(at), { value: between[0], between, step: { $money: written(step) } });
        expect(read).toEqual(isOff ? { problem: 'step' } : { json: { $money: written(at) } });
      }),
    );
  });

  it('is read from the URL, and nothing else is', () => {
    expect(readParametersSearch({ name: 'limit', value: 60, more: 1 })).toEqual({ name: 'limit', value: '60' });
    expect(readParametersSearch({ name: '', value: ['x'] })).toEqual({});
  });
});
