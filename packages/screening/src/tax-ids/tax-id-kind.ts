/** What a text was recognized as. */
export interface RecognizedTaxId {
  readonly kind: TaxIdKindName;
  /** Letters and digits only, in capitals. */
  readonly compact: string;
  /** The form is right and the check digit is not. Registers hold such numbers, so this is a doubt, not a refusal. */
  readonly doubtfulCheckDigit: boolean;
}

const taxIdKindNames = ['cuit', 'cpf', 'cnpj', 'rut', 'nit', 'rfc', 'curp', 'ssn', 'itin', 'atin', 'ein'] as const;
export type TaxIdKindName = (typeof taxIdKindNames)[number];

/** One kind of number of one country. */
export interface TaxIdKind {
  readonly name: TaxIdKindName;
  /** Null: the text is not such a number. Pure; takes any text. */
  readonly recognize: (text: string) => RecognizedTaxId | null;
}
