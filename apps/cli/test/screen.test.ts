import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, runTamis, runTamisInProcess } from './support/run-tamis.js';

const fixtures = join(__dirname, '../../../packages/watchlists/fixtures');
const un = readFileSync(join(fixtures, 'un_sc/consolidated.xml'));
const pep = readFileSync(join(fixtures, 'br_pep/202609_PEP.csv'));

const names = `id,name,nation,born
1,Yunus Tariq,PK,1970
2,,BR,
3,Jon Doe,Atlantis,
4,Kwang-sam Ri,KP,
5,Maria da Gloria Magalhaes,Brazil,31.02.1970x
6,Somebody Else,BR,
`;
const good = `Customer;Born
Kwang-sam Ri;1961
Kwang Sam Ri;1999-01-31
Somebody Else;
`;
const files = {
  'names.csv': names,
  'good.csv': good,
  'nobody.csv': 'name\nSomebody Else\n',
  'empty.csv': '',
  'latin.csv': Buffer.from('name\nJo\xe3o\n', 'latin1'),
  'consolidated.xml': un,
  '202609_PEP.csv': pep,
  '202610_PEP.csv': pep,
  'cut/consolidated.xml': un.subarray(0, un.length - 200),
  'sdn.csv': 'x',
  'rules.txt': 'x',
};

