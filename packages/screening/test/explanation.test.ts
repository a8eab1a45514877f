import {
  buildIndex,
  explainMatch,
  explainNames,
  IndexSearch,
  type ListedEntry,
  type MatchExplanation,
  type NameExplanation,
  nameSimilarity,
  type ScreenedParty,
  WatchlistIndex,
} from '@tamis/screening';
import { seededRandom } from '@tamis/stdx';
import { partSeed, wholeOrPart } from '@tamis/testkit';

import { companyName, madeEntry, madeParty, personName, vary } from './support/made-names.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, number) => all + number, 0);
const nameSum = ({ because, leftOver, legalFormCost }: NameExplanation): number =>
  sum(because.map(({ points }) => points)) - leftOver.cost - legalFormCost;
const matchSum = (explanation: MatchExplanation): number =>
  nameSum(explanation) + sum(explanation.qualifiers.map(({ effect }) => effect)) + explanation.identifierEffect;

const noParty: ScreenedParty = { schema: null, names: [], births: [], countries: [], gender: null, identifiers: [] };
const noEntry: ListedEntry = {
  ...{ id: 'one', dataset: 'list', schema: 'other', names: [], births: [], countries: [], gender: null },
  identifiers: [],
};

/** Returns the explanation of a party's match with one entry. */
function told(party: Partial<ScreenedParty>, entry: Partial<ListedEntry>, threshold = 7_000): MatchExplanation | null {
  const [own, listed] = [
    { ...noParty, ...party },
    { ...noEntry, ...entry },
  ];
  const search = new IndexSearch(new WatchlistIndex(buildIndex([listed])));
  const [match] = search.search(own, { threshold, weakAliases: true });
  return match ? explainMatch(own, listed, match, threshold) : null;
}

const named = (text: string) => [{ text, kind: 'primary', language: null }] as const;

