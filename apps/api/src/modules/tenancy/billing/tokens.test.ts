import fc from 'fast-check';

import { stringifyJson } from '../../../platform/http/index.js';
import { printTokens, readTokens } from './domain/tokens.js';

const most = 999_999_999_999_999;

describe('tokens', () => {
  test.each<[unknown, number | null]>([
    ['0.35', 35],
    ['50', 5_000],
    ['50.2', 5_020],
    ['0.07', 7],
    [0.35, 35],
    [1e3, 100_000],
    ['0.005', null],
    [0.005, null],
    [0.1 + 0.2, null],
    ['1e3', null],
    ['-1', null],
    [-1, null],
    ['+1', null],
    ['01', null],
    ['1.', null],
    ['.5', null],
    ['1,5', null],
    [' 1', null],
    ['1\n', null],
    ['', null],
    ['٣', null],
    ['Infinity', null],
    [Number.NaN, null],
    ['9007199254740993', null],
    [Number('9007199254740993'), null],
    [null, null],
    [true, null],
    [['1'], null],
  ])('converts %p to %p cents', (given, cents) => {
    expect(readTokens(given)).toBe(cents);
  });

  it('are printed exactly and parsed back to the same cents', () => {
    expect([35, 100, 7, 120, 0, -35, most].map((cents) => stringifyJson(printTokens(cents)))).toEqual([
      '0.35',
      '1',
      '0.07',
      '1.2',
      '0',
      '-0.35',
      '9999999999999.99',
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: most }), (cents) => {
        const text = stringifyJson(printTokens(cents));
        expect([readTokens(text), readTokens(JSON.parse(text))]).toEqual([cents, cents]);
      }),
    );
  });
});
