import fc from 'fast-check';

import { propertyRuns } from '@tamis/testkit/arbitraries';
import { mergeNormalized, type SourceResult } from '../src/index.js';

const source = (
  integrationCode: string,
  part: SourceResult['part'],
  more: Partial<SourceResult> = {},
): SourceResult => ({
  integrationCode,
  enrichmentId: `${integrationCode}-1`,
  fetchedAt: '2026-01-10T00:00:00.000Z',
  confidence: 0.8,
  reliability: 'official',
  provides: Object.keys(part),
  part,
  ...more,
});

describe('merged field', () => {
  test('comes from the source with the highest confidence, then the newest, then the first code', () => {
    const surer = source('z_sure', { legalName: 'Sure' }, { confidence: 0.9 });
    const newer = source('y_new', { legalName: 'New' }, { fetchedAt: '2026-02-01T00:00:00.000Z' });
    const first = source('a_first', { legalName: 'First' });
    const second = source('b_second', { legalName: 'Second' });
    const nameOf = (...results: SourceResult[]) => mergeNormalized(results).normalized['legalName'];
    expect(nameOf(second, first, newer, surer)).toBe('Sure');
    expect(nameOf(second, first, newer)).toBe('New');
    expect(nameOf(second, first)).toBe('First');
  });

  test('of a source comes from its newest success, in any arrival order', () => {
    const old = source('a_one', { legalName: 'Old', tradeName: 'Gone' });
    const fresh = source('a_one', { legalName: 'Fresh' }, { enrichmentId: 'n', fetchedAt: '2026-03-01T00:00:00.000Z' });
    expect(mergeNormalized([fresh, old]).normalized).toEqual({ legalName: 'Fresh' });
  });

  test('is taken as a whole object from one source, and the currency together with its capital', () => {
    const merged = mergeNormalized([
      source('a_one', { address: { city: 'Bremen' }, shareCapitalCurrency: 'EUR' }, { confidence: 0.9 }),
      source('b_two', { address: { city: 'Kiel', postalCode: '24103' }, shareCapital: 5, shareCapitalCurrency: 'DKK' }),
    ]);
    expect(merged.normalized).toEqual({ address: { city: 'Bremen' }, shareCapital: 5, shareCapitalCurrency: 'DKK' });
    expect(merged.fieldSources).toEqual({
      'address.city': 'a_one',
      shareCapital: 'b_two',
      shareCapitalCurrency: 'b_two',
    });
  });

  test('is not merged if unknown to the row, and is ignored if empty', () => {
    const merged = mergeNormalized([source('a_one', { emailChecks: [{ hasMx: true }], legalName: '', phones: [] })]);
    expect(merged).toMatchObject({ normalized: {}, fieldSources: {} });
  });
});

describe('merged list', () => {
  const shareholders = (a: unknown[], b: unknown[]) =>
    mergeNormalized([source('a_one', { shareholders: a }, { confidence: 0.9 }), source('b_two', { shareholders: b })])
      .normalized['shareholders'];

  test('joins items by tax id regardless of punctuation and fills gaps of the source with higher confidence', () => {
    expect(
      shareholders(
        [{ name: 'Grãos SA', taxId: '11222333000181' }],
        [{ name: 'Other writing', taxId: '11.222.333/0001-81', ownershipPercent: 40 }],
      ),
    ).toEqual([{ name: 'Grãos SA', taxId: '11222333000181', ownershipPercent: 40 }]);
  });

  test('joins items by name ignoring accents and case if there is no tax id', () => {
    expect(shareholders([{ name: 'José Lira' }], [{ name: 'JOSE  LIRA', role: 'partner' }])).toEqual([
      { name: 'José Lira', role: 'partner' },
    ]);
    expect(shareholders([{ name: 'José Lira', taxId: '1' }], [{ name: 'JOSE LIRA', role: 'partner' }])).toEqual([
      { name: 'José Lira', taxId: '1', role: 'partner' },
    ]);
  });

  test('keeps items with the same name apart by tax id and by the visible part of a masked one', () => {
    const two = [
      { name: 'Ana Sol', taxId: '1' },
      { name: 'Ana Sol', taxId: '2' },
    ];
    expect(shareholders(two, [{ name: 'Ana Sol' }])).toEqual([...two, { name: 'Ana Sol' }]);
    const masked = [
      { name: 'Ana Sol', maskedTaxId: '***111222**' },
      { name: 'Ana Sol', maskedTaxId: '***333444**' },
    ];
    expect(shareholders(masked, [])).toEqual(masked);
  });

  test('of texts is a union, and a parent may also be the ultimate one', () => {
    expect(
      mergeNormalized([
        source('a_one', { emails: ['A@x.example'] }),
        source('b_two', { emails: ['a@x.example', 'b@x.example'] }),
      ]).normalized['emails'],
    ).toEqual(['A@x.example', 'b@x.example']);
    const parents = [
      { name: 'Group NV', relationshipType: 'direct_parent' },
      { name: 'Group NV', relationshipType: 'ultimate_parent' },
    ];
    expect(mergeNormalized([source('a_one', { relatedCompanies: parents })]).normalized['relatedCompanies']).toEqual(
      parents,
    );
  });
});

