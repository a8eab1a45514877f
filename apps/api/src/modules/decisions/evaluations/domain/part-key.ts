import { hash } from 'node:crypto';
import type { FoldRequest, WindowRequest } from '@tamis/engine';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

import { type RecordTable, spellingsOf } from './record-table.js';

/** To be raised when the totals of the same records come out otherwise: what is stored then counts for nothing. */
const meaning = 1;

/** 32 hexadecimal digits, which the database reads as a UUID, of everything that totals depend on besides the time: whose records, which of them, and what of them. */
export function partKey({ source, links }: WindowRequest, { where, wanted }: FoldRequest): string {
  const text = canonicalJson({ meaning, source, links, where, wanted } as unknown as JsonValue);
  return hash('sha256', text, 'hex').slice(0, 32);
}

/** Values under which every change of a record of the window is noted; null: under none that the window names. */
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
