import anyAscii from 'any-ascii';

import { lookingLatin } from '../names/visible-text.js';
import type { Identifier } from './screened.js';

/** An identifier of both: equal, or hidden in part and possible. */
export interface SharedIdentifier {
  readonly scheme: string;
  readonly ours: string;
  readonly theirs: string;
  readonly kind: 'equal' | 'masked';
}

const ascii = /^\p{ASCII}*$/u;
const symbols = /(?!\*)[\p{S}\p{P}]/gu;

/** Letters of any case and digits count, of any script: series of passports have such. Stars hide what a list does not tell. */
function plainIdentifier(value: string): string {
  const latin = ascii.test(value) ? value : anyAscii(lookingLatin(value.replace(symbols, '').normalize('NFKC')));
  return latin.toUpperCase().replace(/[^A-Z0-9*]/gu, '');
}
const plainScheme = (scheme: string): string => scheme.toLowerCase().replace(/[^a-z0-9]/gu, '');

/** By which equal identifiers are found; null for one that is empty or hidden in part. */
export function identifierKey({ scheme, value }: Identifier): string | null {
  const plain = plainIdentifier(value);
  return plain === '' || isMasked(plain) ? null : `${plainScheme(scheme)} ${plain}`;
}

const isMasked = (plain: string): boolean => plain.includes('*');

const mayBeValue = (masked: string, value: string): boolean =>
  masked.length === value.length &&
  Array.from(masked).every((letter, at) => letter === '*' || value[at] === '*' || letter === value[at]);

/** What identifiers say of a match; null where a number that is hidden in part cannot be ours. */
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
