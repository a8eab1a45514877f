import { readValue, Unknown, type Type } from '@tamis/lang';
import { foldText } from '@tamis/library';
import { numericText, type Money, type Numeric } from '@tamis/stdx';

const maxPlainText = 64;

const beyondAscii = 0x80;

/** A text every normal form of which is itself, found out without a call into the runtime. */
export function isPlainText(raw: unknown): boolean {
  if (typeof raw !== 'string' || raw.length > maxPlainText) return false;
  for (let index = 0; index < raw.length; index++) if (raw.charCodeAt(index) >= beyondAscii) return false;
  return true;
}

const text = (value: string, type: Type): string =>
  type.kind === 'text' && type.collation === 'ci' ? foldText(value) : value.normalize('NFC');

/**
 * Equal values of a type have equal keys: text by its collation, numbers by value, money by currency and amount. Null for what
 * is absent, empty, of another type, or not a single value.
 */
export function linkKey(raw: unknown, type: Type): string | null {
  // Both sides are read alike, so that any zone gives the same answer.
  const value = readValue(raw, type, '', 'UTC');
  if (value instanceof Unknown || value === '') return null;
  if (typeof value === 'string') return text(value, type);
  if (typeof value === 'boolean') return `is ${String(value)}`;
  if (typeof value === 'number' || 'toFixed' in value) return `= ${numericText(value as Numeric)}`;
  return type.kind === 'money' ? `${(value as Money).currency} ${numericText((value as Money).amount)}` : null;
}
