import { companyRootOfTaxId, isSharedTaxId } from '@tamis/screening/tax-ids';

import type { CompanyIdentity } from './company-identity.js';
import { normalizeTaxId } from './normalize-tax-id.js';

/** The external ids of two companies are one, whatever the capitals. */
export const hasSameExternalId = (a: CompanyIdentity, b: CompanyIdentity): boolean =>
  a.externalId !== null && b.externalId !== null && a.externalId.toLowerCase() === b.externalId.toLowerCase();

/** Not where it is a number that many have or that stands for none. */
export const hasSameTaxId = (a: CompanyIdentity, b: CompanyIdentity): boolean =>
  a.normalizedTaxId !== null && a.normalizedTaxId === b.normalizedTaxId && !isSharedTaxId(a.normalizedTaxId);

/** Their tax ids name two places of one company. */
function areBranches(a: CompanyIdentity, b: CompanyIdentity): boolean {
  const [one, other] = [a, b].map(({ normalizedTaxId, countryCode }) =>
    normalizedTaxId === null || countryCode === null ? null : companyRootOfTaxId(normalizedTaxId, countryCode),
  );
  return one != null && one === other && !hasSameTaxId(a, b);
}

/**
 * Why two companies are never taken for one, however alike their names are; null: nothing speaks against it. A company has one tax id
 * and one external id, so that a merge of two that differ would lose one of them.
 */
export function whatSeparates(a: CompanyIdentity, b: CompanyIdentity, mergeBranches: boolean): string | null {
  const differ = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;
  if (a.externalId !== null && b.externalId !== null && !hasSameExternalId(a, b)) return 'another external id';
  const branches = areBranches(a, b);
  if (branches && !mergeBranches) return 'the tax id of another branch';
  if (!branches && differ(a.normalizedTaxId, b.normalizedTaxId)) return 'another tax id';
  if (branches || hasSameTaxId(a, b) || hasSameExternalId(a, b)) return null;
  if (differ(a.countryCode, b.countryCode)) return 'another country, and nothing but a name in common';
  const [registered, other] = [a, b].map(({ registrationNumber }) =>
    registrationNumber === null ? null : normalizeTaxId(registrationNumber),
  );
  return differ(registered!, other!) ? 'another registration number' : null;
}
