import { limits, printText } from '@tamis/lang';
import { Decimal34, isObject } from '@tamis/stdx';
import type { FieldKind } from './field-names.js';

export type Scalar = string | number | boolean;

export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));

/** Returns the kind of a value that is compared with a field. */
export const kindOf = (value: Scalar): FieldKind =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean';

/** Returns the kind of a list whose values are all of one kind and not more than a rule can contain; otherwise `null`. */
export function listedKind(value: unknown): FieldKind | null {
  if (!Array.isArray(value) || value.length > limits.listElements) return null;
  const kinds = new Set(value.map((each: unknown) => (isScalar(each) ? kindOf(each) : null)));
  const [kind = null] = kinds;
  return kinds.size === 1 ? kind : null;
}

/** Returns a value as rule text: numbers are written with all digits, without an exponent. */
export function literalText(value: Scalar): string {
  if (typeof value === 'number') return new Decimal34(value).toFixed();
  return typeof value === 'string' ? printText(value) : String(value);
}

export const literalList = (values: readonly unknown[]): string =>
  `[${(values as readonly Scalar[]).map(literalText).join(', ')}]`;

/** Returns the beginning of a value, without its long or deeply nested parts. */
function beginningOf(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, 80);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, 8).map((each) => beginningOf(each, depth - 1));
  const members = isObject(value) ? Object.entries(value).slice(0, 8) : [];
  return Object.fromEntries(members.map(([member, each]) => [member, beginningOf(each, depth - 1)]));
}

/** Describes a value for messages. */
export function describeValue(value: unknown): string {
  const text = JSON.stringify(beginningOf(value, 4)) as string | undefined;
  return text === undefined ? String(value) : text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Whether a value is nested too deeply to be read. Does not use the call stack. */
export function isTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 100) return true;
    level = level.flatMap((each): readonly unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
  }
  return false;
}