describe('quality', () => {
  test('reflects completeness, confidence, freshness and consistency', () => {
    const results = [
      source(
        'a_one',
        { legalName: 'Padaria Azul' },
        { confidence: 0.9, provides: ['legalName', 'tradeName', 'emails'] },
      ),
      source('b_two', { legalName: 'PADARIA AZUL', taxStatus: 'valid' }, { reliability: 'community' }),
    ];
    expect(mergeNormalized(results, { asOf: '2026-03-24T00:00:00.000Z' }).dataQuality).toEqual({
      completeness: 0.5,
      confidence: 0.85,
      freshness: 0.8,
      consistency: 1,
      overall: 0.79,
      sourceReliability: 'community',
      lastUpdated: '2026-01-10T00:00:00.000Z',
    });
    expect(mergeNormalized(results).dataQuality.freshness).toBe(1);
    expect(mergeNormalized(results, { asOf: '2028-01-01T00:00:00Z' }).dataQuality.freshness).toBe(0);
  });

  test('rounds half to even', () => {
    const quality = (provided: number) =>
      mergeNormalized([
        source(
          'a_one',
          { legalName: 'A' },
          { provides: ['legalName', ...Array.from({ length: provided - 1 }, (_, index) => `field${index}`)] },
        ),
      ]).dataQuality.completeness;
    expect([quality(8), quality(40), quality(200)]).toEqual([0.12, 0.02, 0]);
  });

  test('is lower if sources contradict each other or the entity, which keeps its own values', () => {
    const two = [source('a_one', { legalName: 'One' }), source('b_two', { legalName: 'Two' })];
    expect(mergeNormalized(two).dataQuality.consistency).toBe(0);
    const person = [source('a_one', { fullName: 'Irene Tavares', dateOfBirth: '1970-01-02' })];
    const own = { name: 'Irene Tavares', dateOfBirth: '1970-02-01' };
    expect(mergeNormalized(person, { own }).dataQuality.consistency).toBe(0.5);
    expect(mergeNormalized(person, { own: { name: 'Bruno Kahl' } }).dataQuality.consistency).toBe(0);
  });

  test('of an empty result is the minimum', () => {
    expect(mergeNormalized([])).toMatchObject({ normalized: {}, dataQuality: { overall: 0.25, lastUpdated: null } });
  });
});

/** Outcome of one execution: a result, or a failure that leaves no trace. */
type Outcome = SourceResult | null;

