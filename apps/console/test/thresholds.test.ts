import fc from 'fast-check';

import { paramsOf, ruleText, withValue } from '../src/features/sweeps/model/params.js';
import { chosenPlace, moved, precisionOf, type SweepPoint } from '../src/features/sweeps/model/points.js';

const source = `const near = 80%
param limit = 10_000 USD between 1_000 USD and 50_000 USD step 500 USD // of a day
param  share: percent = 88%
rule x { on transaction when transaction.amount > limit then suggest FLAG }`;

describe('parameters of a text', () => {
  it('are those that it declares', () => {
    expect(paramsOf(source)).toEqual([
      { name: 'limit', value: '10_000 USD', hasRange: true },
      { name: 'share', value: '88%', hasRange: false },
    ]);
    expect(paramsOf('// param x = 1')).toEqual([]);
  });

  it('are given another value, and nothing else is changed', () => {
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
  ])('%j is written %s', (value, text) => {
    expect(ruleText(value)).toBe(text);
  });
});

describe('the line of a threshold', () => {
  const pointOf = (value: number, positivesCaught: number, falseAlarms: number) =>
    ({ value, positivesCaught, falseAlarms }) as SweepPoint;
  const points = [pointOf(1, 0, 0), pointOf(2, 3, 1), pointOf(3, 3, 0)];

  it('stands where the address says, else at the value there is', () => {
    expect(chosenPlace({ points, current: 2 }, undefined)).toBe(1);
    expect(chosenPlace({ points, current: 2 }, 2)).toBe(2);
    expect(chosenPlace({ points, current: 9 }, 7)).toBe(0);
  });

  it('never leaves the values, whatever keys are pressed', () => {
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

  it('has a precision where labels are known', () => {
    expect(points.map(precisionOf)).toEqual([null, 0.75, 1]);
  });
});
