import type { StoredRecord } from '@tamis/engine';
import { isObject } from '@tamis/stdx';

/** A member that is kept; `below` null: its whole value. */
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
 * Keeps of stored records what is read at these paths, so that a million fit into memory. What lies at a path is the same in the
 * kept record.
 */
export function recordProjection(paths: readonly (readonly string[])[]): (record: StoredRecord) => StoredRecord {
  // It cannot be set as other members can.
  if (paths.some((path) => path.includes('__proto__'))) return (record) => record;
  const members = projectedMembers([['id'], ...paths]);
  return (record) => pick(record, members);
}
