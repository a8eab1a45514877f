/** Kinds of documents that can be submitted. The first three have the same names as identity documents everywhere else. */
export const documentTypes = ['passport', 'national_id', 'drivers_license', 'residence_permit', 'visa'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Details of the holder in a document. Dates are `YYYY-MM-DD`, countries ISO 3166-1 alpha-2. */
export interface DocumentTexts {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly documentNumber?: string;
  readonly dateOfBirth?: string;
  readonly issuedAt?: string;
  readonly expiresAt?: string;
  readonly gender?: string;
  readonly nationality?: string;
  readonly address?: string;
  readonly taxId?: string;
}

export interface ShownDocument {
  readonly documentType: DocumentType;
  readonly issuingCountry: string;
  readonly mrzLines?: readonly string[];
  /** The text of the PDF417 barcode of a licence of the United States or Canada. */
  readonly barcode?: string;
  /** Details typed by the person. Those of a machine-readable zone or barcode take precedence. */
  readonly fields: DocumentTexts;
  /** Whether the typed details were found in the picture by someone or something other than the person. */
  readonly confirmed: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
}

/** What is known about the expected holder of the document. */
export interface DocumentHolder {
  readonly name: string;
  readonly birthDate?: string;
  readonly documentNumber?: string;
  readonly countryCode?: string;
  readonly taxId?: string;
}

export interface DocumentOptions {
  /** Whether a lookup of the document at its issuer was requested, which nothing here can perform. */
  readonly doubleCheckRegistry?: boolean;
}

export type CheckOutcome = 'passed' | 'failed' | 'unchecked';

export interface DocumentCheck {
  readonly code: DocumentCheckCode;
  readonly outcome: CheckOutcome;
  readonly isHard: boolean;
  readonly message: string;
}

export interface CheckedDocument {
  readonly extracted: DocumentTexts & { readonly documentType: DocumentType; readonly issuingCountry: string };
  readonly checks: readonly DocumentCheck[];
  readonly warnings: readonly string[];
}

interface CheckKind {
  /** Whether a failure ends the validation. Failures of other checks lead to a manual review. */
  readonly isHard: boolean;
  readonly passed: string;
  readonly failed: string;
  readonly unchecked: string;
}

/** Every check, named after the problem that it detects. */
export const documentChecks = {
  CHECK_DIGITS_WRONG: {
    isHard: false,
    passed: 'Every check digit is correct',
    failed: 'A check digit does not match the characters before it',
    unchecked: 'The document has no machine-readable text with check digits',
  },
  BARCODE_UNREADABLE: {
    isHard: false,
    passed: 'The barcode could be read',
    failed: 'The text is not a barcode of a US or Canadian licence',
    unchecked: 'The document has no barcode',
  },
  DOCUMENT_UNCONFIRMED: {
    isHard: false,
    passed: 'The entered data was confirmed',
    failed: 'The entered data does not match the image',
    unchecked: 'The entered data was not confirmed against the document',
  },
  DATES_IMPOSSIBLE: {
    isHard: true,
    passed: 'Birth, issue and expiry are in order',
    failed: 'Birth, issue and expiry are not in order',
    unchecked: 'The dates could not be read',
  },
  DOCUMENT_EXPIRED: {
    isHard: true,
    passed: 'The document has not expired',
    failed: 'The document has expired',
    unchecked: 'The expiry of the document is not known',
  },
  DOCUMENT_NUMBER_MISMATCH: {
    isHard: true,
    passed: 'The number matches the entity',
    failed: 'The number differs from that of the entity',
    unchecked: 'The number could not be read',
  },
  BIRTH_DATE_MISMATCH: {
    isHard: true,
    passed: 'The birth date matches the entity',
    failed: 'The birth date differs from that of the entity',
    unchecked: 'The birth date could not be read',
  },
  NAME_MISMATCH: {
    isHard: false,
    passed: 'The name is similar to that of the entity',
    failed: 'The name is not similar to that of the entity',
    unchecked: 'The name could not be read',
  },
  COUNTRY_MISMATCH: {
    isHard: false,
    passed: 'The country is the chosen one',
    failed: 'The document is from another country than the chosen one',
    unchecked: 'The country could not be read',
  },
  ENTITY_COUNTRY_MISMATCH: {
    isHard: false,
    passed: 'The document is from the country of the entity',
    failed: 'Neither the document nor the nationality is from the country of the entity',
    unchecked: 'The country could not be read',
  },
  DOCUMENT_TYPE_MISMATCH: {
    isHard: false,
    passed: 'The document is of the chosen type',
    failed: 'The document is of another type than the chosen one',
    unchecked: 'The type of document could not be read',
  },
  TYPED_DATA_MISMATCH: {
    isHard: false,
    passed: 'The entered data matches the document',
    failed: 'The entered data does not match the document',
    unchecked: 'The entered data could not be compared',
  },
  TAX_ID_INVALID: {
    isHard: false,
    passed: 'The tax id has a valid form and valid check digits',
    failed: 'The tax id does not have a valid form or valid check digits',
    unchecked: 'Tax ids of this country are not supported',
  },
  TAX_ID_MISMATCH: {
    isHard: false,
    passed: 'The tax id matches the entity',
    failed: 'The tax id differs from that of the entity',
    unchecked: 'The tax id could not be read',
  },
} as const satisfies Record<string, CheckKind>;

export type DocumentCheckCode = keyof typeof documentChecks;

export const checkOf = (code: DocumentCheckCode, outcome: CheckOutcome): DocumentCheck => {
  const kind: CheckKind = documentChecks[code];
  return { code, outcome, isHard: kind.isHard, message: kind[outcome] };
};
