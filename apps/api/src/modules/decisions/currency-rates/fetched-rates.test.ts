import { filterPlausibleRates } from './domain/filter-plausible-rates.js';
import { effectiveFrom, nextFetchAt, retryBackoffMs } from './domain/next-fetch.js';
import { parseEcbRates } from './domain/parse-ecb-rates.js';
import { ecbDocument } from '../../../../test/support/ecb-document.js';

const rate = (date: string, currency: string, value: string) => ({ date, currency, rate: value });

describe('European Central Bank rate document', () => {
  it('is parsed into rates per day exactly as written', () => {
    const document = ecbDocument({ '2026-03-10': { USD: '1.0956', JPY: '161.10' }, '2026-03-09': { USD: '1.09' } });
    expect(parseEcbRates(document)).toEqual({
      ok: true,
      value: [
        rate('2026-03-10', 'USD', '1.0956'),
        rate('2026-03-10', 'JPY', '161.10'),
        rate('2026-03-09', 'USD', '1.09'),
      ],
    });
    expect(parseEcbRates(`\uFEFF${document}`).ok).toBe(true);
  });

  const good = ecbDocument({ '2026-03-10': { USD: '1.1' } });
  const cube = good.slice(good.indexOf('<Cube>'));
  const doctype = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
  it.each([
    ['nothing', ''],
    ['text', 'Service unavailable'],
    ['a page', '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Sorry</title></head><body></body></html>'],
    ['a page that is XML', '<?xml version="1.0"?><html><body><p>Sorry</p></body></html>'],
    ['a part', good.slice(0, -30)],
    ['a part that ends with an element', good.replace(/<\/Cube>\s*<\/gesmes.*$/s, '')],
    ['two documents', good + cube],
    ['no day', good.replace('2026-03-10', '2026-02-30')],
    ['a time for a day', good.replace('2026-03-10', '2026-03-10T00:00:00')],
    ['a rate of no day', good.replace(" time='2026-03-10'", '')],
    ['no rate', good.replace("rate='1.1'", '')],
    ['a currency of no kind', good.replace('USD', 'dollar')],
    ['words for a rate', good.replace('1.1', 'N/A')],
    ['a rate of zero', good.replace('1.1', '0.0000')],
    ['a negative rate', good.replace('1.1', '-1.1')],
    ['a rate with an exponent', good.replace('1.1', '1e3')],
    ['a rate that no currency has', good.replace('1.1', '9999999999999')],
    ['two rates of a day', good.replace("<Cube currency='USD'", "<Cube currency='USD' rate='2'/>$&")],
    ['no dollars', good.replace('USD', 'JPY')],
    ['an entity of its own', doctype + good.replace('1.1', '&b;').replace(/<\?xml.*?\?>/, '')],
  ])('is rejected as a whole with %s in it', (_, document) => {
    expect(parseEcbRates(document)).toEqual({ ok: false, error: expect.any(String) });
  });
});

describe('fetched rates', () => {
  const known = [rate('2026-03-09', 'USD', '1.1'), rate('2026-03-09', 'TRY', '40')];
  it.each([
    ['new ones', [rate('2026-03-10', 'USD', '1.2')], ['2026-03-10 USD'], []],
    ['not a day that is known', [rate('2026-03-09', 'USD', '1.2')], [], []],
    ['none of a day to come', [rate('2026-03-12', 'USD', '1.2')], [], []],
    ['of a currency that is new', [rate('2026-03-10', 'XYZ', '100000')], ['2026-03-10 XYZ'], []],
    ['not one of twice as much and more', [rate('2026-03-10', 'USD', '2.21')], [], ['2026-03-10 USD']],
    ['not one of half and less', [rate('2026-03-10', 'TRY', '19.99')], [], ['2026-03-10 TRY']],
    [
      'others of that day all the same',
      [rate('2026-03-10', 'USD', '110'), rate('2026-03-10', 'TRY', '41')],
      ['2026-03-10 TRY'],
      ['2026-03-10 USD'],
    ],
    [
      'the next day, beside the last that was believed',
      [rate('2026-03-11', 'USD', '1.1'), rate('2026-03-10', 'USD', '110')],
      ['2026-03-11 USD'],
      ['2026-03-10 USD'],
    ],
    [
      'what really moved, when nothing newer speaks against it',
      [rate('2026-03-17', 'TRY', '100'), rate('2026-03-16', 'TRY', '99')],
      ['2026-03-17 TRY'],
      ['2026-03-16 TRY'],
    ],
  ])('are accepted: %s', (title, published, believed, disbelieved) => {
    const today = title.startsWith('what really') ? '2026-03-17' : '2026-03-11';
    const judged = filterPlausibleRates(published, known, today);
    const names = (rates: readonly { date: string; currency: string }[]): string[] =>
      rates.map(({ date, currency }) => `${date} ${currency}`);
    expect([names(judged.believed), names(judged.disbelieved)]).toEqual([believed, disbelieved]);
  });

  // 2026-03-13 is a Friday.
  it.each([
    ['on the same day, before rates are published', '2026-03-10T09:00:00Z', '2026-03-09', '2026-03-10T15:15:00Z'],
    ['on the next day, when they are known', '2026-03-10T15:16:00Z', '2026-03-10', '2026-03-11T15:15:00Z'],
    ['in an hour, while they are late', '2026-03-10T15:16:00Z', '2026-03-09', '2026-03-10T16:16:00Z'],
    ['at midnight too', '2026-03-10T23:30:00Z', '2026-03-09', '2026-03-11T00:30:00Z'],
    ['not hourly on a Saturday', '2026-03-14T15:16:00Z', '2026-03-13', '2026-03-15T15:15:00Z'],
    ['not hourly on a Sunday', '2026-03-15T15:16:00Z', '2026-03-13', '2026-03-16T15:15:00Z'],
  ])('are fetched again %s', (_, now, newest, expected) => {
    expect(nextFetchAt(new Date(now), newest)).toEqual(new Date(expected));
  });

  it('are fetched again after one minute, backing off to one hour while the source fails', () => {
    expect([1, 2, 3, 6, 7, 8, 1_000].map((failures) => retryBackoffMs(failures) / 60_000)).toEqual([
      1, 2, 4, 32, 60, 60, 60,
    ]);
  });

  it.each([
    ['when they came, on their own day', '2026-03-10', '2026-03-10T15:15:30.5Z', '2026-03-10T15:15:30.5Z'],
    ['when they were published, of a day before', '2026-03-10', '2026-03-11T09:00:00Z', '2026-03-10T15:00:00Z'],
  ])('apply from %s', (_, date, loaded, expected) => {
    expect(effectiveFrom(date, new Date(loaded))).toEqual(new Date(expected));
  });
});
