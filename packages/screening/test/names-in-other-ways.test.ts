import {
  buildIndex,
  explainNames,
  IndexSearch,
  type ListedEntry,
  nameSimilarity,
  WatchlistIndex,
} from '@tamis/screening';
import { seededRandom } from '@tamis/stdx';
import { partSeed } from '@tamis/testkit';

import { companyName, personName } from './support/made-names.js';

const score = (ours: string, theirs: string, acronyms = false): number =>
  explainNames(ours, theirs, acronyms).nameScore;
const threshold = 8_200;

const party = (name: string) => ({
  ...{ schema: 'person' as const, names: [name], births: [], countries: [], gender: null, identifiers: [] },
});

/** Whether a list that contains the second name finds the first. */
function found(name: string, listed: string): boolean {
  const names = [{ text: listed, kind: 'primary' as const, language: null }];
  const index = new WatchlistIndex(buildIndex([{ ...party(listed), id: '1', dataset: 'list', names }]));
  return new IndexSearch(index).search(party(name), { threshold, weakAliases: false }).length === 1;
}

const lookalike = (letter: string): string => 'асеорѕ'.charAt('aceops'.indexOf(letter));

/** Changes that leave a name the same. */
const same: readonly (readonly [string, (name: string) => string])[] = [
  ['in capitals', (name) => name.toUpperCase()],
  ['in small letters', (name) => name.toLowerCase()],
  ['with marks', (name) => name.replace(/a/gu, 'á').replace(/e/gu, 'ë').replace(/o/gu, 'õ')],
  ['with marks of their own', (name) => name.replace(/a/gu, 'a\u0301')],
  ['with more spaces', (name) => ` ${name.replace(/ /gu, '  \t ')} `],
  ['with other spaces', (name) => name.replace(/ /gu, '\u00a0')],
  ['with commas', (name) => name.replace(/ /gu, ', ')],
  ['in another order', (name) => name.split(' ').toReversed().join(' ')],
  [
    'in wide letters',
    (name) => name.replace(/[a-z]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ],
  ['with characters that nobody sees', (name) => name.replace(/\p{L}/gu, '$&\u3164\u200b\u0000')],
  ['behind characters that nobody sees', (name) => `${'\u200b'.repeat(450)}${name}`],
  ['behind marks and signs', (name) => `-${'\u0301'.repeat(300)}${'.'.repeat(300)} ${name}`],
  ['with a picture', (name) => `${name} 🚀`],
  ['with signs of its owner', (name) => name.replace(' ', '® ')],
  ['with letters of another script that look the same', (name) => name.replace(/[aceops]/gu, lookalike)],
];

describe('name', () => {
  it.each(same)('still matches itself %s', (_, change) => {
    const random = seededRandom(partSeed);
    for (let each = 0; each < 200; each += 1) {
      // Uses only names of persons, because a company's legal form must be at its end.
      const name = personName(random).replaceAll('.', '');
      expect({ name, changed: change(name), score: score(name, change(name)) }).toEqual({
        ...{ name, changed: change(name) },
        score: score(name, name),
      });
    }
  });

  it.each([
    ['Дмитрий Соколов', 'Dmitry Sokolov'],
    ['Юлия Щербакова', 'Yulia Shcherbakova'],
    ['Ελένη Παπαδοπούλου', 'Eleni Papadopoulou'],
    ['Γεώργιος Ντόκος', 'Georgios Dokos'],
    ['محمد بن سلمان', 'Mohammed bin Salman'],
    ['عبد الرحمن حسين', 'Abd al-Rahman Hussein'],
    ['سليمان الخطيب', 'Sulayman al-Khatib'],
    ['משה כהן', 'Moshe Cohen'],
    ['王小明', 'Wang Xiaoming'],
    ['王小明', 'Xiao Ming Wang'],
    ['ごとう たろう', 'Goto Taro'],
    ['김민수', 'Kim Min Soo'],
    ['박지영', 'Park Ji-young'],
    ['გიორგი ბერიძე', 'Giorgi Beridze'],
  ])('matches from its own script to Latin: %s', (original, latin) => {
    expect(score(original, latin)).toBeGreaterThanOrEqual(threshold);
    expect(score(original, original)).toBe(10_000);
  });

  it.each([
    ['Hиколай Ceргеев', 'Николай Сергеев'],
    ['N i k o l a i S e r g e e v', 'Nikolai Sergeev'],
    ['Χiaoping Chen', 'Xiaoping Chen'],
    ['ביבי נת\u200dניהו', 'ביבי נתניהו'],
  ])('is compared as it looks: %s', (name, meant) => {
    expect(score(name, meant)).toBe(10_000);
  });

  it.each([
    ['Nordlicht Handel GmbH', 'Nordlicht Handel Gesellschaft mit beschränkter Haftung'],
    ['Nordlicht Handel GmbH', 'NORDLICHT HANDEL'],
    ['Al Barakat Trading LLC', 'Albarakat Trading'],
    ['J. A. Lindqvist', 'J.A. Lindqvist'],
    ['Northern Regional Shipping Bureau', 'NRSB'],
  ])('of a company matches: %s as %s', (one, other) => {
    expect(score(one, other, true)).toBeGreaterThanOrEqual(threshold);
  });

  it.each([
    ['HAJIMUHAMMAD RASHID', 'Muhammad Rashid'],
    ['HAJIMUHAMMAD RASHID', 'Haji Mohammad Rashid'],
    ['Mullahomar Rashid', 'Omar Rashid'],
    ['Sheikhabdulrahman Nasser', 'Sheikh Abd al-Rahman Nasser'],
  ])('matches with a title that is part of a word: %s and %s', (together, name) => {
    expect(score(together, name)).toBe(10_000);
    expect(found(together, name)).toBe(true);
    expect(found(name, together)).toBe(true);
  });

  it.each([
    ['Hossein Rostami', 'Hosseni Rostami'],
    ['Husain Rostami', 'Hosseni Rostami'],
    ['Ahmad Raman', 'Ahed Raman'],
    ['Sergei Nowak', 'Serhy Nowak'],
    ['Yusuf Shami', 'Yosef Shami'],
    ['Intissar al-Ubaydi', 'Intissar Aal-Ubaydi'],
  ])('matches with a typing error in any of its romanizations: %s and %s', (name, misspelt) => {
    expect(score(name, misspelt)).toBeGreaterThanOrEqual(threshold);
    expect(nameSimilarity(name, misspelt)).toBeGreaterThanOrEqual(threshold / 10_000);
  });

  it.each([
    ['Maria Silva', 'Mario Silveira'],
    ['Ali Hassan', 'Ali Hossain'],
    ['Karim Bagheri', 'Qasem Bagheri'],
    ['Adel Rahmani', 'Abdel Rahmani'],
    ['Karim Hajizadeh', 'Karim Zadeh'],
    ['Karim Hajipour', 'Karim Pour'],
    ['Mohammad Hosseini', 'Muhammad Hussain'],
    ['Ivan Petrov', 'Ivan Sidorov'],
    ['Comercial Andina', 'Comercial Norte'],
    ['Fondo Austral II', 'Fondo Austral III'],
    ['Mohamed Ali', 'Mohamed Salah'],
    ['A. B.', 'Ana Beatriz'],
    ['محمد علي', 'محمود علي حسن'],
    ['金小明', 'Wang Xiaoming'],
  ])('does not match another: %s and %s', (one, other) => {
    expect(score(one, other)).toBeLessThan(threshold);
  });
});

describe('names without usable words', () => {
  const random = seededRandom(partSeed);
  const entries: readonly ListedEntry[] = Array.from({ length: 300 }, (_, number) => ({
    ...{
      id: `${number}`,
      dataset: 'list',
      schema: 'company',
      births: [],
      countries: [],
      gender: null,
      identifiers: [],
    },
    names: [{ text: companyName(random), kind: 'primary', language: null }],
  }));
  const search = new IndexSearch(new WatchlistIndex(buildIndex(entries)));
  const hits = (name: string): number =>
    search.search(
      { schema: null, names: [name], births: [], countries: [], gender: null, identifiers: [] },
      { threshold: 7_000, weakAliases: true },
    ).length;

  it.each([
    ['nothing', ''],
    ['spaces', ' \t\n '],
    ['signs', '!?-–—…,.;'],
    ['marks without letters', '\u0301\u0302'.repeat(5_000)],
    ['half of a character', '\ud800 \udfff'],
    ['NUL', '\u0000\u0000'],
  ])('of %s match nothing', (_, name) => {
    expect(hits(name)).toBe(0);
    expect(score(name, 'Goodwill Trading')).toBe(0);
  });

  it.each([
    ['100 kB in one word', 'a'.repeat(100_000)],
    ['100 kB of letters that differ', 'qwertzuiopasdfgh'.repeat(6_250)],
    ['10,000 words', Array.from({ length: 10_000 }, (_, at) => `word${at}`).join(' ')],
    ['10,000 equal words', 'goodwill '.repeat(10_000)],
    ['10,000 initials', 'A. B. '.repeat(5_000)],
    ['100 kB of marks', `Goodwill${'\u0301'.repeat(100_000)} Trading`],
    ['letters that become many', '\ufdfa'.repeat(10_000)],
    ['only legal forms', 'Ltd LLC GmbH S.A. Inc.'],
    ['half characters within a name', 'Good\ud800will Tra\udfffding'],
  ])('of %s are read and indexed like any other', (_, name) => {
    const list = [{ ...entries[0]!, names: [{ text: name, kind: 'primary', language: null }] } as const, ...entries];
    const index = new WatchlistIndex(buildIndex(list));
    expect(index.entry(1)).toEqual(entries[0]);
    const party = { ...entries[0]!, schema: null, names: [name] };
    const found = new IndexSearch(index).search(party, { threshold: 9_900, weakAliases: true });
    expect(found.some(({ entry, score: reached }) => entry === 0 && reached === 10_000)).toBe(true);
  });
});
