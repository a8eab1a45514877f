import { rateOf, readRateCsv } from '../src/features/currency-rates/model/rate-csv.js';
import { readRatesSearch } from '../src/features/currency-rates/model/rates-search.js';

describe('currency rates', () => {
  it('reads a rate with a point or a comma, and none that would lose digits', () => {
    const texts = ['5.25', ' 0,000000000001 ', '12345', '0', '-1', '1e3', '1.234,5', '', '1.2345678901234567'];
    expect(texts.map(rateOf)).toEqual([5.25, 1e-12, 12345, null, null, null, null, null, null]);
  });

  it('reads files with and without names of columns, and reports the lines that are no rates', () => {
    const rate = { base: 'USD', quote: 'BRL', date: '2026-03-01', rate: 5.25 };
    expect(readRateCsv('\uFEFFusd;brl;2026-03-01;5,25\r\n').rates).toEqual([rate]);
    expect(readRateCsv('rate,DATE,quote,base,note\n5.25,2026-03-01,brl,usd,x\n')).toEqual({
      rates: [rate],
      wrongLines: [],
    });
    expect(readRateCsv('USD,BRL,2026-03-01,5.25\n\n,BRL,2026-02-30,1\n').wrongLines).toEqual([', BRL, 2026-02-30, 1']);
    expect(readRateCsv('')).toEqual({ rates: [], wrongLines: [] });
  });

  it('keeps only filters that the API accepts', () => {
    const given = { base: 'USD', quote: 'U', from: '0020-01-01', to: '2026-01-31', page: 2, other: 1 };
    expect(readRatesSearch(given)).toEqual({ base: 'USD', to: '2026-01-31', page: 2 });
  });
});
