import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { lookup } from 'node:dns';
import type { AddressInfo } from 'node:net';

import { generateEntries } from '@tamis/testkit/watchlists';
import { failure, ok } from '@tamis/stdx';
import { allWatchlists } from '@tamis/watchlists';

import { listText } from '../../../../test/support/list-files.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { type PgPool, pgPoolToken } from '../../../platform/database/index.js';
import { downloadFile } from '../../../platform/egress/download-file.js';
import { Watchlists, watchlistFetches } from './index.js';
import { FetchWatchlist } from './use-cases/fetch-watchlist.js';

const unSource = { ...allWatchlists.find(({ code }) => code === 'un_sc')!, minimumEntries: 2 };
const people = (count: number) => [...generateEntries(1, count)];

describe('scheduled fetch of a public watchlist', () => {
  const api = useOwnTestApi({ LOG: 'silent' });
  let publisher: Server;
  let mirror: string;
  let respond: (response: ServerResponse, asked: IncomingHttpHeaders) => void;
  const asked: string[] = [];

  beforeAll(async () => {
    publisher = createServer(({ url = '', headers }, response) => {
      asked.push(`${url} ${headers['if-none-match'] ?? 'anew'}`);
      respond(response, headers);
    });
    await new Promise<void>((resolve) => publisher.listen(0, '127.0.0.1', resolve));
    mirror = `http://127.0.0.1:${(publisher.address() as AddressInfo).port}/mirror`;
  });
  afterAll(() => new Promise((resolve) => publisher.close(resolve)));
  beforeEach(async () => {
    for (const table of ['watchlist_entries', 'watchlist_changes', 'watchlist_chunks', 'watchlist_versions'])
      await api().pool.query(`delete from ${table}`);
    await api().pool.query('delete from watchlist_datasets; delete from dataset_fetches');
    asked.splice(0);
  });

  const pool = (): PgPool => api().app.get<PgPool>(pgPoolToken);
  /** Sends like the egress guard, but to this machine. */
  const newFetching = (lease?: { leaseMs: number; renewMs: number }): FetchWatchlist =>
    new FetchWatchlist(
      pool(),
      { source: unSource, mirror, token: null },
      (request) =>
        downloadFile(
          request,
          (name, options, done) => lookup(name, { ...options, family: 4 }, done),
          () => true,
        ).then(ok, () => failure('failed')),
      lease,
    );
  /** Fetches like a separate process would when it is due. */
  const fetchNow = async () => {
    await pool().query(`update dataset_fetches set next_at = now() - interval '1 second'`);
    return newFetching().fetchIfDue();
  };
  const loaded = async () => {
    await api().app.get(Watchlists).refresh();
    return api()
      .app.get(Watchlists)
      .loaded()
      .map(({ version, entries }) => `version ${version}: ${entries}`);
  };
  const say = (text: string, etag: string) =>
    (respond = (response, headers) => {
      if (headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.writeHead(200, { etag }).end(text);
    });
  const state = async () => (await watchlistFetches(pool()))[0]!;
  const hoursToNext = async () =>
    (await pool().query(`select extract(epoch from next_at - now()) / 3600 as hours from dataset_fetches`)).rows[0]
      .hours;

  it('is performed by one process when due, and the list is loaded', async () => {
    say(listText('un_sc', people(20)), '"v1"');
    const turns = await Promise.all([
      newFetching().fetchIfDue(),
      newFetching().fetchIfDue(),
      newFetching().fetchIfDue(),
    ]);
    expect(turns.filter(Boolean)).toHaveLength(1);
    expect(asked).toEqual(['/mirror/consolidated.xml anew']);
    expect(await loaded()).toEqual(['version 1: 20']);
    expect(await newFetching().fetchIfDue()).toBe(false);
    expect(Number(await hoursToNext())).toBeGreaterThan(0.9);
    expect(await state()).toMatchObject({ code: 'un_sc', failures: 0, problem: null });
  });

  it('stays with its process however long it takes, and passes to another soon after that process ends', async () => {
    const ends = async (): Promise<number> => Number(await hoursToNext()) * 3_600;
    let send = (): void => undefined;
    respond = (response) => (send = () => void response.end(listText('un_sc', people(20))));
    const slow = newFetching({ leaseMs: 60_000, renewMs: 20 }).fetchIfDue();
    await waitUntil(() => asked.length === 1);
    expect(await ends()).toBeLessThanOrEqual(60);
    await pool().query(`update dataset_fetches set next_at = now() + interval '1 second'`);
    await waitUntil(async () => (await ends()) > 30);
    expect(await newFetching().fetchIfDue()).toBe(false);
    send();
    expect(await slow).toBe(true);
    expect(await ends()).toBeGreaterThan(3_000);
    expect(asked).toHaveLength(1);
  });

  it('by two processes at once is repeated at the time that the later process sets', async () => {
    const sends: (() => void)[] = [];
    respond = (response) => sends.push(() => void response.writeHead(404).end());
    const early = newFetching().fetchIfDue();
    await waitUntil(() => asked.length === 1);
    await pool().query('update dataset_fetches set next_at = now()');
    const later = newFetching({ leaseMs: 600_000, renewMs: 600_000 }).fetchIfDue();
    await waitUntil(() => asked.length === 2);
    sends[0]!();
    await early;
    expect(await state()).toMatchObject({ failures: 0, problem: null });
    expect(Number(await hoursToNext()) * 60).toBeGreaterThan(9);
    sends[1]!();
    await later;
    expect(await state()).toMatchObject({ failures: 1 });
  });

  it('does not download an unchanged list again, and marks it as current', async () => {
    say(listText('un_sc', people(20)), '"v1"');
    await fetchNow();
    await newFetching().fetchIfDue();
    await pool().query(`update watchlist_datasets set checked_at = now() - interval '3 days'`);
    await fetchNow();
    expect(asked.at(-1)).toBe('/mirror/consolidated.xml "v1"');
    expect(await loaded()).toEqual(['version 1: 20']);
    const [list] = api().app.get(Watchlists).loaded();
    expect(Date.now() - list!.checkedAt.getTime()).toBeLessThan(86_400_000);
    say(listText('un_sc', people(21), '2026-10-04'), '"v2"');
    await fetchNow();
    expect(await loaded()).toEqual(['version 2: 21']);
  });

  it('downloads the list again if an earlier server build wrote its search index', async () => {
    say(listText('un_sc', people(20)), '"v1"');
    await newFetching().fetchIfDue();
    await pool().query('update watchlist_versions set index_format = 1');
    await fetchNow();
    expect(asked).toEqual(['/mirror/consolidated.xml anew', '/mirror/consolidated.xml anew']);
    expect(await loaded()).toEqual(['version 2: 20']);
  });

  it.each<[string, (response: ServerResponse) => void, RegExp]>([
    ['is not there', (response) => void response.writeHead(404).end(), /responds with 404/],
    [
      'breaks off',
      (response) => void response.writeHead(200).write('half', () => response.destroy()),
      /no file was received/,
    ],
  ])('of a list that %s keeps the loaded version and is retried with increasing delay', async (_, answer, problem) => {
    say(listText('un_sc', people(20)), '"v1"');
    await newFetching().fetchIfDue();
    respond = answer;
    await fetchNow();
    await fetchNow();
    expect(await loaded()).toEqual(['version 1: 20']);
    expect(await state()).toMatchObject({ failures: 2, problem: expect.stringMatching(problem) });
    expect(Number(await hoursToNext()) * 60).toBeGreaterThan(1);
    say(listText('un_sc', people(21), '2026-10-04'), '"v2"');
    await fetchNow();
    expect(await loaded()).toEqual(['version 2: 21']);
    expect(await state()).toMatchObject({ failures: 0, problem: null });
  });

  it('of a rejected list keeps the loaded version and downloads the list again', async () => {
    say(listText('un_sc', people(20)), '"v1"');
    await newFetching().fetchIfDue();
    say('<html>Please wait</html>', '"v2"');
    await fetchNow();
    await fetchNow();
    expect(asked.slice(-2)).toEqual(['/mirror/consolidated.xml "v1"', '/mirror/consolidated.xml anew']);
    expect(await loaded()).toEqual(['version 1: 20']);
    const list = (await api().call('/watchlists')).body['watchlists'][1];
    expect(list).toMatchObject({
      state: 'refused',
      version: '1',
      reasons: ['its files could not be read to their end', expect.any(String)],
    });
  });
});
