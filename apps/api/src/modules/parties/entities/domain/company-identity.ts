/** The data that distinguishes one company from another. */
export interface CompanyIdentity {
  readonly name: string;
  /** The country code in upper case. */
  readonly countryCode: string | null;
  readonly externalId: string | null;
  /** The tax id as `normalizeTaxId` returns it; `null` if there is none. */
  readonly normalizedTaxId: string | null;
  /** `entityData.company.registrationNumber` */
  readonly registrationNumber: string | null;
}

export interface StoredCompany extends CompanyIdentity {
  readonly id: string;
  /** The tax id as it was sent. */
  readonly taxId: string | null;
}
