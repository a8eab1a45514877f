import { canonicalJson, foldText, isObject, type JsonValue } from '@tamis/stdx';
import { withoutPunctuation } from '@tamis/screening/tax-ids';

import { isEmpty } from './fields-enriched.js';
import { listLimit } from './normalized-fields.js';

export interface SourceList {
  readonly integrationCode: string;
  readonly list: unknown;
}

type Element = Readonly<Record<string, unknown>>;

interface Entry {
  readonly element: unknown;
  /** Elements with equal keys are the same element. */
  readonly key: string;
  /** Name under which an element with a tax id is matched by an element without one. */
  readonly name: string | null;
  readonly hasTaxId: boolean;
}

/**
 * Returns the elements of all lists, those of the first source first. Elements are the same if their tax ids match, or else their names.
 * Each field of a merged element comes from the first source that has it. A name shared by several tax ids identifies nothing, so an
 * element with only that name stays separate.
 */
export function mergeList(lists: readonly SourceList[]): readonly unknown[] {
  const entries = lists.flatMap(({ list }) => (Array.isArray(list) ? list.map(entryOf) : []));
  const taxIdsOfName = new Map<string, Set<string>>();
  for (const { key, name, hasTaxId } of entries) {
    if (!hasTaxId || name === null) continue;
    taxIdsOfName.set(name, (taxIdsOfName.get(name) ?? new Set()).add(key));
  }
  const merged = new Map<string, unknown>();
  for (const { element, key, name, hasTaxId } of entries) {
    const sameName = hasTaxId || name === null ? undefined : taxIdsOfName.get(name);
    const [only] = sameName?.size === 1 ? sameName : [];
    const at = only ?? key;
    const known = merged.get(at);
    merged.set(at, isObject(known) && isObject(element) ? completed(known, element) : (known ?? element));
  }
  return [...merged.values()].slice(0, listLimit);
}

const completed = (known: Element, more: Element): Element => ({
  ...known,
  ...Object.fromEntries(Object.entries(more).filter(([name, value]) => isEmpty(known[name]) && !isEmpty(value))),
});

const folded = (value: unknown): string =>
  typeof value === 'string' ? foldText(value).replace(/\s+/g, ' ').trim() : '';

function entryOf(element: unknown): Entry {
  if (!isObject(element)) return { element, key: `value ${folded(element)}`, name: null, hasTaxId: false };
  const { taxId, name, code, relationshipType, maskedTaxId } = element;
  // The relationship is part of the key, because the same company may be both a parent and the ultimate parent.
  const relation = folded(relationshipType);
  const nameKey = folded(name) === '' ? null : `${folded(name)} ${relation}`;
  const number = typeof taxId === 'string' ? withoutPunctuation(taxId.toUpperCase()) : '';
  if (number !== '') return { element, key: `number ${number} ${relation}`, name: nameKey, hasTaxId: true };
  // Two persons with the same name but different masked numbers are different persons.
  if (nameKey !== null)
    return { element, key: `name ${nameKey} ${folded(maskedTaxId)}`, name: nameKey, hasTaxId: false };
  const text = typeof code === 'string' ? code : canonicalJson(element as JsonValue);
  return { element, key: `other ${foldText(text)}`, name: null, hasTaxId: false };
}
