import fc from 'fast-check';
import { asDecimal, Decimal34, multiplyNumeric, shortQuotient, toNumeric, type Numeric } from '@tamis/stdx';

/** Decimals of both signs; most have few digits, and half of those at most two fraction digits. */
const numerics = fc
  .tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.nat(16), fc.oneof(fc.nat(2), fc.nat(6)))
  .map(([digits, fewer, places]) =>
    toNumeric(new Decimal34(String(digits / 10n ** BigInt(fewer))).div(`1e${String(places)}`)),
  );

const form = (value: Numeric): object => ({ kind: typeof value, text: asDecimal(value).toFixed() });

describe('decimals held as doubles', () => {
  it('have the product of decimals in canonical form', () => {
    fc.assert(
      fc.property(numerics, numerics, (a, b) => {
        const product = multiplyNumeric(a, b) as Numeric;
        expect(form(product)).toEqual(form(toNumeric(asDecimal(a).times(asDecimal(b)))));
        expect(Object.is(product, -0)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('have the quotient of decimals when the fast path finds one', () => {
    let found = 0;
    fc.assert(
      fc.property(numerics, fc.integer({ min: 1, max: 100 }), (sum, count) => {
        const quotient = shortQuotient(sum, count);
        if (quotient === null) return;
        found += 1;
        expect(form(quotient)).toEqual(form(toNumeric(asDecimal(sum).div(count))));
        expect(Object.is(quotient, -0)).toBe(false);
      }),
      { numRuns: 2_000 },
    );
    expect(found).toBeGreaterThan(100);
  });

  it('are doubles when they are the shortest form of one', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        (double, more) => {
          const value = new Decimal34(String(double));
          expect(toNumeric(value)).toBe(double + 0);
          const other = value.plus(value.abs().times(`${String(more)}e-33`));
          expect(typeof toNumeric(other)).toBe(new Decimal34(other.toNumber()).eq(other) ? 'number' : 'object');
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
