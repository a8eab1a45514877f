import fc from 'fast-check';
import { asDecimal, Decimal34, numericFromParts, numericParts, toNumeric, type NumericParts } from '@tamis/stdx';

/** Decimals with up to twelve fraction digits, of both signs; many have few digits. */
const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n }), fc.nat(20), fc.nat(12))
  .map(([digits, fewer, places]) => new Decimal34(String(digits / 10n ** BigInt(fewer))).div(`1e${String(places)}`));

describe('decimals split into parts', () => {
  it('add up to their sum, in its canonical form', () => {
    fc.assert(
      fc.property(fc.array(decimals, { minLength: 1, maxLength: 64 }), (values) => {
        const fitting = values.filter((value) => value.abs().lte(1e11));
        const parts = fitting.map((value) => numericParts(toNumeric(value)) as NumericParts);
        const sum = numericFromParts(
          parts.reduce((total, { whole }) => total + whole, 0),
          parts.reduce((total, { fraction }) => total + fraction, 0),
        );
        const expected = toNumeric(fitting.reduce((total, value) => total.plus(value), new Decimal34(0)));
        expect(typeof sum).toBe(typeof expected);
        expect(asDecimal(sum).eq(asDecimal(expected))).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are rejected for values with more digits', () => {
    for (const text of ['1e12', '-100000000000.01', '0.0000000000001', '1e-30'])
      expect(numericParts(toNumeric(new Decimal34(text)))).toBeNull();
  });
});
