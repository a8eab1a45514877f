import { createFolder, runTamisInProcess } from './support/run-tamis.js';

const rule = (operator: string): object => ({
  conditions: { all: [{ fact: 'age', operator, value: 18 }] },
  event: { type: 'minor' },
});

const table = {
  hitPolicy: 'first',
  inputs: [{ id: 'a', name: 'Age', field: 'age' }],
  outputs: [{ id: 'b', name: 'Class', field: 'class' }],
  rules: [
    { _id: '1', a: '< 18', b: '"minor"' },
    { _id: '2', a: '', b: '"adult"' },
  ],
};
const decision = {
  nodes: [
    { id: '1', type: 'inputNode', name: 'Request' },
    { id: '2', type: 'decisionTableNode', name: 'Class of age', content: table },
  ],
  edges: [{ id: '3', sourceId: '1', targetId: '2' }],
};

const files = {
  'decision.json': JSON.stringify(decision),
  'radar.txt': "Block if :card_country: != 'US'\nReview if :risk_score: > 65\n",
  'rules.json': JSON.stringify([rule('lessThan')]),
  'logic.json': JSON.stringify({ '<': [{ var: 'age' }, 18] }),
  'map.json': '{"age": "origin.ageYears"}',
  'scores.json': '{"risk_score": "transaction.riskScore"}',
  'bad.json': '{',
  'list.json': '{"age": 5}',
};

describe('tamis import', () => {
  test('prints valid rules from each format', async () => {
    const cwd = createFolder(files);
    const radar = await runTamisInProcess(['import', 'radar', 'radar.txt'], cwd);
    expect(radar).toMatchObject({ code: 1, out: expect.stringMatching(/^language 1\n\n\/\/ Block if/) });
    expect(radar.err).toBe(
      'tamis: radar.txt: line 2, character 11: the attribute `:risk_score:` has no equivalent among the fields of rules: map it to one\n' +
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
    const gorules = await runTamisInProcess(['import', 'gorules', 'decision.json', '--map', 'map.json'], cwd);
    expect(gorules).toMatchObject({ code: 0, err: '', out: expect.stringContaining('then key "class=adult"') });
    const all = createFolder({
      'a.rules': radar.out,
      'b.rules': engine.out,
      'c.rules': `language 1\n\n${source}`,
      'd.rules': gorules.out,
    });
    expect(await runTamisInProcess(['check', '--no-governance'], all)).toMatchObject({ code: 0 });
    expect(await runTamisInProcess(['fmt', '--check'], all)).toMatchObject({ code: 0 });
  });

  test('reports errors in a command line or file', async () => {
    const cwd = createFolder(files);
    const checkRefused = async (args: readonly string[], code: number, said: string) => {
      const finished = await runTamisInProcess(['import', ...args], cwd);
      expect({ args, code: finished.code, out: finished.out }).toEqual({ args, code, out: '' });
      expect(finished.err).toContain(said);
    };
    await checkRefused(
      ['drools', 'rules.json'],
      2,
      'a format must be one of radar, json-rules-engine, json-logic, gorules',
    );
    await checkRefused(['json-logic', 'none.json'], 3, 'no such file or directory');
    await checkRefused(['json-logic', 'bad.json'], 3, 'bad.json: not JSON');
    await checkRefused(['json-logic', 'logic.json', '--map', 'list.json'], 3, '`age` is not a field path');
    await checkRefused(['json-logic', 'logic.json', '--map', 'bad.json'], 3, 'bad.json: not JSON');
    await checkRefused(['json-logic', 'logic.json', '--below', '5'], 2, '--below takes a path');
    await checkRefused(['radar'], 2, "missing required argument 'file'");
  });
});
