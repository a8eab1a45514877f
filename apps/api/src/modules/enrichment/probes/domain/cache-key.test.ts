import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';

import { cacheKeyText, foldName } from './cache-key.js';
import { declareProvider } from '../../../../../test/support/declare-provider.js';

const provider = declareProvider();
const asked = fc.record({
  type: fc.constantFrom('person' as const, 'company' as const),
  country: fc.constantFrom('BR', 'MX'),
  taxId: fc.option(fc.constantFrom('1', '12')),
  name: fc.option(fc.constantFrom('a', '2 a', 'b')),
  emails: fc.constant([]),
  phones: fc.constant([]),
  parameters: fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom(1, '1', true)),
});
const inputs = fc.tuple(fc.constantFrom('org-1', 'org-2'), fc.constantFrom(1, 2), asked);
const keyOf = ([organization, version, about]: [string, number, Parameters<typeof cacheKeyText>[2]]) =>
  cacheKeyText(organization, { ...provider, version }, about);

describe('cache key of an enrichment result', () => {
  it('is equal for equal questions and differs for all others, whoever the caller is', () => {
    fc.assert(
      fc.property(inputs, inputs, (one, other) => {
        const plain = (input: typeof one) => JSON.stringify([...input.slice(0, 2), sorted(input[2])]);
        expect(keyOf(one) === keyOf(other)).toBe(plain(one) === plain(other));
      }),
      propertyRuns(2_000),
    );
  });

  it('ignores differences in name spelling and parameter order', () => {
    for (const spelled of ['João  da SILVA', ' joao da silva ', 'JOÃO\tDA SILVA'])
      expect(foldName(spelled)).toBe('joao da silva');
    const about = { type: 'company', country: 'BR', taxId: '1', name: null, emails: [], phones: [] } as const;
    const keys = [
      { x: 1, y: 2 },
      { y: 2, x: 1 },
    ].map((parameters) => keyOf(['org-1', 1, { ...about, parameters }]));
    expect(keys[0]).toBe(keys[1]);
  });

  it('is specific to one organization and one version', () => {
    const about = {
      type: 'company',
      country: 'BR',
      taxId: '1',
      name: null,
      emails: [],
      phones: [],
      parameters: {},
    } as const;
    expect(new Set([keyOf(['org-1', 1, about]), keyOf(['org-2', 1, about]), keyOf(['org-1', 2, about])]).size).toBe(3);
  });
});

const sorted = ({ parameters, ...about }: { readonly parameters: object }): object => ({
  ...about,
  parameters: Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1)),
});
