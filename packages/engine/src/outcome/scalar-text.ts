import { numericText, type Numeric } from '@tamis/stdx';

/** A scalar as the text that alert keys and lists hold; null when there is none. */
export function scalarText(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  const isNumeric = typeof value === 'number' || (typeof value === 'object' && value !== null && 'toFixed' in value);
  return isNumeric ? numericText(value as Numeric) : null;
}
