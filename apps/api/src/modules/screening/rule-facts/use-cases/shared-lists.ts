import { buildIndex } from '@tamis/screening';
import { type LoadedList, screenHere } from '@tamis/screening-pool';

import type { Queryable } from '../../../../platform/database/index.js';
import { findEntriesOf, type LoadedWatchlist, type OwnList, ownList, type Watchlists } from '../../watchlists/index.js';
import type { ListSearch } from './screening-facts.js';

/** The lists of a process, which another thread searches in the same memory. */
export interface SharedLists {
  readonly known: readonly string[];
  readonly blocks: readonly LoadedList[];
  readonly loaded: readonly Pick<LoadedWatchlist, 'code' | 'version' | 'checkedAt'>[];
}

export const shareLists = (known: readonly string[], watchlists: Watchlists): SharedLists => ({
  known,
  blocks: watchlists.blocks(),
  loaded: watchlists.loaded().map(({ code, version, checkedAt }) => ({ code, version, checkedAt })),
});

/** The number of versions that one thread makes searchable: each is read completely, which takes time proportional to its list. */
const mostOpened = 24;

/** Searches the lists in this thread, and other versions of them, which are rebuilt from their entries. */
export function searchShared({ known, blocks, loaded }: SharedLists): ListSearch {
  const opened = new Map<string, LoadedList>();
  const open = async (client: Queryable, list: string, version: string | undefined): Promise<LoadedList | null> => {
    const current = blocks.find((block) => block.list === list && block.version === version);
    if (current || version === undefined) return current ?? null;
    const key = `${list} ${version}`;
    const before = opened.get(key);
    if (before || opened.size >= mostOpened) return before ?? null;
    const block = buildIndex(await findEntriesOf(client, list, version));
    const made = { list, version, block };
    opened.set(key, made);
    return made;
  };
  const openOwn = ({ version, entries }: OwnList): LoadedList => {
    const known = opened.get(version) ?? { list: ownList.code, version, block: buildIndex(entries) };
    opened.set(version, known);
    return known;
  };
  const screenIn =
    (lists: readonly LoadedList[]): ListSearch['screen'] =>
    (request, own) =>
      Promise.resolve().then(() => screenHere(lists, { ...request, own: own ? [openOwn(own)] : [] }));
  return {
    known,
    loaded: () => loaded,
    screen: screenIn(blocks),
    openVersions: async (client, codes, versions) => {
      const found: LoadedList[] = [];
      for (const code of codes) {
        const list = await open(client, code, versions[code]);
        if (!list) return null;
        found.push(list);
      }
      return { screen: screenIn(found) };
    },
  };
}
