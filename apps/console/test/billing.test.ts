import fc from 'fast-check';

import {
  entryTypes,
  readBillingSearch,
  readIntegrationsSearch,
  usageGroups,
} from '../src/features/billing/model/billing-search.js';
import { amountOf, centsOf } from '../src/features/billing/model/cents.js';

describe('cents', () => {
  it('formats cents as an amount and parses it back', () => {
    fc.assert(fc.property(fc.nat({ max: 999_999_999_999 }), (cents) => expect(centsOf(amountOf(cents))).toBe(cents)));
    expect([5, -5, -1205, '12345678901234567890'].map(amountOf)).toEqual([
      ...['0.05', '-0.05', '-12.05', '123456789012345678.90'],
    ]);
  });

  it('parses amounts that people type, and nothing else', () => {
    expect(['3', '3,5', ' 3.05 ', '0.10'].map(centsOf)).toEqual([300, 350, 305, 10]);
    for (const typed of ['', '-1', '1.005', '1e3', '1,000.00', 'x'])
      expect([typed, centsOf(typed)]).toEqual([typed, null]);
  });
});

describe('billing state in the URL', () => {
  it('round-trips valid values and drops everything else', () => {
    const text = fc.string({ minLength: 1, maxLength: 100 });
    const some = { requiredKeys: [] as never[] };
    const billing = fc.record(
      { group: fc.constantFrom(...usageGroups), type: fc.constantFrom(...entryTypes), cursor: text },
      some,
    );
    fc.assert(fc.property(billing, (search) => expect(readBillingSearch(search)).toEqual(search)));
    const integrations = fc.record({ q: text, on: fc.constant(true), open: text }, some);
    fc.assert(fc.property(integrations, (search) => expect(readIntegrationsSearch(search)).toEqual(search)));
    expect([readBillingSearch({ group: 'x', type: 3 }), readIntegrationsSearch({ on: 'no' })]).toEqual([{}, {}]);
  });
});