const element = fc.record(
  {
    name: fc.constantFrom('Ana Sol', 'ANA SOL', 'Bo Rio'),
    taxId: fc.constantFrom('1', '2'),
    role: fc.constantFrom('x', 'y'),
  },
  { requiredKeys: ['name'] },
);
const part = fc.record(
  {
    legalName: fc.constantFrom('A', 'B', 'b', ''),
    revenue: fc.integer({ min: 0, max: 3 }),
    address: fc.record({ city: fc.constantFrom('K', 'L'), state: fc.constantFrom('1', '') }, { requiredKeys: [] }),
    shareCapital: fc.constantFrom(1, 2),
    shareCapitalCurrency: fc.constantFrom('BRL', 'EUR'),
    emails: fc.array(fc.constantFrom('a@x', 'A@x', 'b@x'), { maxLength: 3 }),
    shareholders: fc.array(element, { maxLength: 4 }),
  },
  { requiredKeys: [] },
);
const outcome: fc.Arbitrary<Outcome> = fc.option(
  fc
    .record({
      integrationCode: fc.constantFrom('a_one', 'b_two', 'c_three', 'd_four'),
      day: fc.integer({ min: 10, max: 14 }),
      confidence: fc.constantFrom(0.5, 0.7, 0.75),
      part,
    })
    .map(({ integrationCode, day, confidence, part: told }) =>
      source(integrationCode, told, { confidence, fetchedAt: `2026-01-${day}T00:00:00.000Z` }),
    ),
  { freq: 3 },
);
/** Executions of one entity, each with its own id, and another order in which they may arrive. */
const history = fc
  .array(outcome, { maxLength: 9 })
  .map((outcomes) => outcomes.map((one, index) => one && { ...one, enrichmentId: `e${index}` }))
  .chain((outcomes) =>
    fc.record({
      outcomes: fc.constant(outcomes),
      shuffled: fc.shuffledSubarray(outcomes, { minLength: outcomes.length }),
    }),
  );

const successes = (outcomes: readonly Outcome[]): SourceResult[] => outcomes.filter((one) => one !== null);

/**
 * Mirrors how an entity is stored: after each success the newest result of each source is merged again; after a failure nothing changes.
 */
function stored(outcomes: readonly Outcome[]) {
  let row = mergeNormalized([]);
  const latest = new Map<string, SourceResult>();
  for (const one of outcomes) {
    const known = one && latest.get(one.integrationCode);
    if (one === null) continue;
    const isOlder = known && `${known.fetchedAt} ${known.enrichmentId}` > `${one.fetchedAt} ${one.enrichmentId}`;
    if (!isOlder) latest.set(one.integrationCode, one);
    row = mergeNormalized([...latest.values()]);
  }
  return row;
}

const tells = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : typeof value === 'object' && value !== null
      ? Object.values(value).some(tells)
      : value !== '' && value !== undefined;

describe('random histories', () => {
  test('give the same row in any arrival order, even if outcomes are repeated', () => {
    fc.assert(
      fc.property(history, ({ outcomes, shuffled }) => {
        const all = successes(outcomes);
        const row = mergeNormalized(all);
        expect(mergeNormalized(successes(shuffled))).toEqual(row);
        expect(mergeNormalized([...all, ...all])).toEqual(row);
        expect(stored(shuffled)).toEqual(row);
      }),
      propertyRuns(5_000),
    );
  });

  test('lose no field of the newest success of a source, in particular not on failures', () => {
    fc.assert(
      fc.property(history, ({ outcomes }) => {
        const row = mergeNormalized(successes(outcomes));
        const newest = new Map<string, SourceResult>();
        for (const one of successes(outcomes))
          if ((newest.get(one.integrationCode)?.fetchedAt ?? '') <= one.fetchedAt) newest.set(one.integrationCode, one);
        const told = [...newest.values()].flatMap((one) =>
          Object.keys(one.part).filter((name) => tells(one.part[name])),
        );
        // A currency without its capital is kept only if no other source supplies a capital.
        const expected = new Set(told.filter((name) => name !== 'shareCapitalCurrency'));
        expect(
          Object.keys(row.normalized)
            .filter((name) => name !== 'shareCapitalCurrency')
            .sort(),
        ).toEqual([...expected].sort());
        for (const path of Object.keys(row.fieldSources)) expect([...newest.keys()]).toContain(row.fieldSources[path]);
      }),
      propertyRuns(5_000),
    );
  });
});
