import { createFolder, runTamisInProcess } from './support/run-tamis.js';

const rule = (operator: string): object => ({
  conditions: { all: [{ fact: 'age', operator, value: 18 }] },
  event: { type: 'minor' },
});

const files = {
  'radar.txt': "Block if :card_country: != 'US'\nReview if :risk_score: > 65\n",
  'rules.json': JSON.stringify([rule('lessThan')]),
  'logic.json': JSON.stringify({ '<': [{ var: 'age' }, 18] }),
  'map.json': '{"age": "origin.ageYears"}',
  'scores.json': '{"risk_score": "transaction.riskScore"}',
  'bad.json': '{',
  'list.json': '{"age": 5}',
};

describe('tamis import', () => {
  test('prints rules that check, from each format', async () => {
    const cwd = createFolder(files);
    const radar = await runTamisInProcess(['import', 'radar', 'radar.txt'], cwd);
    expect(radar).toMatchObject({ code: 1, out: expect.stringMatching(/^language 1\n\n\/\/ Block if/) });
    expect(radar.err).toBe(
      'tamis: radar.txt: line 2, character 11: the attribute `:risk_score:` has no equal among the fields of rules: map it to one\n' +
        '1 rule imported, 1 refusal\n',
    );
    const mapped = await runTamisInProcess(['import', 'radar', 'radar.txt', '--map', 'scores.json'], cwd);
    expect(mapped).toMatchObject({ code: 0, err: '', out: expect.stringContaining('when transaction.riskScore > 65') });
    const engine = await runTamisInProcess(['import', 'json-rules-engine', 'rules.json', '--map', 'map.json'], cwd);
    expect(engine).toMatchObject({ code: 0, err: '', out: expect.stringContaining('and origin.ageYears < 18') });
    const logic = await runTamisInProcess(
      ['import', 'json-logic', 'logic.json', '--below', 'origin.attributes', '--json'],
      cwd,
    );
    const [{ source }] = JSON.parse(logic.out).rules;
    expect(source).toContain('when origin.attributes.age otherwise 0 < 18');
    const all = createFolder({ 'a.rules': radar.out, 'b.rules': engine.out, 'c.rules': `language 1\n\n${source}` });
    expect(await runTamisInProcess(['check', '--no-governance'], all)).toMatchObject({ code: 0 });
    expect(await runTamisInProcess(['fmt', '--check'], all)).toMatchObject({ code: 0 });
  });

  test('says what is wrong with a command line or a file', async () => {
    const cwd = createFolder(files);
    const checkRefused = async (args: readonly string[], code: number, said: string) => {
      const finished = await runTamisInProcess(['import', ...args], cwd);
      expect({ args, code: finished.code, out: finished.out }).toEqual({ args, code, out: '' });
      expect(finished.err).toContain(said);
    };
    await checkRefused(['drools', 'rules.json'], 2, 'a format is one of radar, json-rules-engine, json-logic');
    await checkRefused(['json-logic', 'none.json'], 3, 'there is no such file');
    await checkRefused(['json-logic', 'bad.json'], 3, 'bad.json: not JSON');
    await checkRefused(['json-logic', 'logic.json', '--map', 'list.json'], 3, '`age` is no path of a field');
    await checkRefused(['json-logic', 'logic.json', '--map', 'bad.json'], 3, 'bad.json: not JSON');
    await checkRefused(['json-logic', 'logic.json', '--below', '5'], 2, '--below takes a path');
    await checkRefused(['radar'], 2, "missing required argument 'file'");
  });
});
