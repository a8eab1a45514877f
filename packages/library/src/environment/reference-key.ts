import { canonicalIp } from '@tamis/stdx';
import { emailParts } from '../semantics/email-parts.js';
import { onlyDigits } from '../semantics/only-digits.js';

const emailDomain = (text: string): string | null => emailParts(text)?.domain.toLowerCase() ?? null;

/** How the first argument of a function becomes the key of its table of reference data. */
const keys: Readonly<Record<string, (argument: string) => string | null>> = {
  isFreeEmail: emailDomain,
  isDisposableEmail: emailDomain,
  binCountry: (text) => onlyDigits(text).slice(0, 8),
  binBrand: (text) => onlyDigits(text).slice(0, 8),
  ipCountry: canonicalIp,
  ipAsn: canonicalIp,
  ipFlag: canonicalIp,
};

/**
 * The key under which reference data answer a function for an argument: the domain of an e-mail address, the first eight
 * digits of a card, an address in its canonical form. Null when the argument is malformed.
 */
export const referenceKey = (functionName: string, argument: string): string | null =>
  Object.hasOwn(keys, functionName) ? (keys[functionName]?.(argument) ?? null) : argument;