describe('match explanation', () => {
  it('adds up exactly to the score of two names, in both directions', () => {
    const random = seededRandom(partSeed);
    for (let each = 0; each < wholeOrPart(100_000, 4_000); each += 1) {
      const name = random() < 0.7 ? personName(random) : companyName(random);
      const other = random() < 0.6 ? vary(name, random) : random() < 0.7 ? personName(random) : companyName(random);
      const [ours, theirs] = [explainNames(name, other, true), explainNames(other, name, true)];
      expect({ name, other, sum: nameSum(ours) }).toEqual({ name, other, sum: ours.nameScore });
      expect({ name, other, score: theirs.nameScore }).toEqual({ name, other, score: ours.nameScore });
      expect(ours.nameScore).toBeLessThanOrEqual(10_000);
    }
  });

  it('adds up to the score of an index entry', () => {
    const random = seededRandom(partSeed);
    let explained = 0;
    for (let world = 0; world < wholeOrPart(400, 20); world += 1) {
      const list = Array.from({ length: 40 }, (_, number) => madeEntry(number, random));
      const index = new WatchlistIndex(buildIndex(list));
      const search = new IndexSearch(index);
      for (let each = 0; each < 10; each += 1) {
        const party = madeParty(list, random);
        for (const match of search.search(party, { threshold: 6_000, weakAliases: true })) {
          const explanation = explainMatch(party, list[match.entry]!, match, 6_000);
          expect({ party, sum: matchSum(explanation) }).toEqual({ party, sum: match.score });
          expect(explanation.nameScore).toBe(match.nameScore);
          explained += 1;
        }
      }
    }
    expect(explained).toBeGreaterThan(100);
  });

  it('names each kind of word similarity', () => {
    const kinds = (ours: string, theirs: string): readonly string[] =>
      explainNames(ours, theirs, true).because.map((match) => `${match.ours}=${match.theirs} ${match.kind}`);
    expect(kinds('Igor Sechin', 'Sechin, Igor')).toEqual(['igor=igor equal', 'sechin=sechin equal']);
    expect(kinds('Katarina Lindqvist', 'Katarina Lindqwist')).toContain('lindqvist=lindqwist spelling');
    expect(kinds('Ion Muamar', 'Ion Moamer')).toContain('muamar=moamer sounds');
    expect(kinds('V. Lindqvist', 'Viktor Lindqvist')).toContain('v=viktor initial');
    expect(kinds('Al Qaida', 'Alqaida')).toEqual(['al qaida=alqaida joined']);
    expect(kinds('Good Will Traders', 'Goodwill Traders')).toContain('good will=goodwill joined');
    expect(kinds('NRSB', 'Northern Regional Shipping Bureau')).toEqual([
      'nrsb=northern regional shipping bureau initial',
    ]);
    expect(kinds('Дмитрий Соколов', 'Dmitry Sokolov')).toContain('sokolov=sokolov transliterated');
    expect(explainNames('Igor Sechin', 'Sechin, Igor', false).order).toBe('changed');
    expect(explainNames('Ana Lindqvist', 'Ana Petra Lindqvist', false).leftOver).toMatchObject({
      ours: [],
      theirs: ['petra'],
    });
  });

  it('names what counts against a match, and nothing that counts for it', () => {
    const entry: Partial<ListedEntry> & Pick<ListedEntry, 'births'> = {
      names: named('Ana Lindqvist'),
      schema: 'person',
      gender: 'female',
      countries: ['SE'],
      births: [{ from: '1970-05-04', to: '1970-05-04' }],
    };
    const party = { names: ['Ana Lindqvist'], schema: 'person' } as const;
    const against = (more: Partial<ScreenedParty>) =>
      told({ ...party, ...more }, entry, 1)!.qualifiers.map(({ of, effect }) => [of, effect]);
    expect(told(party, entry)).toMatchObject({ score: 10_000, qualifiers: [] });
    expect(against({ countries: ['se'], gender: 'female', births: entry.births })).toEqual([]);
    expect(against({ births: [{ from: '1970-01-01', to: '1970-12-31' }] })).toEqual([]);
    expect(against({ births: [{ from: '1970-04-05', to: '1970-04-05' }] })).toEqual([]);
    expect(against({ births: [{ from: '1970-05-09', to: '1970-05-09' }] })).toEqual([['birth_day', -2_500]]);
    expect(against({ births: [{ from: '1971', to: '1971' }] })).toEqual([['birth_year', -1_500]]);
    expect(against({ countries: ['NO'], gender: 'male' })).toEqual([
      ['country', -2_000],
      ['gender', -2_000],
    ]);
    expect(
      told(party, { ...entry, names: [{ ...named('Ana Lindqvist')[0], kind: 'weak_alias' }] })?.qualifiers,
    ).toEqual([{ of: 'weak_alias', ours: '', theirs: 'weak_alias', effect: -2_000 }]);
  });

  it.each([
    ['AB123456', 'АВ 123456', true],
    ['AB123456', 'ＡＢ１２３４５６', true],
    ['123456', '١٢٣٤٥٦', true],
    ['123456', '№ 123456', true],
    ['МЕ123456', 'СК123456', false],
    ['京A1234', '沪A1234', false],
  ])('compares all characters of a number: %s beside %s', (ours, theirs, isSame) => {
    const party = { names: ['Ana Lindqvist'], identifiers: [{ scheme: 'passport', value: ours }] };
    const listed = { names: named('Rui Nakashima'), identifiers: [{ scheme: 'passport', value: theirs }] };
    expect(told(party, listed)?.identifierEffect ?? 0).toBe(isSame ? 9_500 : 0);
  });

  it('names which identifier is equal, and which may be', () => {
    const party = { names: ['Ana Lindqvist'], identifiers: [{ scheme: 'cpf', value: '123.456.789-09' }] };
    const listed = (name: string, value: string) => ({ names: named(name), identifiers: [{ scheme: 'CPF', value }] });
    expect(told(party, listed('Quite Another', '12345678909'))).toMatchObject({
      score: 9_500,
      identifierEffect: 9_500,
    });
    expect(told(party, listed('Quite Another', '12345678900'))).toBeNull();
    expect(told(party, listed('Ana Lindqvist', '***456789**'))).toMatchObject({
      score: 10_000,
      identifiers: [{ kind: 'masked', ours: '123.456.789-09', theirs: '***456789**' }],
      identifierEffect: 0,
    });
    expect(told(party, listed('Ana Lindqvist', '***456780**'))).toBeNull();
    expect(told(party, listed('Quite Another', '***456789**'))).toBeNull();
  });

  it('agrees with name similarity where both read words alike', () => {
    const random = seededRandom(partSeed);
    let [near, all] = [0, 0];
    for (let each = 0; each < 3_000; each += 1) {
      const name = personName(random);
      const other = random() < 0.7 ? vary(name, random) : personName(random);
      const similarity = nameSimilarity(name, other);
      if (similarity < 0.82) continue;
      all += 1;
      if (Math.abs(similarity - explainNames(name, other, false).nameScore / 10_000) < 0.02) near += 1;
    }
    expect(near / all).toBeGreaterThan(0.95);
  });
});
