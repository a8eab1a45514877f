/** Kinds of fields. `unit` is an object taken as a whole from one source; `texts` and `records` are lists that are merged. */
export type NormalizedKind = 'text' | 'date' | 'number' | 'boolean' | 'unit' | 'texts' | 'records';

/** Fields of the normalized row of a company, as the contract of `normalized-enrichment` defines them. */
export const companyFields = {
  taxId: 'text',
  legalName: 'text',
  tradeName: 'text',
  registrationNumber: 'text',
  registrationStatus: 'text',
  incorporationDate: 'date',
  legalNature: 'text',
  companySize: 'text',
  shareCapital: 'number',
  shareCapitalCurrency: 'text',
  principalActivity: 'unit',
  secondaryActivities: 'records',
  address: 'unit',
  addresses: 'records',
  emails: 'texts',
  phones: 'texts',
  websites: 'texts',
  employeeCount: 'number',
  revenue: 'number',
  shareholders: 'records',
  representatives: 'records',
  relatedCompanies: 'records',
  sanctions: 'unit',
  pep: 'unit',
  adverseMedia: 'unit',
  litigation: 'unit',
  creditScore: 'unit',
  taxStatus: 'text',
  debts: 'records',
} as const satisfies Readonly<Record<string, NormalizedKind>>;

/**
 * Fields of the normalized row of a person. `address` is not in the contract's list, but rules read `normalized.address` for both types.
 */
export const personFields = {
  taxId: 'text',
  fullName: 'text',
  firstName: 'text',
  lastName: 'text',
  dateOfBirth: 'date',
  gender: 'text',
  nationality: 'text',
  documentNumber: 'text',
  motherName: 'text',
  isDeceased: 'boolean',
  occupation: 'text',
  income: 'number',
  address: 'unit',
  addresses: 'records',
  emails: 'texts',
  phones: 'texts',
  relatedCompanies: 'records',
  relatives: 'records',
  sanctions: 'unit',
  pep: 'unit',
  adverseMedia: 'unit',
  litigation: 'unit',
  creditScore: 'unit',
  taxStatus: 'text',
  debts: 'records',
} as const satisfies Readonly<Record<string, NormalizedKind>>;

export const normalizedFields: Readonly<Record<string, NormalizedKind>> = { ...companyFields, ...personFields };

/** Maximum number of elements in a list, both from one source and after merging. */
export const listLimit = 1_000;
