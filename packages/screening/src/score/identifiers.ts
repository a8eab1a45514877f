import anyAscii from 'any-ascii';

import { lookingLatin } from '../names/visible-text.js';
import type { Identifier } from './screened.js';

/** An identifier of both sides: equal, or partly masked and possibly equal. */
export interface SharedIdentifier {
  readonly scheme: string;
  readonly ours: string;
  readonly theirs: string;
  readonly kind: 'equal' | 'masked';
}

const ascii = /^\p{ASCII}*$/u;
const symbols = /(?!\*)[\p{S}\p{P}]/gu;

/**
 * Normalizes an identifier. Letters of any script, ignoring case, and digits count, because series of passports contain them. Stars mask
 * what a list does not disclose.
 */
function plainIdentifier(value: string): string {
  const latin = ascii.test(value) ? value : anyAscii(lookingLatin(value.replace(symbols, '').normalize('NFKC')));
  return latin.toUpperCase().replace(/[^A-Z0-9*]/gu, '');
}
const plainScheme = (scheme: string): string => scheme.toLowerCase().replace(/[^a-z0-9]/gu, '');

/** Returns the key by which equal identifiers are found, or `null` if the identifier is empty or partly masked. */
export function identifierKey({ scheme, value }: Identifier): string | null {
  const plain = plainIdentifier(value);
  return plain === '' || isMasked(plain) ? null : `${plainScheme(scheme)} ${plain}`;
}

const isMasked = (plain: string): boolean => plain.includes('*');

const mayBeValue = (masked: string, value: string): boolean =>
  masked.length === value.length &&
  Array.from(masked).every((letter, at) => letter === '*' || value[at] === '*' || letter === value[at]);

/** Compares the identifiers of a match. Returns `null` if a partly masked number cannot be ours. */
export function compareIdentifiers(
  ours: readonly Identifier[],
  theirs: readonly Identifier[],
): readonly SharedIdentifier[] | null {
  const shared: SharedIdentifier[] = [];
  for (const listed of theirs) {
    const scheme = plainScheme(listed.scheme);
    const value = plainIdentifier(listed.value);
    const same = ours.filter((own) => plainScheme(own.scheme) === scheme && plainIdentifier(own.value) !== '');
    if (value === '' || same.length === 0) continue;
    const hidden = same.filter((own) => isMasked(value) || isMasked(plainIdentifier(own.value)));
    const possible = same.filter((own) => mayBeValue(value, plainIdentifier(own.value)));
    if (hidden.length === same.length && possible.length === 0) return null;
    for (const own of possible)
      shared.push({
        scheme: listed.scheme,
        ours: own.value,
        theirs: listed.value,
        kind: hidden.includes(own) ? 'masked' : 'equal',
      });
  }
  return shared;
}
