import type { TaxIdKind, TaxIdKindName } from './tax-id-kind.js';

interface Validation {
  readonly isValid: boolean;
  readonly compact?: string;
}

export type Validate = (text: string) => Validation;

/** No number has more characters, including punctuation; a longer text is not examined. */
const maxLength = 64;

/** Converts to upper case here, because the wrapped validators would use the locale of the machine. */
export const normalizeInput = (text: string): string | null =>
  text.length > maxLength ? null : text.normalize('NFKC').trim().toUpperCase();

/** An ampersand is excluded, because it can be part of an RFC. */
const punctuation = /(?!&)[\p{P}\p{S}\p{Z}\s]/gu;

/** Removes points, hyphens, slashes and spaces, which writers use in numbers as they like. */
export const withoutPunctuation = (text: string): string => text.replace(punctuation, '');

interface Options {
  /** The punctuation allowed, if the groups show the kind of number. */
  readonly form?: RegExp;
}

/** Returns a kind that is recognized by a validator of `stdnum`. */
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
