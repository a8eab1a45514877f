import { hash } from 'node:crypto';

import type { WatchlistEntry } from '../entry.js';

const sorted = (values: readonly string[]): readonly string[] => [...values].sort();

/** Long enough that no two entries of all lists share a hash by chance. */
const hexDigits = 32;

/** Returns a hash of all fields except itself. The order in which a list gives names, births and so on does not count. */
export function contentHash(entry: Omit<WatchlistEntry, 'contentHash'>): string {
  const content = [
    entry.id,
    entry.dataset,
    entry.schema,
    sorted(entry.names.map(({ text, kind, language }) => JSON.stringify([text, kind, language]))),
    sorted(entry.births.map(({ from, to }) => `${from} ${to}`)),
    sorted(entry.countries),
    entry.gender,
    sorted(entry.identifiers.map(({ scheme, value }) => JSON.stringify([scheme, value]))),
    sorted(entry.topics),
    sorted(entry.programs),
    entry.listedOn,
    entry.source,
    sorted(entry.referents),
  ];
  return hash('sha256', JSON.stringify(content), 'hex').slice(0, hexDigits);
}
