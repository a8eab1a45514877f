import type { StoredRecord } from '@tamis/engine';
import { isObject } from '@tamis/stdx';

/** A field that is kept; if `below` is `null`, its whole value is kept. */
interface ProjectedMember {
  readonly key: string;
  readonly children: readonly ProjectedMember[] | null;
}

function projectedMembers(paths: readonly (readonly string[])[]): readonly ProjectedMember[] {
  const byKey = new Map<string, (readonly string[])[]>();
  for (const [key, ...rest] of paths) if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), rest]);
  return [...byKey].map(([key, below]) => ({
    key,
    children: below.some(({ length }) => length === 0) ? null : projectedMembers(below),
  }));
}

function pick(record: StoredRecord, members: readonly ProjectedMember[]): StoredRecord {
  const made: Record<string, unknown> = {};
  for (const { key, children: below } of members) {
    if (!Object.hasOwn(record, key)) continue;
    const value = record[key];
    made[key] = below !== null && isObject(value) ? pick(value, below) : value;
  }
  return made;
}

/**
 * Reduces stored records to the data read at these paths, so that a million fit into memory. The value at each path is the same in the
 * reduced record.
 */
export function recordProjection(paths: readonly (readonly string[])[]): (record: StoredRecord) => StoredRecord {
  // This key cannot be set like other fields.
  if (paths.some((path) => path.includes('__proto__'))) return (record) => record;
  const members = projectedMembers([['id'], ...paths]);
  return (record) => pick(record, members);
}