describe('tamis screen', () => {
  const cwd = createFolder(files);
  const screen = (...args: readonly string[]) => runTamisInProcess(['screen', ...args], cwd);
  const lists = ['--lists', 'consolidated.xml', '202609_PEP.csv'];

  test('reports which names match which list, and which rows cannot be read', async () => {
    const { code, out, err } = await screen(
      ...['names.csv', ...lists, '--country-column', 'nation', '--date-column', 'born'],
    );
    expect(code).toBe(1);
    expect(out).toBe(
      'Kwang-sam Ri  row 5\n  1.0000  Ri Kwang-sam  un_sc 9000002  sanction\n\n' +
        '3 names against un_sc and br_pep, 6 entries: 1 found, 1 match with a score of 0.8200 or more\n',
    );
    expect(err).toContain('tamis: names.csv: row 3: has no name\n');
    expect(err).toContain('tamis: names.csv: row 4: `Atlantis` is not a country; write its code');
    expect(err).toContain('tamis: names.csv: row 6: `31.02.1970x` is not a date; write `1970-05-31`');
    expect(err).toContain('tamis: un_sc: is probably incomplete: has 3 entries; the list has at least 600\n');
  });

  test('explains each match so that its parts add up to the score', async () => {
    const { code, out } = await screen('good.csv', ...lists, '--date-column', 'born', '--explain');
    expect(code).toBe(1);
    expect(out).toContain('Kwang-sam Ri  row 2\n  1.0000  Ri Kwang-sam  un_sc 9000002  sanction\n');
    const explained = out.slice(out.indexOf('row 3'));
    const score = Number(/ {2}(\d[.]\d{4}) {2}Ri Kwang-sam/.exec(explained)?.[1]);
    const points = [...explained.matchAll(/^ {4}([+-]\d[.]\d{4}) /gm)].map(([, each]) =>
      Math.round(Number(each) * 10_000),
    );
    expect(points.length).toBeGreaterThan(2);
    expect(points.reduce((sum, each) => sum + each, 0)).toBe(Math.round(score * 10_000));
    expect(explained).toContain('birth year');
  });

  test('finds nobody with another threshold, another type or no match', async () => {
    const summary = 'name against un_sc and br_pep, 6 entries: 0 found, 0 matches with a score of 0.8200 or more\n';
    expect(await screen('nobody.csv', ...lists)).toMatchObject({ code: 0, out: `1 ${summary}` });
    expect(await screen('good.csv', ...lists, '--type', 'company')).toMatchObject({ code: 0 });
    const strict = await screen('good.csv', ...lists, '--date-column', 'Born', '--threshold', '0.99');
    expect(strict.out).toContain(
      '3 names against un_sc and br_pep, 6 entries: 1 found, 1 match with a score of 0.9900 or more\n',
    );
  });

  test('prints output for programs and spreadsheets', async () => {
    const json = await screen('names.csv', ...lists, '--json');
    expect(JSON.parse(json.out)).toMatchObject({
      lists: [
        { code: 'un_sc', entries: 3, unreadable: 1 },
        { code: 'br_pep', entries: 3 },
      ],
      threshold: 0.82,
      names: 5,
      found: [
        { row: 2, name: 'Yunus Tariq', matches: [{ list: 'un_sc', entry: '9000001', score: 0.905 }] },
        { row: 5, matches: [{ score: 1, matchedName: { text: 'Ri Kwang-sam', kind: 'primary' } }] },
        { row: 6, matches: [{ list: 'br_pep', topics: ['pep'] }] },
      ],
      problems: [{ row: 3, message: 'has no name' }],
    });
    const explained = JSON.parse((await screen('names.csv', ...lists, '--json', '--explain')).out);
    expect(explained.found[0].matches[0].explanation).toMatchObject({ nameScore: 9_050, because: expect.any(Array) });
    const csv = await screen('names.csv', ...lists, '--csv');
    expect(csv.out.split('\r\n').slice(0, 2)).toEqual([
      'row,name,score,nameScore,list,entry,matchedName,nameKind,topics,against',
      '2,Yunus Tariq,0.905,0.905,un_sc,9000001,Tarek Younes,alias,sanction,',
    ]);
  });

  test('reports how many alerts each threshold gives', async () => {
    const { code, out } = await screen('good.csv', ...lists, '--sweep', '0.81..0.83');
    expect(code).toBe(0);
    expect(out).toMatch(/^3 names against un_sc and br_pep, 6 entries\n/);
    expect(out.split('\n').slice(2, 5)).toEqual([
      expect.stringMatching(/^ {2}0[.]8100 +2 +66[.]67 % +2$/),
      expect.stringMatching(/^ {2}0[.]8200 +2 +66[.]67 % +2$/),
      expect.stringMatching(/^ {2}0[.]8300 +2 +66[.]67 % +2$/),
    ]);
    const swept = JSON.parse((await screen('names.csv', ...lists, '--sweep', '0.7..0.95', '--json')).out);
    expect(swept.thresholds).toHaveLength(26);
    for (const { threshold, alerts, matches } of swept.thresholds) {
      const alone = await screen('names.csv', ...lists, '--json', '--threshold', String(threshold));
      const { found } = JSON.parse(alone.out) as { found: { matches: unknown[] }[] };
      expect({ threshold, alerts, matches }).toEqual({
        ...{ threshold, alerts: found.length, matches: found.flatMap((each) => each.matches).length },
      });
    }
    expect((await screen('names.csv', ...lists, '--sweep', '0.9..0.92', '--csv')).out).toBe(
      'threshold,alerts,matches\r\n0.9,3,3\r\n0.91,2,2\r\n0.92,2,2\r\n',
    );
  });

  test('reads names from standard input when run as a process', () => {
    const ran = runTamis(['screen', '-', '--lists', 'consolidated.xml'], { cwd, input: 'name\nKwang-sam Ri\n' });
    expect(ran).toMatchObject({ code: 1, out: expect.stringContaining('Kwang-sam Ri  row 2') });
  });

  test('reports errors in a command line or file', async () => {
    const checkRefused = async (args: readonly string[], code: number, said: string) => {
      const finished = await screen(...args);
      expect({ args, code: finished.code, out: finished.out }).toEqual({ args, code, out: '' });
      expect(finished.err).toContain(said);
    };
    await checkRefused(['names.csv'], 2, "required option '--lists <files...>' not specified");
    await checkRefused(['names.csv', '--lists', 'rules.txt'], 2, 'rules.txt: unknown list file');
    await checkRefused(['names.csv', '--lists', '202609_PEP.csv', '202610_PEP.csv'], 2, 'are the same file of a list');
    await checkRefused(['names.csv', '--lists', 'sdn.csv'], 3, 'us_ofac: needs');
    await checkRefused(['names.csv', '--lists', 'none/consolidated.xml'], 3, 'no such file or directory');
    await checkRefused(['names.csv', '--lists', 'cut/consolidated.xml'], 3, 'consolidated.xml');
    await checkRefused(['none.csv', ...lists], 3, 'none.csv: no such file or directory');
    await checkRefused(['empty.csv', ...lists], 3, 'empty.csv: is empty');
    await checkRefused(['latin.csv', ...lists], 3, 'latin.csv: not UTF-8 text');
    await checkRefused(['names.csv', ...lists, '--name-column', 'x'], 2, 'there is no column `x`; there are `id`');
    await checkRefused(['names.csv', ...lists, '--type', 'ship'], 2, '--type is one of person');
    for (const threshold of ['82', '0.3', 'x', '-0.9', '1.1'])
      await checkRefused(['names.csv', ...lists, `--threshold=${threshold}`], 2, '--threshold takes a score');
    for (const sweep of ['0.9', '0.9..0.8', '0.7..0.8..0.9', '0.7..2'])
      await checkRefused(['names.csv', ...lists, '--sweep', sweep], 2, '--sweep takes two scores');
    await checkRefused(['names.csv', ...lists, '--sweep', '0.7..0.8', '--explain'], 2, 'leave one out');
    await checkRefused(['names.csv', ...lists, '--json', '--csv'], 2, 'exclude each other');
  });
});
