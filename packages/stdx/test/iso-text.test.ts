import fc from 'fast-check';
import { isoText } from '@tamis/stdx';

const around = (year: number) => fc.integer({ min: -5, max: 5 }).map((ms) => new Date(Date.UTC(year, 0, 1) + ms));

describe('the text of a moment', () => {
  it('is that of `toISOString`, in every year', () => {
    const near = fc.date({ min: new Date('1999-06-01'), max: new Date('2101-06-01'), noInvalidDate: true });
    const moments = fc.oneof(near, around(2000), around(2100), around(1970), fc.date({ noInvalidDate: true }));
    fc.assert(
      fc.property(moments, (moment) => expect(isoText(moment)).toBe(moment.toISOString())),
      { numRuns: 2_000 },
    );
  });

  it('is refused where there is none', () => {
    expect(() => isoText(new Date(Number.NaN))).toThrow(RangeError);
  });
});
