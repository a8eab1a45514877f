import type { TaxIdKind, TaxIdKindName } from './tax-id-kind.js';

interface Validation {
  readonly isValid: boolean;
  readonly compact?: string;
  readonly error?: { readonly name: string };
}

export type Validate = (text: string) => Validation;

/** No number has more characters, punctuation included; a longer text is not looked at. */
const maxLength = 64;

/** Capitals are made here: the wrapped validators would ask the machine's locale. */
export const normalizeInput = (text: string): string | null =>
  text.length > maxLength ? null : text.trim().toUpperCase();

interface Options {
  /** How the number may be punctuated, where the wrapped validator allows too much. */
  readonly form?: RegExp;
  /** A wrong check digit is a doubt only. */
  readonly checkDigitOnlyDoubted?: (compact: string) => boolean;
}

/** A kind that a validator of `stdnum` decides. */
export function wrapValidator(name: TaxIdKindName, validate: Validate, options: Options = {}): TaxIdKind {
  return {
    name,
    recognize: (text) => {
      const input = normalizeInput(text);
      if (input === null || (options.form && !options.form.test(input))) return null;
      const { isValid, compact, error } = validate(input);
      if (isValid && compact !== undefined) return { kind: name, compact, doubtfulCheckDigit: false };
      if (!error?.name.includes('Checksum') || !options.checkDigitOnlyDoubted) return null;
      const bare = input.replace(/[^\p{L}\p{N}&]/gu, '');
      return options.checkDigitOnlyDoubted(bare) ? { kind: name, compact: bare, doubtfulCheckDigit: true } : null;
    },
  };
}
