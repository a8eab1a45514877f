import fc from 'fast-check';
import { partSeed, wholeOrPart } from '@tamis/testkit';

import { compareFields } from './domain/company-fields.js';
import type { CompanyIdentity, StoredCompany } from './domain/company-identity.js';
import { matchCompany } from './domain/match-company.js';
import { mergeCompany } from './domain/merge-company.js';
import { normalizeTaxId } from './domain/normalize-tax-id.js';
import { conflictResolutions, deduplicationStrategies } from './domain/upsert-options.js';

/** Few values of each, so that many pairs agree in one and differ in another. */
const names = ['Comercial Andina S.A.', 'COMERCIAL ANDINA', 'Comercial Andnia', 'Vidraria Sol Ltda', 'Vidraria do Sol'];
const taxIds = ['11.222.333/0001-81', '11222333000181', '11.222.333/0002-62', '11.444.777/0001-61', '30-50000012-7'];
const orNone = (values: readonly string[]): fc.Arbitrary<string | null> =>
  fc.oneof(fc.constant(null), fc.constantFrom(...values));

const identity = fc.record({
  name: fc.constantFrom(...names),
  countryCode: fc.constantFrom('BR', 'AR', 'PE'),
  externalId: orNone(['a', 'A', 'b', 'c']),
  taxId: orNone(taxIds),
  registrationNumber: orNone(['1-2', '12', '13']),
});

const company = identity.map((each): StoredCompany & CompanyIdentity => ({
  ...each,
  id: '',
  normalizedTaxId: each.taxId === null ? null : normalizeTaxId(each.taxId),
}));

const upsert = fc.record({
  sent: company,
  known: fc.array(company, { maxLength: 6 }).map((all) => all.map((each, at) => ({ ...each, id: `id-${at}` }))),
  strategy: fc.constantFrom(...deduplicationStrategies),
  resolution: fc.constantFrom(...conflictResolutions),
  // Results of a text model that considers everything similar.
  similarities: fc.array(fc.constantFrom(0.5, 0.9, 1), { minLength: 6, maxLength: 6 }),
});

const lower = (text: string | null): string | undefined => text?.toLowerCase();
const fieldsOf = ({ externalId, taxId }: StoredCompany) => ({
  externalId: externalId ?? undefined,
  taxId: taxId ?? undefined,
  ...{ company: {}, otherData: {}, attributes: {} },
});

/** Whether both are known and not equal. */
const differ = (a: string | null | undefined, b: string | null | undefined): boolean =>
  a != null && b != null && a !== b;

test('a merge confuses no two companies and loses no identifier', () => {
  let merged = 0;
  let separate = 0;
  fc.assert(
    fc.property(upsert, ({ sent, known, strategy, resolution, similarities }) => {
      const answer = strategy === 'ai_similarity' ? { model: 'M', similarities } : null;
      const { match, possibleMatches } = matchCompany(sent, known, { strategy, mergeBranches: false }, answer);
      separate += possibleMatches.length;
      expect(possibleMatches.map(({ company: { id } }) => id)).not.toContain(match?.company.id);
      if (match === null) {
        expect(possibleMatches.filter(({ separatedBy }) => separatedBy === null)).toEqual([]);
        return;
      }
      merged += 1;
      const { company: found } = match;
      expect(differ(sent.normalizedTaxId, found.normalizedTaxId)).toBe(false);
      expect(differ(lower(sent.externalId), lower(found.externalId))).toBe(false);
      const shared =
        (sent.normalizedTaxId !== null && sent.normalizedTaxId === found.normalizedTaxId) ||
        (sent.externalId !== null && lower(sent.externalId) === lower(found.externalId));
      if (!shared) expect(sent.countryCode).toBe(found.countryCode);
      if (resolution === 'manual_review') return;
      const { changes } = mergeCompany(compareFields(fieldsOf(found), fieldsOf(sent)), resolution, false);
      const after = { ...found, ...Object.fromEntries(changes.map(({ field, value }) => [field, value])) };
      const taxId = after.taxId === null ? null : normalizeTaxId(after.taxId);
      for (const each of [sent, found]) {
        if (each.normalizedTaxId !== null) expect(taxId).toBe(each.normalizedTaxId);
        if (each.externalId !== null) expect(lower(after.externalId)).toBe(lower(each.externalId));
      }
    }),
    { numRuns: wholeOrPart(50_000, 2_000), seed: partSeed },
  );
  expect(merged).toBeGreaterThan(100);
  expect(separate).toBeGreaterThan(100);
});
