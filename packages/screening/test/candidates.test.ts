import { buildIndex, IndexSearch, type ListedEntry, nameSimilarity, WatchlistIndex } from '@tamis/screening';
import { seededRandom } from '@tamis/stdx';
import { partSeed, wholeOrPart } from '@tamis/testkit';

import { madeWord, personName, companyName, respell } from './support/made-names.js';

const options = { threshold: 8_200, weakAliases: false };
const acceptedFrom = 0.85;
const nobody = { births: [], countries: [], gender: null, identifiers: [] };

/** Names from the table, most with one more word that hardly two of them share. */
const random = seededRandom(partSeed);
const names = Array.from({ length: wholeOrPart(20_000, 2_000) }, (_, at) =>
  at % 3 === 0 ? companyName(random) : `${personName(random)} ${madeWord(random)}`,
);
const entries: readonly ListedEntry[] = names.map((text, number) => ({
  ...{ ...nobody, id: `${number}`, dataset: 'list', schema: 'other' },
  names: [{ text, kind: 'primary', language: null }],
}));
const search = new IndexSearch(new WatchlistIndex(buildIndex(entries)));
const isFound = (name: string, number: number): boolean =>
  search
    .search({ ...nobody, schema: null, names: [name] }, options)
    .some(({ entry }) => entry === number || names[entry] === names[number]);

describe('candidates', () => {
  it('keep 995 of 1,000 similar respelt names', () => {
    const respelt = names
      .map((name, number) => ({ name: respell(name, random), number }))
      .filter(({ name, number }) => nameSimilarity(name, names[number]!) >= acceptedFrom);
    const lost = respelt.filter(({ name, number }) => !isFound(name, number));
    expect(respelt.length).toBeGreaterThan(names.length / 2);
    expect(lost.length / respelt.length).toBeLessThanOrEqual(0.005);
  });

  it('keep all names with their words in another order', () => {
    // Adjacent initials form one abbreviation, and in another order a different one.
    const ordinary = names.map((name, number) => ({ name, number })).filter(({ name }) => !/\w\. \w\./u.test(name));
    const lost = ordinary.filter(({ name, number }) => !isFound(name.split(' ').toReversed().join(' '), number));
    expect(lost).toEqual([]);
  });

  it('are symmetric', () => {
    const some = names.slice(0, 150);
    const other = names.slice(100, 250).map((name) => respell(name, random));
    const pairs = (ours: readonly string[], theirs: readonly string[]): readonly string[] => {
      const index = new WatchlistIndex(
        buildIndex(theirs.map((text, at) => ({ ...entries[at]!, names: [{ text, kind: 'primary', language: null }] }))),
      );
      const all = new IndexSearch(index);
      return ours.flatMap((name, at) =>
        all
          .search({ ...nobody, schema: null, names: [name] }, options)
          .map(({ entry, score }) => `${at} ${entry} ${score}`),
      );
    };
    const turned = pairs(other, some).map((pair) => pair.replace(/^(\d+) (\d+)/u, '$2 $1'));
    expect(turned.toSorted()).toEqual(pairs(some, other).toSorted());
    // Fifty names are on both sides; a few are respelled so much that they fall below the threshold.
    expect(turned.length).toBeGreaterThan(30);
  });
});
