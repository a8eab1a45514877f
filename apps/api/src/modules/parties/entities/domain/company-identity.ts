/** What tells one company from another. */
export interface CompanyIdentity {
  readonly name: string;
  readonly externalId: string | null;
  /** As `normalizeTaxId` makes it; null when there is none. */
  readonly normalizedTaxId: string | null;
}

export interface StoredCompany extends CompanyIdentity {
  readonly id: string;
}
