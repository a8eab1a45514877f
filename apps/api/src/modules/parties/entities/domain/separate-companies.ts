import { companyRootOfTaxId, isSharedTaxId } from '@tamis/screening/tax-ids';

import type { CompanyIdentity } from './company-identity.js';
import { normalizeTaxId } from './normalize-tax-id.js';

/** Whether the external ids of two companies are equal, ignoring case. */
export const hasSameExternalId = (a: CompanyIdentity, b: CompanyIdentity): boolean =>
  a.externalId !== null && b.externalId !== null && a.externalId.toLowerCase() === b.externalId.toLowerCase();

/** Whether the tax ids are equal, unless the number is shared by many or a placeholder. */
export const hasSameTaxId = (a: CompanyIdentity, b: CompanyIdentity): boolean =>
  a.normalizedTaxId !== null && a.normalizedTaxId === b.normalizedTaxId && !isSharedTaxId(a.normalizedTaxId);

/** Whether their tax ids belong to two branches of one company. */
function areBranches(a: CompanyIdentity, b: CompanyIdentity): boolean {
  const [one, other] = [a, b].map(({ normalizedTaxId, countryCode }) =>
    normalizedTaxId === null || countryCode === null ? null : companyRootOfTaxId(normalizedTaxId, countryCode),
  );
  return one != null && one === other && !hasSameTaxId(a, b);
}

/**
 * Returns the reason why two companies are never the same, however similar their names are; `null` if there is none. A company has one tax
 * id and one external id, so that merging two that differ would lose one of them.
 */
export function whatSeparates(a: CompanyIdentity, b: CompanyIdentity, mergeBranches: boolean): string | null {
  const differ = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;
  if (a.externalId !== null && b.externalId !== null && !hasSameExternalId(a, b)) return 'a different external id';
  const branches = areBranches(a, b);
  if (branches && !mergeBranches) return 'the tax id of a different branch';
  if (!branches && differ(a.normalizedTaxId, b.normalizedTaxId)) return 'a different tax id';
  if (branches || hasSameTaxId(a, b) || hasSameExternalId(a, b)) return null;
  if (differ(a.countryCode, b.countryCode)) return 'a different country, and nothing but the name in common';
  const [registered, other] = [a, b].map(({ registrationNumber }) =>
    registrationNumber === null ? null : normalizeTaxId(registrationNumber),
  );
  return differ(registered!, other!) ? 'a different registration number' : null;
}
