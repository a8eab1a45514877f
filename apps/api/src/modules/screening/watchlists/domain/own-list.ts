import { hash } from 'node:crypto';
import { contentHash, type WatchlistEntry } from '@tamis/watchlists';

import type { ListedName, ListType } from '../../../decisions/data-lists/index.js';

/** People and companies on the organization's own lists. */
export interface OwnList {
  /** Changes whenever the content does. */
  readonly version: string;
  readonly entries: readonly WatchlistEntry[];
}

const topicOf = { sanctions: 'sanction', pep: 'pep' } as const satisfies Partial<Record<ListType, string>>;

/** The active data lists of these types, combined into one list. */
export const ownList = {
  code: 'own',
  title: 'Own lists of the organization',
  types: Object.keys(topicOf) as readonly (keyof typeof topicOf)[],
  topics: Object.values(topicOf) as readonly string[],
} as const;

const hexDigits = 16;

/** Converts list items to entries. They can be of any type, because items contain no more than names. */
export function ownListOf(organizationId: string, items: readonly ListedName[]): OwnList {
  const entries = items.map(entryOf);
  const content = JSON.stringify([organizationId, entries.map((entry) => entry.contentHash)]);
  return { version: hash('sha256', content, 'hex').slice(0, hexDigits), entries };
}

function entryOf({ id, list, type, primaryValue, searchKeys }: ListedName): WatchlistEntry {
  const aliases = searchKeys.filter((key) => key !== primaryValue);
  const entry = {
    ...{ id, dataset: ownList.code, schema: 'other' as const, births: [], countries: [], gender: null },
    names: [
      { text: primaryValue, kind: 'primary' as const, language: null },
      ...aliases.map((text) => ({ text, kind: 'alias' as const, language: null })),
    ],
    ...{ identifiers: [], topics: [topicOf[type as keyof typeof topicOf]], programs: [list], listedOn: null },
    ...{ source: null, referents: [] },
  };
  return { ...entry, contentHash: contentHash(entry) };
}
