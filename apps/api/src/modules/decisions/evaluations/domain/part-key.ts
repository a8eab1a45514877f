import { hash } from 'node:crypto';
import type { FoldRequest, WindowRequest } from '@tamis/engine';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

import { type RecordTable, spellingsOf } from './record-table.js';

/** Increment this when the totals of the same records change. Stored totals are then no longer used. */
const meaning = 1;

/**
 * Returns 32 hexadecimal digits, which the database reads as a UUID. They identify everything on which totals depend except the time: the
 * subject, the selected records, and the aggregated values.
 */
export function partKey({ source, links }: WindowRequest, { where, wanted }: FoldRequest): string {
  const text = canonicalJson({ meaning, source, links, where, wanted } as unknown as JsonValue);
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** Returns values under which every change of a record in the window is recorded; `null` if the window contains none. */
export function notedKeys({ links }: WindowRequest, { notedBy, plain }: RecordTable): readonly string[] | null {
  if (!links.flat(2).every(({ recordPath }) => recordPath.join('.') in plain)) return null;
  for (const alternatives of links) {
    const found = alternatives.map((keys) =>
      keys.find(({ recordPath }) => notedBy?.includes(recordPath.join('.')) === true),
    );
    const keys = found.filter((link) => link !== undefined);
    if (keys.length === 0 || keys.length < found.length) continue;
    return keys.flatMap(({ recordPath, key }) =>
      plain[recordPath.join('.')]?.as === 'uuid' ? [key.toLowerCase()] : spellingsOf(key),
    );
  }
  return null;
}
