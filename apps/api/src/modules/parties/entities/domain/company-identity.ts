/** What tells one company from another. */
export interface CompanyIdentity {
  readonly name: string;
  /** In capitals. */
  readonly countryCode: string | null;
  readonly externalId: string | null;
  /** As `normalizeTaxId` makes it; null when there is none. */
  readonly normalizedTaxId: string | null;
  /** `entityData.company.registrationNumber` */
  readonly registrationNumber: string | null;
}

export interface StoredCompany extends CompanyIdentity {
  readonly id: string;
  /** As it was sent. */
  readonly taxId: string | null;
}
