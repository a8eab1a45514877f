import type { TaxIdKind, TaxIdKindName } from './tax-id-kind.js';

interface Validation {
  readonly isValid: boolean;
  readonly compact?: string;
}

export type Validate = (text: string) => Validation;

/** No number has more characters, punctuation included; a longer text is not looked at. */
const maxLength = 64;

/** Capitals are made here: the wrapped validators would ask the machine's locale. */
export const normalizeInput = (text: string): string | null =>
  text.length > maxLength ? null : text.normalize('NFKC').trim().toUpperCase();

/** An ampersand is a letter of an RFC. */
const punctuation = /(?!&)[\p{P}\p{S}\p{Z}\s]/gu;

/** Numbers are written with points, hyphens, slashes and spaces as their writers like it. */
export const withoutPunctuation = (text: string): string => text.replace(punctuation, '');

interface Options {
  /** How the number may be punctuated, where its groups say what it is. */
  readonly form?: RegExp;
}

/** A kind that a validator of `stdnum` decides. */
export function wrapValidator(name: TaxIdKindName, validate: Validate, { form }: Options = {}): TaxIdKind {
  return {
    name,
    recognize: (text) => {
      const input = normalizeInput(text);
      if (input === null || (form && !form.test(input))) return null;
      const { isValid, compact } = validate(withoutPunctuation(input));
      return isValid && compact !== undefined ? { kind: name, compact, doubtfulCheckDigit: false } : null;
    },
  };
}
