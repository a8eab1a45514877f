import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { writeEuXml, writeUnXml } from '@tamis/testkit/watchlists';
import { allWatchlists, type WatchlistEntry } from '@tamis/watchlists';

import { type LoadOutcome, loadWatchlist, Watchlists } from '../../src/modules/screening/watchlists/index.js';
import { newId, type PgPool, pgPoolToken } from '../../src/platform/database/index.js';
import type { TestApi } from './start-test-api.js';

/** Returns a person on a list. Fields that are not given are unknown. */
export const listedPerson = (id: string, name: string, more: Partial<WatchlistEntry> = {}): WatchlistEntry => ({
  id,
  dataset: 'un_sc',
  schema: 'person',
  names: [{ text: name, kind: 'primary', language: null }],
  births: [],
  countries: [],
  gender: null,
  identifiers: [],
  topics: ['sanction'],
  programs: ['TEST'],
  listedOn: '2020-01-01',
  source: null,
  referents: [],
  contentHash: '',
  ...more,
});

export type WritableList = 'un_sc' | 'eu_fsf';

/** Returns the file that the publisher of a list would publish for these entries on a given day. */
export function listText(code: WritableList, entries: Iterable<WatchlistEntry>, madeOn = '2026-10-03'): string {
  const kept = [...entries];
  const [write] = [...(code === 'un_sc' ? writeUnXml : writeEuXml)(() => kept).values()];
  return [...write!()].join('').replace('2026-10-03', madeOn);
}

const fileNames = { un_sc: 'consolidated.xml', eu_fsf: 'xmlFullSanctionsList_1_1.xml' } as const;

/** Loads lists from files, as an administrator does. Here, lists with few entries count as complete. */
export function useListFiles(): {
  readonly load: (pool: PgPool, code: WritableList, text: string) => Promise<LoadOutcome>;
  readonly serve: (
    api: TestApi,
    code: WritableList,
    entries: Iterable<WatchlistEntry>,
    madeOn?: string,
  ) => Promise<LoadOutcome>;
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'lists-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const load = async (pool: PgPool, code: WritableList, text: string): Promise<LoadOutcome> => {
    const file = path.join(folder, newId());
    writeFileSync(file, text);
    const source = { ...allWatchlists.find((each) => each.code === code)!, minimumEntries: 2 };
    const loaded = await loadWatchlist(pool, source, [{ path: file, name: fileNames[code], expectedBytes: null }]);
    if (!loaded.ok) throw new Error(loaded.error);
    return loaded.value;
  };
  return {
    load,
    serve: async (api, code, entries, madeOn) => {
      const loaded = await load(api.app.get<PgPool>(pgPoolToken), code, listText(code, entries, madeOn));
      await api.app.get(Watchlists).refresh();
      return loaded;
    },
  };
}
