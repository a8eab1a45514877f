import { typedNumber } from '../src/i18n/formats.js';

describe('typed numbers', () => {
  it.each([
    ['1.000,50', 'pt-BR', '1000.50'],
    ['1000,5', 'es-AR', '1000.5'],
    ['1.000', 'es-ES', '1000'],
    ['10.5', 'pt-BR', '10.5'],
    ['1 234 567,8', 'pt-PT', '1234567.8'],
    ['1,000.50', 'en-US', '1000.50'],
    ['1.000', 'en-US', '1.000'],
    ['12,50', 'en-US', '12,50'],
    ['abc', 'en-US', 'abc'],
    ['', 'en-US', ''],
  ])('reads %s in %s', (typed, locale, sent) => expect(typedNumber(typed, locale)).toBe(sent));
});
