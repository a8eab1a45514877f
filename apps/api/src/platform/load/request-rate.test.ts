import { RequestRate } from './request-rate.js';

describe('the rate of requests', () => {
  const rateOf = (...atMs: readonly number[]): RequestRate => {
    const rate = new RequestRate();
    for (const each of atMs) rate.note(each);
    return rate;
  };

  it('is of the second that goes on', () => {
    const rate = rateOf(5_000, 5_100, 5_200);
    expect([rate.isAtLeast(3, 5_300), rate.isAtLeast(4, 5_300)]).toEqual([true, false]);
  });

  it('is of the second before as well, and no longer', () => {
    const rate = rateOf(5_000, 5_100, 5_200, 6_100);
    expect([rate.isAtLeast(3, 6_200), rate.isAtLeast(4, 6_200)]).toEqual([true, false]);
    expect([rate.isAtLeast(1, 7_200), rate.isAtLeast(2, 7_200)]).toEqual([true, false]);
    expect(rate.isAtLeast(1, 9_300)).toBe(false);
  });

  it('is nothing before anybody came', () => {
    expect(new RequestRate().isAtLeast(1, 0)).toBe(false);
  });
});
