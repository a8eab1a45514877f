import fc from 'fast-check';
import { isUnknown, type RateQuote, type RateTable } from '@tamis/lang';
import { rateConverter } from '@tamis/library';
import { asDecimal, Decimal34, money, numericText, parseNumeric, toNumeric, type Money } from '@tamis/stdx';

const day = 86_400_000;
const noon = Date.parse('2026-03-01T12:00:00Z');

const table = (...quotes: readonly RateQuote[]): RateTable => ({ referenceCurrency: 'USD', maxAgeDays: 4, quotes });
const quote = (pair: string, rate: string, at = noon): RateQuote => {
  const [base = '', to = ''] = pair.split('/');
  return { base, quote: to, rate, at };
};

function converted(amount: string, from: string, to: string, rates: RateTable, at = noon): string {
  const found = rateConverter(rates)(money(parseNumeric(amount) ?? 0, from), to, at);
  if (!isUnknown(found)) return `${numericText(found.amount)} ${found.currency}`;
  const [cause] = found.causes;
  return `${cause?.cause ?? ''} (${cause?.detail ?? ''})`;
}

describe('conversion', () => {
  it('divides by an inverse quote without rounding the inverse first', () => {
    expect(converted('54000', 'BRL', 'USD', table(quote('USD/BRL', '5.40')))).toBe('10000 USD');
    expect(converted('1', 'USD', 'BRL', table(quote('USD/BRL', '5.40')))).toBe('5.4 BRL');
    expect(converted('1', 'BRL', 'USD', table(quote('USD/BRL', '3')))).toBe('0.333333333333 USD');
  });

  it('uses one multiplication and one division through the reference currency', () => {
    const rates = table(quote('USD/BRL', '3'), quote('USD/ARS', '9'));
    expect(converted('1', 'BRL', 'ARS', rates)).toBe('3 ARS');
    expect(converted('1', 'ARS', 'BRL', rates)).toBe('0.333333333333 BRL');
    expect(converted('1', 'EUR', 'BRL', table(quote('EUR/USD', '1.1'), quote('USD/BRL', '5')))).toBe('5.5 BRL');
  });

  it('uses the newest quote at or before the time, in either direction, and none that is too old', () => {
    const rates = table(
      quote('USD/BRL', '5', noon - day),
      quote('BRL/USD', '0.25', noon - 2),
      quote('USD/BRL', '9', noon + 1),
    );
    expect(converted('1', 'USD', 'BRL', rates)).toBe('4 BRL');
    expect(converted('1', 'USD', 'BRL', rates, noon - 3)).toBe('5 BRL');
    expect(converted('1', 'USD', 'BRL', rates, noon + 1)).toBe('9 BRL');
    expect(converted('1', 'USD', 'BRL', table(quote('USD/BRL', '5', noon - 4 * day)))).toBe('5 BRL');
    expect(converted('1', 'USD', 'BRL', table(quote('USD/BRL', '5', noon - 4 * day - 1)))).toBe(
      'no_rate (USD/BRL on 2026-03-01)',
    );
  });

  it('rounds once, half to even at the twelfth digit', () => {
    const half = table(quote('USD/BRL', '0.0000000000005'));
    expect(converted('1', 'USD', 'BRL', half)).toBe('0 BRL');
    expect(converted('3', 'USD', 'BRL', half)).toBe('0.000000000002 BRL');
    expect(converted('-3', 'USD', 'BRL', half)).toBe('-0.000000000002 BRL');
    expect(converted('1.0000000000000000000000000000000001', 'USD', 'BRL', half)).toBe('0.000000000001 BRL');
  });

  describe('with external rates', () => {
    const published = [quote('EUR/USD', '1.1'), quote('EUR/BRL', '6.05'), quote('EUR/GBP', '0.8')];
    const beside = (...own: readonly RateQuote[]): RateTable => ({
      ...table(...own),
      provided: { referenceCurrency: 'EUR', quotes: published },
    });

    it.each([
      ['goes through their own reference currency, exactly', [], '605', 'BRL', 'USD', '110 USD'],
      ['goes directly where they have the pair', [], '11', 'USD', 'EUR', '10 EUR'],
      ['rounds once', [], '1', 'GBP', 'BRL', '7.5625 BRL'],
      ['has no rate of what they lack', [], '1', 'JPY', 'BRL', 'no_rate (JPY/BRL on 2026-03-01)'],
      ['takes the own quote of a pair first', [quote('USD/BRL', '5')], '10', 'BRL', 'USD', '2 USD'],
      ['though it is older', [quote('USD/BRL', '5', noon - 3 * day)], '10', 'BRL', 'USD', '2 USD'],
      ['unless it is too old', [quote('USD/BRL', '5', noon - 4 * day - 1)], '605', 'BRL', 'USD', '110 USD'],
      ['or later', [quote('USD/BRL', '5', noon + 1)], '605', 'BRL', 'USD', '110 USD'],
      [
        'takes own quotes through the reference currency before a provided one of the pair',
        [quote('USD/BRL', '5'), quote('EUR/USD', '2')],
        '1',
        'EUR',
        'BRL',
        '10 BRL',
      ],
      [
        'goes half by own and half by provided quotes where neither is enough',
        [quote('USD/JPY', '150')],
        '1',
        'EUR',
        'JPY',
        '165 JPY',
      ],
    ])('%s', (_title, own, amount, from, to, expected) => {
      expect(converted(amount, from, to, beside(...own))).toBe(expected);
    });
  });

  it('leaves money in its own currency unchanged, with or without rates', () => {
    expect(converted('1.23456789012345', 'JPY', 'JPY', table())).toBe('1.23456789012345 JPY');
  });

  it('equals the exact rational result within half of the last digit', () => {
    const decimal = (digits: number, scale: number) =>
      fc
        .bigInt({ min: 1n, max: 10n ** BigInt(digits) })
        .map((n) => new Decimal34(n.toString()).div(`1e${String(scale)}`));
    // For amounts in cents and rates with few digits, whole numbers do not exceed the range of doubles.
    const amounts = fc.oneof(decimal(18, 6), decimal(7, 2));
    const rate = fc.oneof(decimal(8, 4), decimal(3, 2));
    fc.assert(
      fc.property(amounts, rate, rate, (amount, multiply, divide) => {
        const rates = table(quote('USD/AAA', divide.toFixed()), quote('USD/BBB', multiply.toFixed()));
        const found = rateConverter(rates)(money(toNumeric(amount), 'AAA'), 'BBB', noon) as Money;
        // A decimal that is not a plain number is computed in a slower way.
        expect(rateConverter(rates)({ amount, currency: 'AAA' }, 'BBB', noon)).toEqual(found);
        const Wide = Decimal34.clone({ precision: 200 });
        const error = new Wide(asDecimal(found.amount)).times(divide).minus(new Wide(amount).times(multiply)).abs();
        expect(error.lte(new Wide(divide).times('0.5e-12'))).toBe(true);
        expect(asDecimal(found.amount).decimalPlaces()).toBeLessThanOrEqual(12);
      }),
      { numRuns: 1_000 },
    );
  });
});
