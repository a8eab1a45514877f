import type { JsonValue } from '@tamis/stdx';

/** The texts at a path of a record: one, each of a list, or none. Numbers and flags are read as they are written. */
export function valuesAt(record: JsonValue, path: string): readonly string[] {
  let at: JsonValue | undefined = record;
  for (const step of path.split('.')) {
    if (typeof at !== 'object' || at === null || Array.isArray(at) || !Object.hasOwn(at, step)) return [];
    at = (at as Readonly<Record<string, JsonValue>>)[step];
  }
  return (Array.isArray(at) ? (at as readonly JsonValue[]) : [at]).flatMap(textOf);
}

const textOf = (value: JsonValue | undefined): readonly string[] =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
