import { hash } from 'node:crypto';

import type { WatchlistEntry } from '../entry.js';

const sorted = (values: readonly string[]): readonly string[] => [...values].sort();

/** As long as no two entries of all lists can have it in common by chance. */
const hexDigits = 32;

/** Of all fields but itself; the order in which a list has names, births and so on is no content. */
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
