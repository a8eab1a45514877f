import type { JsonValue } from './canonical-json.js';

/** Whether a value is an object with members: neither null nor a list. */
export function isObject(value: JsonValue | undefined): value is { readonly [member: string]: JsonValue };
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
