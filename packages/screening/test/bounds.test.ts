import { buildIndex, type ListedEntry, type ScreenedParty, WatchlistIndex } from '@tamis/screening';
import { seededRandom } from '@tamis/stdx';

import { lookedUpRows, NameBounds } from '../src/index/name-bounds.js';
import { lettersOf, mayBeSameLetters } from '../src/index/name-lookups.js';
import { PartyBounds } from '../src/index/party-bounds.js';
import { RelatedWordSearch } from '../src/index/related-words.js';
import { qualifiersOf } from '../src/score/qualifiers.js';
import { readName } from '../src/score/read-name.js';
import { NameScorer } from '../src/score/score-names.js';
import { relateWhole } from '../src/score/whole-names.js';
import {
  below,
  companyName,
  madeEntry,
  madeParty,
  personName,
  pick,
  type Random,
  respell,
  vary,
} from './support/made-names.js';

const anyName = (random: Random): string => (random() < 0.6 ? personName(random) : companyName(random));
const births = (random: Random) =>
  Array.from({ length: below(3, random) }, () =>
    pick(
      [
        { from: '1971-05-04', to: '1971-05-04' },
        { from: '1971-04-05', to: '1971-04-05' },
        { from: '1971-05-06', to: '1971-05-06' },
        { from: '1971', to: '1971' },
        { from: '1970-11', to: '1971-02' },
        { from: '1960-01-01', to: '1969-12-31' },
        { from: '1971-12-01', to: '1971-12' },
        { from: 'about 1971', to: '' },
      ],
      random,
    ),
  );

describe('score bounds before comparison', () => {
  it('subtract at most what qualifiers do, and exactly that when the entry has no more data', () => {
    const random = seededRandom(7);
    let told = 0;
    for (let world = 0; world < 40; world += 1) {
      const list = Array.from({ length: 20 }, (_, number) => ({
        ...madeEntry(number, random),
        births: births(random),
      }));
      const index = new WatchlistIndex(buildIndex(list));
      const bounds = new PartyBounds(index);
      for (let each = 0; each < 20; each += 1) {
        const party: ScreenedParty = { ...madeParty(list, random), births: births(random) };
        bounds.open(party);
        for (const [bearer, entry] of bearersOf(index, list).entries()) {
          const qualifiers = qualifiersOf(party, entry, { nameScore: 10_000, kind: 'primary' });
          const cost = qualifiers.reduce((sum, { effect }) => sum - effect, 0);
          const found = { party, entry, cost: Math.min(10_000, bounds.costOf(bearer)) };
          if (bounds.hasMore(bearer)) expect(found.cost).toBeLessThanOrEqual(cost);
          else expect(found).toEqual({ party, entry, cost });
          if (!bounds.hasMore(bearer) && cost > 0) told += 1;
        }
      }
    }
    expect(told).toBeGreaterThan(1_000);
  });

  it('include every possible score of two names', () => {
    const random = seededRandom(8);
    const scorer = new NameScorer();
    let accepted = 0;
    for (let world = 0; world < 30; world += 1) {
      const names = Array.from({ length: 40 }, () => anyName(random));
      const list = names.map((text, number) => ({
        ...madeEntry(number, random),
        names: [{ text, kind: 'primary', language: null }] as const,
      }));
      const index = new WatchlistIndex(buildIndex(list));
      const [bounds, related] = [new NameBounds(index.sections.readingSize), new RelatedWordSearch(index)];
      for (const text of names) {
        const name = readName(random() < 0.5 ? vary(text, random) : respell(text, random));
        const words = name.words.map((word, row) => ({ row, related: related.find(word) }));
        const rows = lookedUpRows(name, words);
        for (let reading = 0; reading < index.readings; reading += 1) {
          const other = readName(index.words(reading).join(' '), { ofPerson: true });
          // Other names are compared as a whole.
          if (other.words.length !== index.words(reading).length) continue;
          const compared = scorer.compare(name, other, false);
          if (compared.whole !== 0 || compared.score < 5_000) continue;
          if ([...compared.ours, ...compared.theirs].some((word) => word.words.length > 1)) continue;
          const own = index.wordNumbers(reading);
          const set = rows.reduce(
            (bits, row, bit) => (row.related.words.some((word) => own.includes(word)) ? bits | (1 << bit) : bits),
            0,
          );
          accepted += 1;
          // For some names the bound equals their score exactly.
          bounds.read(name, words, rows, compared.score);
          const size = index.sections.readingSize[reading]!;
          expect({ name, other, possible: bounds.isPossible(set, size) }).toEqual({ name, other, possible: true });
          const range = bounds.rangeOf(set)!;
          expect(reading).toBeGreaterThanOrEqual(range.from);
          expect(reading).toBeLessThan(range.to);
        }
      }
    }
    expect(accepted).toBeGreaterThan(1_000);
  });

  it('keep names that are equal once their words are joined', () => {
    const random = seededRandom(9);
    let alike = 0;
    for (let each = 0; each < 20_000; each += 1) {
      const name = readName(anyName(random)).words;
      const at = below(name.length, random);
      const glued = [...name.slice(0, at), name.slice(at, at + 2).join(''), ...name.slice(at + 2)].filter(Boolean);
      const other = random() < 0.5 ? glued : respell(glued.join(' '), random).toLowerCase().split(' ');
      if (relateWhole(name, other, false) === 0) continue;
      alike += 1;
      expect({ name, other, may: mayBeSameLetters(lettersOf(name), lettersOf(other)) }).toEqual({
        ...{ name, other, may: true },
      });
    }
    expect(alike).toBeGreaterThan(1_000);
  });
});

/** Returns the entries that have each name, in the order of the index. */
function bearersOf(index: WatchlistIndex, list: readonly ListedEntry[]): readonly ListedEntry[] {
  const { readingBearers } = index.sections;
  return Array.from({ length: index.names }, (_, bearer) => list[readingBearers[4 * bearer]! >>> 2]!);
}
