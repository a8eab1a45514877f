import { addressBlockText, blocksAround } from '@tamis/library';
import type { ListType } from './list-enumerations.js';

/** Maximum bytes of a normalized value, which must fit into an index row. */
const keyBytes = 2_000;

const lettersAndDigitsOnly: ReadonlySet<ListType> = new Set([
  'company_blocklist',
  'document_blocklist',
  'person_blocklist',
]);

/** Unifies compatibility forms, folds case (so that `ß` equals `SS`), and removes outer whitespace. */
const foldText = (text: string): string => text.normalize('NFKC').trim().toUpperCase().toLowerCase().normalize('NFKC');

const foldLettersAndDigits = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]/gu, '');

/** Required format of values on some types of lists. Any other value could never match. */
const forms: Readonly<Partial<Record<ListType, RegExp>>> = {
  /** An email address or an email domain. */
  email_blocklist: /^(?:[^\s@]+@[^\s@]+|@?[^\s@]+\.[^\s@]+)$/u,
  /** At least four digits, with common separators between them. */
  phone_blocklist: /^(?:tel:)?\+?(?:[\s()./-]*\d){4,}[\s()./-]*(?:(?:ext|x|ramal|int|#)\.?\s*\d{1,6})?$/iu,
};

/**
 * Returns the form shared by all spellings of a value on a list of this type. Returns `null` if the value is empty, too long, or not an
 * address on a list of IP addresses, email addresses or telephone numbers.
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

/** Keys have a prefix, so that a lookup need not know the type of the list: text, letters and digits, address block. */
const textKey = (normalized: string): string => `t:${normalized}`;
const plainKey = (normalized: string): string => `a:${normalized}`;
const blockKey = (block: string): string => `i:${block}`;

/** Returns every key by which an item can be found. Search keys that are invalid on the list are left out. */
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
  /** The key matches only on lists of addresses. */
  readonly addressListsOnly: boolean;
}

/**
 * Returns the keys by which a value may be found. A value of type address matches blocks on every list, other text only on lists of
 * addresses.
 */
export function probeKeys(value: string, isAddress: boolean): readonly ProbeKey[] {
  const blocks = blocksAround(value).map((block) => ({ key: blockKey(block), addressListsOnly: !isAddress }));
  const [text, plain] = [foldText(value), foldLettersAndDigits(value)];
  return [
    ...(text === '' ? [] : [{ key: textKey(text), addressListsOnly: false }]),
    ...(plain === '' ? [] : [{ key: plainKey(plain), addressListsOnly: false }]),
    ...blocks,
  ];
}

/** Returns the keys under which a value searched for by a user may be on a list of this type. They find what rules would find for text. */
export function lookupKeys(type: ListType, value: string): readonly string[] {
  if (type === 'ip_blocklist') return blocksAround(value).map(blockKey);
  const [normalized, key] = lettersAndDigitsOnly.has(type)
    ? [foldLettersAndDigits(value), plainKey]
    : [foldText(value), textKey];
  return normalized === '' ? [] : [key(normalized)];
}

/** Returns whether a looked-up value would match if `item` were on a list of this type. */
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
