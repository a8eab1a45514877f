import { reportOwners } from '@tamis/ownership';
import { buildIndex, IndexSearch, type ListedEntry, type ScreenedParty, WatchlistIndex } from '@tamis/screening';
import { ListNotLoadedError, ScreeningPool } from '@tamis/screening-pool';

const options = { threshold: 8_200, weakAliases: false };

const entry = (list: string, number: number): ListedEntry => ({
  ...{
    id: `${list}-${number}`,
    dataset: list,
    schema: 'person',
    births: [],
    countries: [],
    gender: null,
    identifiers: [],
  },
  names: [{ text: nameOf(number), kind: 'primary', language: null }],
});
const nameOf = (number: number): string =>
  `${['Ana', 'Ivan', 'Omar', 'Petra'][number % 4]!} ${['Lindqvist', 'Kuznetsov', 'Haddad'][number % 3]!}`;
const party = (name: string): ScreenedParty => ({
  ...{ schema: 'person', names: [name], births: [], countries: [], gender: null, identifiers: [] },
});
const listOf = (list: string, count: number): readonly ListedEntry[] =>
  Array.from({ length: count }, (_, number) => entry(list, number));

describe('screening thread pool', () => {
  const pool = new ScreeningPool({ threads: 2 });
  afterAll(() => pool.close());
  const parties = Array.from({ length: 200 }, (_, number) => party(nameOf(number)));

  it('returns the results of the index, in request order, for all requested lists', async () => {
    const [first, second] = [buildIndex(listOf('first', 12)), buildIndex(listOf('second', 5))];
    pool.load('first', '1', first);
    pool.load('second', '7', second);
    const { versions, matches } = await pool.screen({ parties, lists: ['first', 'second'], options, explain: false });
    expect(versions).toEqual({ first: '1', second: '7' });
    const searches = [first, second].map((block) => new IndexSearch(new WatchlistIndex(block)));
    const expected = parties.map((each) => searches.flatMap((search) => search.search(each, options)).length);
    expect(matches.map((each) => each.length)).toEqual(expected);
    expect(matches[0]![0]).toMatchObject({ list: 'first', id: 'first-0', score: 10_000, explanation: null });
    expect(matches[0]!.at(-1)).toMatchObject({ list: 'second', id: 'second-0', score: 10_000 });
  });

  it('reports all details of each match from the index', async () => {
    const born = (year: string) => [{ from: year, to: year }];
    const passport = [{ scheme: 'passport', value: 'P1' }];
    const list = listOf('first', 12).map((each, number) => ({
      ...each,
      births: number % 3 === 0 ? born('1970') : [],
      identifiers: number === 7 ? passport : [],
    }));
    const block = buildIndex(list);
    pool.load('detailed', '1', block);
    const asked = parties.slice(0, 100).map((each) => ({ ...each, births: born('1971'), identifiers: passport }));
    const { matches } = await pool.screen({ parties: asked, lists: ['detailed'], options, explain: false });
    const search = new IndexSearch(new WatchlistIndex(block));
    expect(matches).toEqual(
      asked.map((each) =>
        search.search(each, options).map((match) => ({ ...match, list: 'detailed', explanation: null })),
      ),
    );
    expect(new Set(matches.flat().map(({ qualifiers }) => qualifiers.length))).toEqual(new Set([0, 1]));
    expect(new Set(matches.flat().map(({ identifiers }) => identifiers.length))).toEqual(new Set([0, 1]));
    pool.unload('detailed');
  });

  it('explains matches on request', async () => {
    pool.load('first', '2', buildIndex(listOf('first', 12)));
    const { matches } = await pool.screen({
      parties: [party('Ana Lindqwist')],
      lists: ['first'],
      options,
      explain: true,
    });
    expect(matches[0]![0]?.explanation).toMatchObject({
      entry: 'first-0',
      because: [{ kind: 'equal' }, { ours: 'lindqwist', theirs: 'lindqvist', kind: 'spelling' }],
    });
  });

  it('answers a request from one version while another is loaded', async () => {
    pool.load('first', '3', buildIndex(listOf('first', 12)));
    const before = pool.screen({ parties, lists: ['first'], options, explain: false });
    pool.load('first', '4', buildIndex([]));
    const after = pool.screen({ parties, lists: ['first'], options, explain: false });
    const [old, next] = [await before, await after];
    expect(old.versions).toEqual({ first: '3' });
    expect(old.matches.every((each) => each.length === 1)).toBe(true);
    expect(next.versions).toEqual({ first: '4' });
    expect(next.matches.every((each) => each.length === 0)).toBe(true);
  });

  it('answers from a private index built in a thread, only to its caller', async () => {
    const block = await pool.build(listOf('made', 12));
    expect(Buffer.from(block)).toEqual(Buffer.from(buildIndex(listOf('made', 12))));
    const asked = { parties, lists: ['made'], options, explain: false };
    const { versions, matches } = await pool.screen({ ...asked, own: [{ list: 'made', version: 'a', block }] });
    expect([versions, matches[0]]).toMatchObject([{ made: 'a' }, [{ list: 'made', id: 'made-0' }]]);
    await expect(pool.screen(asked)).rejects.toThrow(ListNotLoadedError);
  });

  it('rejects screening against a list that is not loaded', async () => {
    pool.load('first', '5', buildIndex([]));
    pool.unload('second');
    expect(pool.versions).toEqual({ first: '5' });
    const asked = pool.screen({ parties, lists: ['first', 'second', 'third'], options, explain: false });
    await expect(asked).rejects.toThrow(new ListNotLoadedError(['second', 'third']));
  });

  it('returns no matches for no parties', async () => {
    pool.load('first', '5', buildIndex([]));
    const { matches } = await pool.screen({ parties: [], lists: ['first'], options, explain: false });
    expect(matches).toEqual([]);
  });

  it('computes owners like the single-threaded code, and reports invalid graphs', async () => {
    const company = (id: string) => ({ id, kind: 'company' as const, country: 'BR' });
    const stake = (owner: string, owned: string, percent: string | null) => ({
      ...{ owner, owned, leastPercent: percent, mostPercent: percent },
    });
    const input = {
      entities: [company('a'), company('b'), { id: 'ana', kind: 'person' as const, country: 'PT' }],
      stakes: [stake('b', 'a', '60'), stake('ana', 'b', '50'), stake('ana', 'a', null)],
    };
    const question = {
      ...{ targetId: 'a', thresholdPercent: '25', blocked: { at_least_50: ['ana'] } },
    };
    const found = await pool.owners({ input, question });
    expect(found).toEqual(reportOwners({ input, question }));
    expect(found).toMatchObject({ ok: true, value: { beneficialOwners: [{ entityId: 'ana', leastPercent: '30' }] } });
    const unknown = { ...input, stakes: [stake('nobody', 'a', '1')] };
    expect(await pool.owners({ input: unknown, question })).toEqual({
      ...{ ok: false, error: 'unknown-entity: nobody in a' },
    });
  });
});
