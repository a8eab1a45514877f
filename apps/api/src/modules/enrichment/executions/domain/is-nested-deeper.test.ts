import { isNestedDeeper } from './is-nested-deeper.js';

const nested = (levels: number): unknown => JSON.parse('[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2));

describe('how deep a response is nested', () => {
  it('is counted up to the last level that is allowed', () => {
    expect([4, 6].map((levels) => isNestedDeeper(nested(levels), 4))).toEqual([false, true]);
    expect([1, null, {}, [], [[], {}]].map((value) => isNestedDeeper(value, 1))).toEqual(Array(5).fill(false));
  });

  it('is counted of what no recursion can go through', () => {
    const deep = nested(400_000);
    expect(() => JSON.stringify(deep)).toThrow(RangeError);
    expect(isNestedDeeper(deep, 64)).toBe(true);
  });
});
