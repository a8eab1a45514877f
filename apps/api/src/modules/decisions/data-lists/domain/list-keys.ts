import { addressBlockText, blocksAround } from '@tamis/library';
import type { ListType } from './list-enumerations.js';

/** Bytes of a normalized value: what one row of an index can hold. */
const keyBytes = 2_000;

const lettersAndDigitsOnly: ReadonlySet<ListType> = new Set([
  'company_blocklist',
  'document_blocklist',
  'person_blocklist',
]);

/** Compatibility forms made equal, case folded (so that `ß` equals `SS`), outer white space dropped. */
const foldText = (text: string): string => text.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC');

const foldLettersAndDigits = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

/** What a value must look like on lists of some types: anything else could never match. */
const forms: Readonly<Partial<Record<ListType, RegExp>>> = {
  /** An address, or the domain of addresses. */
  email_blocklist: /^(?:[^\s@]+@[^\s@]+|@?[^\s@]+\.[^\s@]+)$/u,
  /** At least four digits, with what people write between them. */
  phone_blocklist: /^(?:tel:)?\+?(?:[\s()./-]*\d){4,}[\s()./-]*(?:(?:ext|x|ramal|int|#)\.?\s*\d{1,6})?$/iu,
};

/**
 * What two spellings of one value have in common on a list of this type; null when the value cannot stand on such a list: it is
 * empty, too long, or no address on a list of IP addresses, e-mail addresses or telephone numbers.
 */
export function normalizeListValue(type: ListType, value: string): string | null {
  const normalized = normalize(type, value);
  return normalized === null || normalized === '' || Buffer.byteLength(normalized) > keyBytes ? null : normalized;
}

function normalize(type: ListType, value: string): string | null {
  if (type === 'ip_blocklist') return addressBlockText(value);
  if (forms[type]?.test(value.normalize('NFKC').trim()) === false) return null;
  return lettersAndDigitsOnly.has(type) ? foldLettersAndDigits(value) : foldText(value);
}

/** Keys are namespaced, so that a look-up need not know the type of the list: text, letters and digits, address block. */
const textKey = (normalized: string): string => `t:${normalized}`;
const plainKey = (normalized: string): string => `a:${normalized}`;
const blockKey = (block: string): string => `i:${block}`;

/** Everything an item may be found by. Search keys that cannot stand on the list are left out. */
export function itemKeys(type: ListType, values: readonly string[]): readonly string[] {
  const keys = new Set<string>();
  for (const value of values) {
    const normalized = normalizeListValue(type, value);
    if (normalized === null) continue;
    if (type === 'ip_blocklist') keys.add(blockKey(normalized));
    else if (lettersAndDigitsOnly.has(type)) keys.add(plainKey(normalized));
    else {
      keys.add(textKey(normalized));
      const block = addressBlockText(value);
      if (block !== null) keys.add(blockKey(block));
    }
  }
  return [...keys];
}

export interface ProbeKey {
  readonly key: string;
  /** The key counts on lists of addresses only. */
  readonly addressListsOnly: boolean;
}

/** What a value may be found by. A value of type address matches blocks on every list, other text only on address lists. */
export function probeKeys(value: string, isAddress: boolean): readonly ProbeKey[] {
  const blocks = blocksAround(value).map((block) => ({ key: blockKey(block), addressListsOnly: !isAddress }));
  const [text, plain] = [foldText(value), foldLettersAndDigits(value)];
  return [
    ...(text === '' ? [] : [{ key: textKey(text), addressListsOnly: false }]),
    ...(plain === '' ? [] : [{ key: plainKey(plain), addressListsOnly: false }]),
    ...blocks,
  ];
}

/** The keys under which a value that people look for may stand on a list of this type: what rules would find for text. */
export function lookupKeys(type: ListType, value: string): readonly string[] {
  if (type === 'ip_blocklist') return blocksAround(value).map(blockKey);
  const [normalized, key] = lettersAndDigitsOnly.has(type)
    ? [foldLettersAndDigits(value), plainKey]
    : [foldText(value), textKey];
  return normalized === '' ? [] : [key(normalized)];
}

/** Whether a value that is asked for would be found on a list of this type if `item` stood there. */
export function wouldMatch(
  type: ListType,
  item: string,
  asked: { readonly value: string; readonly isAddress: boolean },
): boolean {
  const keys = new Set(itemKeys(type, [item]));
  return probeKeys(asked.value, asked.isAddress).some(
    ({ key, addressListsOnly }) => keys.has(key) && (!addressListsOnly || type === 'ip_blocklist'),
  );
}
