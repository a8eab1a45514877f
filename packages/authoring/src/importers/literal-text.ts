import { printText } from '@tamis/lang';
import { Decimal34 } from '@tamis/stdx';
import type { FieldKind } from './field-names.js';

export type Scalar = string | number | boolean;

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** Of a value beside which a field stands. */
export const kindOf = (value: Scalar): FieldKind =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';

/** A value as rule text: every digit of a number, none in a power of ten. */
export function literalText(value: Scalar): string {
  if (typeof value === 'number') return new Decimal34(value).toFixed();
  return typeof value === 'string' ? printText(value) : String(value);
}

/** What a value is, for messages. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? String(value) : text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
