import { readValue, Unknown, type Type } from '@tamis/lang';
import { foldText } from '@tamis/library';
import { numericText, type Money, type Numeric } from '@tamis/stdx';

const maxPlainText = 64;

const beyondAscii = 0x80;

/** Whether a text is equal to all of its normal forms, determined without a call into the runtime. */
export function isPlainText(raw: unknown): boolean {
  if (typeof raw !== 'string' || raw.length > maxPlainText) return false;
  for (let index = 0; index < raw.length; index++) if (raw.charCodeAt(index) >= beyondAscii) return false;
  return true;
}

const text = (value: string, type: Type): string =>
  type.kind === 'text' && type.collation === 'ci' ? foldText(value) : value.normalize('NFC');

/**
 * Returns a key that is equal for equal values of a type: text by its collation, numbers by value, money by currency and amount. Returns
 * `null` if the value is absent, empty, of another type, or not a single value.
 */
export function linkKey(raw: unknown, type: Type): string | null {
  // Both sides are read in the same way, so that any time zone gives the same result.
  const value = readValue(raw, type, '', 'UTC');
  if (value instanceof Unknown || value === '') return null;
  if (typeof value === 'string') return text(value, type);
  if (typeof value === 'boolean') return `is ${String(value)}`;
  if (typeof value === 'number' || 'toFixed' in value) return `= ${numericText(value as Numeric)}`;
  return type.kind === 'money' ? `${(value as Money).currency} ${numericText((value as Money).amount)}` : null;
}
