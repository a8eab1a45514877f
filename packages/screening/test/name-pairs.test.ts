import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  buildIndex,
  explainMatch,
  explainNames,
  IndexSearch,
  type ListedEntry,
  matchEntry,
  readParty,
  WatchlistIndex,
} from '@tamis/screening';

interface NamePairs {
  /** Public and invented names as two sources write them. `found` of them must match; the others are known to be missed. */
  readonly sameNames: Readonly<Record<string, { readonly found: number; readonly pairs: readonly string[] }>>;
  /** Names of different people or companies, many of them one letter apart. At most `differentMatched` of them match. */
  readonly differentNames: readonly string[];
  readonly differentMatched: number;
}

const { sameNames, differentNames, differentMatched } = JSON.parse(
  readFileSync(join(__dirname, 'vectors/name-pairs.json'), 'utf8'),
) as NamePairs;

const threshold = 8_200;

function matches(pair: string, ofCompanies: boolean): boolean {
  const [one, other] = pair.split(' = ') as [string, string];
  const [score, turned] = [explainNames(one, other, ofCompanies), explainNames(other, one, ofCompanies)];
  expect({ pair, score: turned.nameScore }).toEqual({ pair, score: score.nameScore });
  return score.nameScore >= threshold;
}

describe('names of people that contain what is a legal form elsewhere', () => {
  const known = { births: [], countries: [], gender: null, identifiers: [] };
  const scoreOf = (ours: string, theirs: string, ...[our, their]: readonly ListedEntry['schema'][]): number => {
    const names = [{ text: theirs, kind: 'primary', language: null }] as const;
    const entry: ListedEntry = { ...known, id: '1', dataset: 'list', schema: their!, names };
    const party = { ...known, schema: our!, names: [ours] };
    const options = { threshold: 1, weakAliases: false };
    const match = matchEntry(readParty(party), entry, options);
    const [found] = new IndexSearch(new WatchlistIndex(buildIndex([entry]))).search(party, options);
    const score = match?.score ?? 0;
    expect(found?.score ?? 0).toBe(score);
    if (match) expect(explainMatch(party, entry, match, 1).nameScore).toBe(match.nameScore);
    return score;
  };

  it.each([
    ['Ong Beng Seng', 'Tan Beng Seng'],
    ['Mei Lan Fang', 'Wu Lan Fang'],
    ['Pao Yue Kong', 'Lee Yue Kong'],
    ['Doo Hee Kim', 'Park Hee Kim'],
    ['Asa Maria Berg', 'Eva Maria Berg'],
    ['Ong Wei', 'Wei'],
  ])('are not those of others: %s and %s', (one, other) => {
    expect(scoreOf(one, other, 'person', 'person')).toBeLessThan(threshold);
    for (const schemas of [
      ['person', 'person'],
      ['person', 'other'],
      ['other', 'person'],
      ['other', 'other'],
    ] as const)
      expect(scoreOf(one, one, ...schemas)).toBe(10_000);
  });

  it('are legal forms in names of companies, and of those of which nothing is known', () => {
    expect(scoreOf('Gazprom PAO', 'Gazprom', 'company', 'company')).toBe(10_000);
    expect(scoreOf('Gazprom PAO', 'Gazprom', 'other', 'company')).toBe(10_000);
    expect(scoreOf('Gazprom PAO', 'Gazprom', 'company', 'other')).toBe(10_000);
    expect(explainNames('Gazprom PAO', 'Gazprom', true).nameScore).toBe(10_000);
  });
});

describe('names as two sources write them', () => {
  it.each(Object.entries(sameNames))('match despite differences: %s', (of, { found, pairs }) => {
    const missed = pairs.filter((pair) => !matches(pair, of === 'companies'));
    expect({ missed, enough: pairs.length - missed.length >= found }).toEqual({ missed, enough: true });
  });

  it('do not match because names of others are similar', () => {
    const matched = differentNames.filter((pair) => matches(pair, false));
    expect({ matched, few: matched.length <= differentMatched }).toEqual({ matched, few: true });
  });

  it('are found by the index exactly if they match', () => {
    const known = { births: [], countries: [], gender: null, identifiers: [] };
    const pairs = [...Object.values(sameNames).flatMap((group) => group.pairs), ...differentNames];
    const entries = pairs.map((pair, at): ListedEntry => {
      const text = pair.split(' = ')[1]!;
      const names = [{ text, kind: 'primary', language: null }] as const;
      return { ...known, id: `${at}`, dataset: 'list', schema: 'other', names };
    });
    const search = new IndexSearch(new WatchlistIndex(buildIndex(entries)));
    const options = { threshold: 7_000, weakAliases: false };
    for (const pair of pairs) {
      const party = { ...known, schema: null, names: [pair.split(' = ')[0]!] };
      const read = readParty(party);
      const matched = entries.flatMap((entry, at) => (matchEntry(read, entry, options) ? [at] : []));
      const found = search.search(party, options).map(({ entry }) => entry);
      expect({ pair, found: found.toSorted((a, b) => a - b) }).toEqual({ pair, found: matched });
    }
  });

  it.each([
    ['Αυγή Οικονόμου', 'Avgi Oikonomou'],
    ['Ευάγγελος Γκίκας', 'Evangelos Gikas'],
    ['عائشة', 'Aisha'],
    ['خامنه‌ای', 'Khamenei'],
    ['Abdurrahman al-Farisi', 'Abd al-Rahman al-Farisi'],
    ['Abd al-Rahman al-Rasheed', 'Abdurrahman Alrashid'],
    ['Mohammed Al-Hussaini', 'Muhammad Alhusayni'],
    ['Sirajuddin Haqqani', 'سراج الدین حقانی'],
    ['Nour ad-Din Saleh', 'Noureddine Salih'],
    ['Hussein al-Sheikh', 'حسين الشيخ'],
    ['Ayman az-Zawahiri', 'Ayman al-Zawahiri'],
    ['Kowalski Sp. z o.o.', 'Kowalski Spółka z ograniczoną odpowiedzialnością'],
    ['삼성 주식회사', 'Sam Sung Co., Ltd.'],
  ])('are read as one name: %s and %s', (one, other) => {
    expect(explainNames(one, other, true).nameScore).toBeGreaterThanOrEqual(9_200);
    expect(explainNames(one, other, true).leftOver.ours).toEqual([]);
  });

  it.each([
    ['Abdullaev Anvar', ['abdullaev', 'anvar']],
    ['Abdullah Noor', ['abdullah', 'noor']],
    ['An Nguyen', ['an', 'nguyen']],
    ['Ou Yang', ['ou', 'yang']],
    ['Ivan Borodin', ['borodin', 'ivan']],
  ])('keep the words of %s', (name, words) => {
    expect(
      explainNames(name, name, false)
        .because.map(({ ours }) => ours)
        .toSorted(),
    ).toEqual(words);
  });
});
