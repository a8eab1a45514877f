/** The result of recognizing a text. */
export interface RecognizedTaxId {
  readonly kind: TaxIdKindName;
  /** Letters and digits only, in upper case. */
  readonly compact: string;
  /**
   * Whether the format is right but the check digit is wrong. Registers contain such numbers, so this is a doubt and not a reason to
   * reject.
   */
  readonly doubtfulCheckDigit: boolean;
}

const taxIdKindNames = ['cuit', 'cpf', 'cnpj', 'rut', 'nit', 'rfc', 'curp', 'ssn', 'itin', 'atin', 'ein'] as const;
export type TaxIdKindName = (typeof taxIdKindNames)[number];

/** One kind of number of one country. */
export interface TaxIdKind {
  readonly name: TaxIdKindName;
  /** Returns `null` if the text is not such a number. Pure function that accepts any text. */
  readonly recognize: (text: string) => RecognizedTaxId | null;
}
