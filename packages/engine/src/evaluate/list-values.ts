import { Unknown, type Outcome, type Type } from '@tamis/lang';
import { numericText, type Money } from '@tamis/stdx';

import { scalarText } from '../outcome/scalar-text.js';

/** Elements of an array that one mapping of `add` appends. */
const maxElements = 100;

/** A scalar as records have it: an amount without its currency, a time in ISO 8601; null: it is no scalar, or empty. */
function recordText(value: unknown, type: Type | null): string | null {
  if (value instanceof Unknown) return null;
  if (type?.kind === 'datetime' && typeof value === 'number') return new Date(value).toISOString();
  if (type?.kind === 'money' && typeof value === 'object') return numericText((value as Money).amount);
  return scalarText(value) || null;
}

/** What `add` appends of a field: its value, or those of its elements; nothing where it is missing or empty. */
export function listValues(value: Outcome, type: Type | null): readonly string[] {
  if (!Array.isArray(value)) return [recordText(value, type)].flatMap((text) => text ?? []);
  const element = type?.kind === 'list' ? type.element : null;
  const texts = (value as readonly unknown[]).slice(0, maxElements).flatMap((each) => recordText(each, element) ?? []);
  return [...new Set(texts)];
}
