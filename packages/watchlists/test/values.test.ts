import { birthRange } from '../src/entry/birth-range.js';
import { countryCode } from '../src/entry/country-code.js';
import { cleanText } from '../src/entry/entry-draft.js';
import { brazilianScheme, identifierScheme, unReferent } from '../src/entry/identifier-scheme.js';

it.each([
  ['1970', '1970-01-01', '1970-12-31'],
  ['1972-02', '1972-02-01', '1972-02-29'],
  ['1999-12', '1999-12-01', '1999-12-31'],
  ['1970-05-31', '1970-05-31', '1970-05-31'],
  ['1970-05-31T00:00:00', '1970-05-31', '1970-05-31'],
  ['31/05/1970', '1970-05-31', '1970-05-31'],
  ['00/05/1970', '1970-05-01', '1970-05-31'],
  ['00/00/1970', '1970-01-01', '1970-12-31'],
  ['dd/mm/1970', '1970-01-01', '1970-12-31'],
  ['31 May 1970', '1970-05-31', '1970-05-31'],
  ['May 1970', '1970-05-01', '1970-05-31'],
  ['1 September 1970', '1970-09-01', '1970-09-01'],
  ['circa 1970', '1968-01-01', '1972-12-31'],
  ['Approximately 1970', '1968-01-01', '1972-12-31'],
  ['1970 to 1972', '1970-01-01', '1972-12-31'],
  ['1970-1972', '1970-01-01', '1972-12-31'],
  ['Between 1972 and 1970', '1970-01-01', '1972-12-31'],
  ['circa 1970 to 1972', '1968-01-01', '1972-12-31'],
  ['01 Jan 1970 to 31 Dec 1971', '1970-01-01', '1971-12-31'],
])('parses the birth date %s', (text, from, to) => {
  expect(birthRange(text)).toEqual({ from, to });
});

it.each([
  '',
  'unknown',
  '31/02/1970',
  '1970-13-01',
  '32 May 1970',
  '31 Foo 1970',
  '70',
  '0000-00-00',
  '1 to 2',
  `${'1970 to '.repeat(20)}1970`,
])('parses no birth date from %j', (text) => {
  expect(birthRange(text)).toBeNull();
});

it.each([
  ['Iran (Islamic Republic of)', 'IR'],
  ['RUSSIAN FEDERATION', 'RU'],
  ["Korea, Democratic People's Republic of", 'KP'],
  ['Democratic People’s Republic of Korea', 'KP'],
  ['Korea, North', 'KP'],
  ['Côte d’Ivoire', 'CI'],
  ['Türkiye', 'TR'],
  ['Bosnia and Herzegovina', 'BA'],
  ['The Gambia', 'GM'],
  ['Congo, Democratic Republic of the', 'CD'],
  ['br', 'BR'],
  ['uk', 'GB'],
  ['USSR', 'RU'],
  ['Region: Crimea', 'UA'],
  ['XX', null],
  ['00', null],
  ['Atlantis', null],
  ['constructor', null],
  ['', null],
])('finds the country of %j', (text, code) => {
  expect(countryCode(text)).toBe(code);
});

it.each([
  ['National Passport', 'passport'],
  ['Tax ID No.', 'tax_id'],
  ['National identification number', 'national_id'],
  ['Cédula No.', 'national_id'],
  ['Registration Number', 'registration'],
  ['Vessel Registration Identification', 'imo'],
  ['SWIFT/BIC', 'swift'],
  ['Legal Entity Number', 'lei'],
  ['Digital Currency Address - XBT', 'crypto_address'],
  ['Aircraft Tail Number', 'other'],
])('classifies the identifier type %s', (words, scheme) => {
  expect(identifierScheme(words)).toBe(scheme);
});

it('distinguishes masked personal numbers from full ones and from company numbers', () => {
  expect(['***456789**', '12345678909', '12345678000195', '12ABC34501DE35', '1'].map(brazilianScheme)).toEqual([
    'cpf_masked',
    'cpf',
    'cnpj',
    'cnpj',
    'tax_id',
  ]);
});

it('recognizes only valid UN references', () => {
  expect(
    ['QDi.001', ' tai.002 (Taliban)', 'QDi 003', 'KPe.1234', 'N/A', '', 'EU.27.28', '001'].map(unReferent),
  ).toEqual(['un:QDI.001', 'un:TAI.002', 'un:QDI.003', 'un:KPE.1234', null, null, null, null]);
});

it('reduces text to one line of visible characters', () => {
  expect(cleanText(' a\u200e\t\u0007b\r\n\u00a0c\ud800 ')).toBe('a b c\ufffd');
});
