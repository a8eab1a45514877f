import { ListNotLoadedError } from '@tamis/screening-pool';
import { generateEntries } from '@tamis/testkit/watchlists';
import type { WatchlistEntry } from '@tamis/watchlists';

import { listedPerson, listText, useListFiles } from '../../../../test/support/list-files.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { inTransaction, type PgPool, pgPoolToken } from '../../../platform/database/index.js';
import { acceptWatchlist, Watchlists, watchlistVersions } from './index.js';
import { storeEntries } from './persistence/entry-store.js';
import { beginVersion } from './persistence/version-store.js';

const options = { threshold: 8_200, weakAliases: false };
const party = (name: string) => ({
  ...{ schema: 'person' as const, names: [name], births: [], countries: [], gender: null, identifiers: [] },
});

describe('public watchlist', () => {
  const api = useOwnTestApi();
  const { load, serve } = useListFiles();
  const pool = (): PgPool => api().app.get<PgPool>(pgPoolToken);
  const lists = () => api().app.get(Watchlists);
  const people = (count: number, seed = 1): WatchlistEntry[] => [...generateEntries(seed, count)];

  /** Every test starts with empty list tables. */
  beforeEach(async () => {
    for (const table of ['entries', 'changes', 'clusters', 'chunks', 'versions', 'datasets'])
      await pool().query(`delete from watchlist_${table}`);
    await lists().refresh();
  });

  const idsOf = async (name: string, list = 'un_sc') => {
    const { matches } = await lists().screen({ parties: [party(name)], lists: [list], options, explain: false });
    return matches[0]!.map(({ id }) => id);
  };
  const states = async () => (await watchlistVersions(pool())).map(({ version, state }) => `${version} ${state}`);
  const screensAs = async (version: string) => {
    await lists().refresh();
    expect(
      lists()
        .loaded()
        .map((list) => list.version),
    ).toEqual([version]);
  };

  it('is searched once loaded, and until then no result claims that somebody is not listed', async () => {
    await expect(idsOf('Ana Lindqvist')).rejects.toThrow(ListNotLoadedError);
    const entries = [listedPerson('1', 'Ana Lindqvist'), listedPerson('2', 'Omar Haddad')];
    expect(await serve(api(), 'un_sc', entries)).toMatchObject({
      ...{ state: 'current', version: 1, entries: 2, unreadable: 0, publishedOn: '2026-10-03', doubts: [] },
      changes: { added: 2, changed: 0, removed: 0 },
    });
    expect(await idsOf('Ana Lindqwist')).toEqual(['1']);
    expect(await idsOf('Nobody Atall')).toEqual([]);
    expect(lists().loaded()).toMatchObject([{ code: 'un_sc', version: '1', entries: 2, publishedOn: '2026-10-03' }]);
  });

  it('is updated by its differences, and earlier versions remain readable unchanged', async () => {
    const [ana, omar, ivan] = ['Ana Lindqvist', 'Omar Haddad', 'Ivan Kuznetsov'].map((name, at) =>
      listedPerson(String(at + 1), name),
    ) as [WatchlistEntry, WatchlistEntry, WatchlistEntry];
    const others = people(30);
    await serve(api(), 'un_sc', [ana, omar, ...others]);
    const renamed = { ...omar, names: [{ text: 'Omar Said', kind: 'primary' as const, language: null }] };
    const next = await serve(api(), 'un_sc', [renamed, ivan, ...others], '2026-10-04');
    expect(next).toMatchObject({ state: 'current', version: 2, changes: { added: 1, changed: 1, removed: 1 } });
    expect([await idsOf('Ana Lindqvist'), await idsOf('Omar Said'), await idsOf('Ivan Kuznetsov')]).toEqual([
      [],
      ['2'],
      ['3'],
    ]);

    const keys = ['1', '2', '3'].map((entryId) => ({ list: 'un_sc', entryId }));
    const namesIn = async (versions?: Record<string, string>) =>
      (await lists().entries(keys, versions)).map(({ entry }) => entry.names[0]!.text).sort();
    expect(await namesIn()).toEqual(['Ivan Kuznetsov', 'Omar Said']);
    expect(await namesIn({ un_sc: '1' })).toEqual(['Ana Lindqvist', 'Omar Haddad']);
    const { rows } = await pool().query('select entry_id, kind from watchlist_changes where version = 2 order by 1');
    expect(rows.map(({ entry_id: id, kind }) => `${id} ${kind}`)).toEqual(['1 removed', '2 changed', '3 added']);
    const { rows: chunks } = await pool().query('select distinct version from watchlist_chunks');
    expect(chunks).toEqual([{ version: 2 }]);
  });

  it('with identical content remains the current version, with the new publication date', async () => {
    await serve(api(), 'un_sc', people(20));
    expect(await serve(api(), 'un_sc', people(20), '2026-10-09')).toMatchObject({ state: 'unchanged', version: 1 });
    expect(lists().loaded()).toMatchObject([{ version: '1', publishedOn: '2026-10-09' }]);
    expect(await states()).toEqual(['1 current']);
  });

  it('with an index of another server build is not loaded until its files are loaded again', async () => {
    await serve(api(), 'un_sc', people(20));
    await pool().query(`update watchlist_versions set index_format = index_format - 1`);
    await lists().refresh();
    expect(lists().loaded()).toEqual([]);
    expect(await serve(api(), 'un_sc', people(20))).toMatchObject({ state: 'current', version: 2, doubts: [] });
    await screensAs('2');
  });

  it('is reported with its contents and the reasons why newer files were rejected', async () => {
    const { production } = api();
    const told = async () => {
      const { status, body } = await api().call('/watchlists', { key: production.key });
      expect(status).toBe(200);
      expect(body['watchlists'].map(({ code }: { code: string }) => code)).toEqual([
        'us_ofac',
        'un_sc',
        'eu_fsf',
        'gb_uksl',
      ]);
      return body['watchlists'][1];
    };
    const nothing = {
      state: 'not_loaded',
      version: null,
      entries: 0,
      publishedOn: null,
      loadedAt: null,
      checkedAt: null,
    };
    expect(await told()).toMatchObject({ ...nothing, reasons: [], sizes: { schemas: {}, topics: {} } });
    await serve(api(), 'un_sc', [...people(10), listedPerson('1', 'Ana Lindqvist')]);
    const loaded = await told();
    expect(loaded).toMatchObject({ state: 'loaded', version: '1', entries: 11, publishedOn: '2026-10-03' });
    expect(loaded).toMatchObject({ publisher: 'United Nations Security Council', sizes: { topics: { sanction: 11 } } });
    expect(Object.values<number>(loaded.sizes.schemas).reduce((sum, count) => sum + count)).toBe(11);
    await serve(api(), 'un_sc', people(5), '2026-10-04');
    const reasons = ['has 5 entries after 11; more than 10 % are missing'];
    expect(await told()).toMatchObject({ state: 'refused', reasons, version: '1', entries: 11 });
  });

  it('links entries that several lists identify as the same person', async () => {
    const same = { referents: ['un:QDi.1'] };

    await load(pool(), 'un_sc', listText('un_sc', people(3)));
    await load(pool(), 'eu_fsf', listText('eu_fsf', people(3, 2)));
    const [un, eu] = await Promise.all(
      ['un_sc', 'eu_fsf'].map(async (code) => {
        const { rows } = await pool().query(
          `update watchlist_entries set referents = $2 where code = $1 and entry_id = (select min(entry_id) from watchlist_entries where code = $1)
           returning entry_id as id`,
          [code, same.referents],
        );
        return rows[0].id as string;
      }),
    );
    // Regardless of which list is loaded next, clusters are determined across all lists.
    await load(pool(), 'un_sc', listText('un_sc', people(4), '2026-10-05'));
    const found = await lists().entries([
      { list: 'un_sc', entryId: un! },
      { list: 'eu_fsf', entryId: eu! },
      { list: 'un_sc', entryId: '1000002' },
    ]);
    expect(found.map(({ list, cluster }) => `${list}: ${cluster}`).sort()).toEqual([
      `eu_fsf: eu_fsf/${eu}`,
      `un_sc: eu_fsf/${eu}`,
      'un_sc: un_sc/1000002',
    ]);
  });

  it.each([
    ['has shrunk', () => listText('un_sc', people(88), '2026-10-04'), /more than 10 % are missing/],
    ['is older', () => listText('un_sc', people(100), '2026-10-02'), /made on 2026-10-02, before/],
    ['is of nobody', () => listText('un_sc', [], '2026-10-04'), /more than 10 % are missing/],
    [
      'is hardly readable',
      () => listText('un_sc', people(100), '2026-10-04').replaceAll(/<DATAID>100000[2-9]</g, '<DATAID>1000001<'),
      /8 of 100 rows cannot be read/,
    ],
  ])('that %s is set aside until an operator accepts it', async (_, text, doubt) => {
    await serve(api(), 'un_sc', people(100));
    const kept = await load(pool(), 'un_sc', text());
    expect(kept).toMatchObject({
      state: 'kept_aside',
      version: 2,
      doubts: expect.arrayContaining([expect.stringMatching(doubt)]),
    });
    await screensAs('1');
    expect(await states()).toEqual(['2 kept_aside', '1 current']);

    expect(await acceptWatchlist(pool(), 'un_sc', 2)).toEqual({ ok: true, value: null });
    await screensAs('2');
    expect(await acceptWatchlist(pool(), 'un_sc', 2)).toMatchObject({ ok: false });
  });

  it('truncated at any position is never loaded partially and cannot be accepted', async () => {
    const entries = people(60);
    await serve(api(), 'un_sc', entries);
    const before = await pool().query('select count(*)::int as count from watchlist_entries');
    const whole = listText('un_sc', people(60, 2), '2026-10-04');
    const step = Math.ceil(whole.length / 12);
    let version = 1;
    for (let end = 0; end < whole.length; end += step) {
      version += 1;
      expect(await load(pool(), 'un_sc', whole.slice(0, end))).toMatchObject({
        state: 'kept_aside',
        version,
        entries: 0,
      });
    }
    expect(await acceptWatchlist(pool(), 'un_sc', version)).toEqual({
      ok: false,
      error: expect.stringContaining('is incomplete: load its files again'),
    });
    await screensAs('1');
    expect(await idsOf(entries[0]!.names[0]!.text)).toContain(entries[0]!.id);
    expect((await pool().query('select count(*)::int as count from watchlist_entries')).rows).toEqual(before.rows);
  });

  it('that is set aside replaces earlier ones set aside, except when the file is incomplete', async () => {
    await serve(api(), 'un_sc', people(100));
    await load(pool(), 'un_sc', listText('un_sc', people(80), '2026-10-04'));
    await load(pool(), 'un_sc', listText('un_sc', people(70), '2026-10-04'));
    expect(await states()).toEqual(['3 kept_aside', '1 current']);
    for (const version of [4, 5]) {
      await load(pool(), 'un_sc', listText('un_sc', people(90)).slice(0, -100));
      expect(await states()).toEqual([`${version} kept_aside`, '3 kept_aside', '1 current']);
    }
    expect(await acceptWatchlist(pool(), 'un_sc', 2)).toMatchObject({ ok: false });
    expect(await acceptWatchlist(pool(), 'un_sc', 3)).toMatchObject({ ok: true });
    await screensAs('3');
    expect(
      (await pool().query('select count(*)::int as count from watchlist_entries where to_version is null')).rows,
    ).toEqual([{ count: 70 }]);
  });

  it('is loaded by one process, and leftovers of a killed one are invisible and removed before the next load', async () => {
    await serve(api(), 'un_sc', people(20));
    const half = listedPerson('9', 'Half Loaded');
    const stored = { id: '9', contentHash: 'x', referents: [], text: JSON.stringify(half) };
    const begun = await inTransaction(pool(), null, async (client) => {
      const version = await beginVersion(client, 'un_sc');
      await storeEntries(client, version!, [stored]);
      return version;
    });
    expect(begun).toMatchObject({ version: 2, base: 1 });
    await expect(load(pool(), 'un_sc', listText('un_sc', people(21), '2026-10-04'))).rejects.toThrow('is in progress');
    await screensAs('1');
    expect(await lists().entries([{ list: 'un_sc', entryId: '9' }])).toEqual([]);

    await pool().query(`update watchlist_versions set changed_at = now() - interval '1 hour' where state = 'loading'`);
    expect(await serve(api(), 'un_sc', people(21), '2026-10-04')).toMatchObject({ state: 'current', entries: 21 });
    expect(await lists().entries([{ list: 'un_sc', entryId: '9' }])).toEqual([]);
  });

  it('keeps entries as long as replays need them', async () => {
    const [gone, ...rest] = people(30);
    await serve(api(), 'un_sc', [gone!, ...rest]);
    await serve(api(), 'un_sc', rest, '2026-10-04');
    const key = [{ list: 'un_sc', entryId: gone!.id }];
    await load(pool(), 'un_sc', listText('un_sc', rest.slice(1), '2026-10-05'));
    expect(await lists().entries(key, { un_sc: '1' })).toHaveLength(1);
    await pool().query(`update watchlist_versions set current_at = now() - interval '3 years' where version = 2`);
    await load(pool(), 'un_sc', listText('un_sc', rest, '2026-10-06'));
    expect(await lists().entries(key, { un_sc: '1' })).toEqual([]);
    expect(await lists().entries([{ list: 'un_sc', entryId: rest[0]!.id }], { un_sc: '2' })).toHaveLength(1);
  });
});
