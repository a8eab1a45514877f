import { taxIdKey } from './domain/normalize-tax-id.js';
import { hasSameTaxId } from './domain/separate-companies.js';

describe('tax id key', () => {
  it.each([
    ['390.533.447-05', '39053344705'],
    ['00.000.000/0001-91', '00000000000191'],
    ['0', null],
    ['000.000.000-00', null],
    ['XAXX010101000', null],
    [null, null],
  ])('of %s equals %s', (taxId, key) => {
    expect(taxIdKey(taxId)).toBe(key);
  });
});

it.each(['0', '00000000000'])(
  'two companies with the placeholder tax id %s do not share a tax id',
  (normalizedTaxId) => {
    const company = { name: 'A', countryCode: 'DE', externalId: null, normalizedTaxId, registrationNumber: null };
    expect(hasSameTaxId(company, { ...company, name: 'B' })).toBe(false);
  },
);
