import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failing, createFolder, good, runTamis, runTamisInProcess, wrongField } from './support/run-tamis.js';

// Each command is started in a separate process.
jest.setTimeout(60_000);

describe('tamis', () => {
  test('without a command shows the help', () => {
    const { code, out } = runTamis([]);
    expect(code).toBe(0);
    expect(out).toContain('Start here:');
  });

  test('suggests the intended command and exits with 2', () => {
    expect(runTamis(['tset'])).toMatchObject({
      code: 2,
      err: 'tamis: unknown command `tset`: did you mean `test`?\nrun `tamis --help` for the commands\n',
    });
    expect(runTamis(['check', '--jsn'])).toMatchObject({ code: 2 });
    expect(runTamis(['diff', 'one'])).toMatchObject({ code: 2 });
  });

  test('shows the usage of every command, with an example', async () => {
    const commands = (await runTamisInProcess(['--help'], '.')).out.split('\nCommands:\n')[1] ?? '';
    const names = [...commands.matchAll(/^ {2}([a-z][\w-]*) /gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(25);
    for (const name of names.filter((each) => each !== 'help')) {
      const { code, out } = await runTamisInProcess([name, '--help'], '.');
      expect({ name, code }).toEqual({ name, code: 0 });
      expect(out).toContain(`Usage: tamis ${name}`);
      expect(out).toMatch(/\n {2}\$ |\nEditors start it/);
    }
  });
});

describe('tamis fmt', () => {
  const crooked = good.replace('  when transaction.amount >= 10 USD', '  when   transaction.amount>=10 USD // why');
  const straight = runTamis(['fmt', '-'], { input: crooked }).out;

  test('formats files and names them; a second run changes nothing', () => {
    const cwd = createFolder({ 'a.rules': crooked, 'b.rules': straight });
    expect(runTamis(['fmt', '--check'], { cwd })).toMatchObject({ code: 1, out: 'a.rules\n' });
    expect(runTamis(['fmt'], { cwd })).toMatchObject({ code: 0, out: 'a.rules\n' });
    expect(readFileSync(join(cwd, 'a.rules'), 'utf8')).toBe(straight);
    expect(runTamis(['fmt', '--check'], { cwd })).toMatchObject({ code: 0, out: '' });
  });

  test('prints standard input formatted on standard output, keeping comments', () => {
    expect(straight).toContain('when transaction.amount >= 10 USD   // why');
  });

  test('reports on files as JSON, but not on text', async () => {
    const cwd = createFolder({ 'a.rules': crooked, 'b.rules': straight, 'c.rules': 'rule x {' });
    const told = { changed: ['a.rules'], same: ['b.rules'], broken: ['c.rules'] };
    for (const args of [['--check'], []]) {
      const { code, out } = await runTamisInProcess(['fmt', '--json', ...args], cwd);
      expect({ code, told: JSON.parse(out) as unknown }).toEqual({ code: 1, told });
    }
    expect(readFileSync(join(cwd, 'a.rules'), 'utf8')).toBe(straight);
    expect(await runTamisInProcess(['fmt', '--json', '--stdout', 'a.rules'], cwd)).toMatchObject({ code: 2, out: '' });
  });

  test('leaves text with syntax errors unchanged', () => {
    const cwd = createFolder({ 'a.rules': 'rule x {' });
    const { code, err } = runTamis(['fmt', 'a.rules'], { cwd });
    expect(code).toBe(1);
    expect(err).toContain('1 file left as it is');
    expect(readFileSync(join(cwd, 'a.rules'), 'utf8')).toBe('rule x {');
  });
});

describe('tamis test', () => {
  test('exits with 0 when all tests pass', () => {
    const { code, out } = runTamis(['test', '-'], { input: good });
    expect(code).toBe(0);
    expect(out).toContain('✓ large  1 test, 2 cases');
    expect(out).toContain('1 test, 1 passed, 0 failed');
  });

  test('shows why a test failed and exits with 1', () => {
    const { code, out } = runTamis(['test', '-'], { input: failing });
    expect(code).toBe(1);
    expect(out).toContain('error[E0704]: test failed');
    expect(out).toContain('`transaction.amount > 10 USD` is false: transaction.amount = 10 USD');
    expect(out).toContain('✗ large  0 of 1 test');
  });

  test('exits with 1 for a rule with errors', () => {
    expect(runTamis(['test', '-'], { input: wrongField })).toMatchObject({ code: 1 });
  });

  test('--filter selects tests by title or rule', () => {
    const both = good + good.replace('language 1\n\n', '').replace('large', 'other').replace('edges', 'limits');
    for (const [filter, said] of Object.entries({ LIMITS: '1 test, 1 p', large: '1 test, 1 p', larg3: '"code":2' }))
      expect(JSON.stringify(runTamis(['test', '--filter', filter, '-'], { input: both }))).toContain(said);
  });

  test('--coverage and --mutants name what no test covers', () => {
    const loose = good.replace('9.99 USD: no hit', '1 USD: no hit').replace('10 USD: hit', '50 USD: hit');
    const { code, out } = runTamis(['test', '--coverage', '--mutants', '-'], { input: loose });
    expect(code).toBe(0);
    expect(out).toContain('warning[W1402]');
    expect(out).toContain('large: `transaction.amount >= 10 USD` → `transaction.amount > 10 USD` is not noticed');
    expect(out).toMatch(/mutants {5}0 of 5 killed/);
  });

  test('--json contains results, coverage and mutants', () => {
    const { code, out } = runTamis(['test', '--json', '--mutants', '-'], { input: failing });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      success: true,
      passed: 0,
      failed: 1,
      results: [
        {
          rule: 'large',
          test: 'edges',
          status: 'failed',
          cases: [
            { value: '9.99 USD', status: 'passed' },
            { value: '10 USD', expected: 'hit', got: ['no hit'] },
          ],
          diagnostics: [{ code: 'E0704' }],
        },
      ],
      coverage: { conditions: 1 },
      mutants: { total: 0 },
    });
  });
});

describe('tamis convert', () => {
  test('converts text to JSON and back to the same text', () => {
    const declared = `language 1\n\nparam limit = 5 USD\n\n${good.replace('language 1\n\n', '').replace('10 USD\n', 'limit\n')}`;
    const text = runTamis(['fmt', '-'], { input: declared }).out;
    const json = runTamis(['convert', '-'], { input: text });
    expect({ code: json.code, err: json.err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(json.out).rules[0]).toMatchObject({ key: 'large', targetEntityTypes: ['transaction'] });
    expect(runTamis(['convert', '-'], { input: json.out })).toEqual({ code: 0, err: '', out: text });
  });

  test('reports where JSON is invalid', () => {
    const { code, err } = runTamis(['convert', '-'], { input: '{"rules": [{"key": "x", "conditions": 5}]}' });
    expect(code).toBe(1);
    expect(err).toContain('rules[0].');
    expect(runTamis(['convert', '-'], { input: '{' })).toMatchObject({ code: 1, out: '' });
  });

  test('requires --to to fit the input', () => {
    expect(runTamis(['convert', '--to', 'text', '-'], { input: good })).toMatchObject({ code: 2 });
    expect(runTamis(['convert', '--to', 'yaml', '-'], { input: good })).toMatchObject({ code: 2 });
  });
});

describe('tamis diff', () => {
  test('describes in words what changed', () => {
    const cwd = createFolder({ 'a.rules': good, 'b.rules': good.replace('10 USD\n', '20 USD\n') });
    const { code, out } = runTamis(['diff', 'a.rules', 'b.rules'], { cwd });
    expect(code).toBe(1);
    expect(out).toContain('~ large\n');
    expect(out).toContain('10 USD → 20 USD');
    expect(runTamis(['diff', 'a.rules', '-'], { cwd, input: `// a comment\n${good}` })).toEqual({
      code: 0,
      err: '',
      out: '= 1 unchanged\n',
    });
  });

  test('names added and removed rules', () => {
    const cwd = createFolder({ 'a.rules': good, 'b.rules': good.replace('rule large', 'rule huge') });
    expect(runTamis(['diff', 'a.rules', 'b.rules'], { cwd }).out).toBe(
      '+ huge  added\n- large  removed\n= 0 unchanged\n',
    );
    const lines = runTamis(['diff', 'a.rules', 'b.rules', '--csv'], { cwd }).out;
    expect(lines).toBe('rule,change,words\r\nhuge,added,\r\nlarge,removed,\r\n');
  });
});

describe('tamis explain', () => {
  test('shows fields, records, unknowns and cost', () => {
    const input =
      'rule r {\n  on transaction\n  when count(transactions from origin in last 1h) > 3 and origin.countryCode = "BR"\n}\n';
    const { code, out } = runTamis(['explain', '-'], { input });
    expect(code).toBe(0);
    expect(out).toContain('origin.countryCode');
    expect(out).toContain('count(transactions from origin in last 1h)');
    expect(out).toMatch(/cost {5}\d+ of 300/);
    expect(JSON.parse(runTamis(['explain', '--json', '-'], { input }).out).rules[0]).toMatchObject({
      rule: 'r',
      unknownable: ['originEntity.countryCode', 'originEntityId'],
    });
  });
});

describe('tamis plan --local', () => {
  const cwd = createFolder({
    'a.rules': `matrix m "M" { on transaction thresholds low 1, medium 2, high 3 decide REJECT from 3 otherwise APPROVE }
rule a { on transaction (created) matrix m when transaction.channel = "web" and transaction.amount > 5 USD }
rule b {
  on transaction (created)
  evaluate async
  when count(transactions from origin in last 1h) > 3 and transaction.channel = "web"
}
`,
    'b.rules': 'rule c { on person when person.isPep }\n',
    'broken.rules': 'rule d { on person when person.isPap }\nrule e { on person when person.isPep }\n',
  });

  test('reports shared predicates and fetched data over all files, and how rules are selected', () => {
    const { code, out } = runTamis(['plan', '--local', 'a.rules', 'b.rules'], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('3 rules, 4 distinct predicates of 5\n');
    expect(out).toContain('\nfields\n  amount, channel, entityData.person.isPep\n');
    expect(out).toContain('  window  transactions by originEntityId  1 rule\n');
    expect(out).toContain('count(transactions from origin in last 1h)');
    expect(out).toMatch(
      /on transaction \(created.*\): 1 rule\n {2}rule by rule: .* about \d+ ns, with an index .* \d+ ns\n/,
    );
    expect(out).toMatch(/on transaction \(created.*\), after the response: 1 rule\n/);
    expect(out).toMatch(/most expensive rules\n {2}b +\d+\n/);
  });

  test('prints the report and the fetched data as JSON', () => {
    const report = JSON.parse(runTamis(['plan', '--local', '--json', 'a.rules', 'b.rules'], { cwd }).out);
    expect(report).toMatchObject({ rules: 3, distinctPredicates: 4, predicateUses: 5 });
    expect(report.scopes.map(({ target, stage, way }: Record<string, string>) => [target, stage, way])).toEqual([
      ['transaction', 'sync', 'closures'],
      ['transaction', 'async', 'index'],
      ['person', 'sync', 'index'],
    ]);
    expect(report.fetched.windows).toMatchObject([{ source: 'transactions', aggregates: [{ rules: ['b'] }] }]);
    expect(report).not.toHaveProperty('version');
  });

  test('omits rules with errors, reports them and exits with 1', () => {
    const { code, out, err } = runTamis(['plan', '--local', 'broken.rules'], { cwd });
    expect(code).toBe(1);
    expect(out).toContain('1 rule, ');
    expect(err).toContain('E0201');
    expect(runTamis(['plan', '--local', 'gone.rules'], { cwd })).toMatchObject({ code: 3, out: '' });
  });
});

describe('tamis explain --on', () => {
  const cwd = createFolder({
    'a.rules': `language 1
rule structuring "S" {
  on transaction
  when transaction.amount >= 8_000 USD
   and count(transactions from origin in last 7d where amount >= 8_000 USD) >= 3
}
rule other { on person when person.isPep }
`,
    'one.json': JSON.stringify({
      context: { originEntityId: 'e1', amount: '9400', currency: 'USD', transactedAt: '2026-03-05T10:02:00Z' },
      records: {
        transactions: [
          { originEntityId: 'e1', amount: '9100', currency: 'USD', transactedAt: '2026-03-03T10:02:00Z' },
          { originEntityId: 'e1', amount: '7900', currency: 'USD', transactedAt: '2026-03-04T10:02:00Z' },
        ],
      },
    }),
    'plain.json': '{"amount": "10", "currency": "USD"}',
    'broken.json': '{',
    'wrong.json': '{"context": {}, "target": "car"}',
  });

  test('shows the result of each part, the counted records, and what would make the rule hit', () => {
    expect(runTamis(['explain', 'structuring', '--on', 'one.json'], { cwd })).toEqual({
      code: 0,
      err: '',
      out: `structuring  NO HIT
  └ false     all of
    ├ true      transaction.amount >= 8_000 USD   9400 USD
    └ false     count(transactions from origin in last 7d where amount >= 8_000 USD) >= 3   2
      └ aggregate count(transactions from origin in last 7d where amount >= 8_000 USD)   2
            2026-03-03T10:02:00.000Z
            2026-03-04T10:02:00.000Z  filter false
            2026-03-05T10:02:00.000Z  (this one)
  would hit with count(transactions from origin in last 7d where amount >= 8_000 USD) >= 3

`,
    });
  });

  test('--json contains the tree', () => {
    const { out } = runTamis(['explain', '--rule', 'structuring', '--on', 'plain.json', '--json'], { cwd });
    expect(JSON.parse(out).rules).toMatchObject([{ ruleKey: 'structuring', outcome: 'no_hit', tree: { kind: 'and' } }]);
  });

  test('reports errors in the event', () => {
    const errors = ['nowhere.json', 'broken.json', 'wrong.json'].map(
      (name) => runTamis(['explain', 'structuring', '--on', name], { cwd }).err,
    );
    expect(errors[0]).toContain('no such file or directory');
    expect(errors[1]).toContain('not JSON');
    expect(errors[2]).toContain('target` must be one of');
    expect(runTamis(['explain', 'structuring', '--on', 'broken.json'], { cwd }).code).toBe(3);
    expect(runTamis(['explain', 'nothing', '--on', 'plain.json'], { cwd }).code).toBe(2);
  });
});

describe('tamis lint', () => {
  test('lists every code and explains one', () => {
    expect(runTamis(['lint']).out).toMatch(/^E0101 {2}error/);
    const { code, out } = runTamis(['lint', '--explain', 'e0201']);
    expect(code).toBe(0);
    expect(out).toContain('error[E0201]: unknown field\n');
    expect(out).toContain('\nright\n');
    expect(runTamis(['lint', '--explain', 'W1402']).out).toContain('no test has `transaction.amount` exactly at 5 USD');
    expect(runTamis(['lint', '--explain', 'E9999'])).toMatchObject({ code: 2 });
  });

  test('shortens long examples as text and as JSON', () => {
    for (const args of [['--explain', 'E0901'], ['--explain', 'E0901', '--json'], ['--json']])
      expect(runTamis(['lint', ...args]).out.length).toBeLessThan(200_000);
    expect(JSON.parse(runTamis(['lint', '--explain', 'E0901', '--json']).out)).toHaveProperty('example.wrong');
  });
});

describe('tamis init', () => {
  test('creates a folder with valid, formatted rules and tests that detect every change', async () => {
    const cwd = createFolder({});
    const { code, out } = runTamis(['init', 'mine'], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('next     cd mine && npx tamis test');
    const inside = { cwd: join(cwd, 'mine') };
    expect(existsSync(join(cwd, 'mine/README.md'))).toBe(true);
    expect(runTamis(['check', '--strict'], inside)).toMatchObject({ code: 0 });
    expect(runTamis(['fmt', '--check'], inside)).toMatchObject({ code: 0 });
    const report = JSON.parse(runTamis(['test', '--mutants', '--json'], inside).out);
    expect(report).toMatchObject({ failed: 0, boundaries: [], mutants: { survivors: [] } });
    expect(report.coverage.unknownSeen).toBe(report.coverage.nullable);
    expect(runTamis(['init', 'mine'], { cwd })).toMatchObject({ code: 2 });
    const told = JSON.parse((await runTamisInProcess(['init', 'yours', '--json'], cwd)).out) as { created: string[] };
    expect(told).toEqual({ folder: 'yours', created: expect.arrayContaining(['rules/kyt.rules']) as string[] });
    expect(told.created.filter((name) => !existsSync(join(cwd, 'yours', name)))).toEqual([]);
    const replayed = JSON.parse(runTamis(['dry-run', '--local', 'fixtures/sample-30d.jsonl', '--json'], inside).out);
    expect(replayed.records).toMatchObject({ replayed: 10_000, late: 0, from: expect.stringContaining('2026-01-01') });
    const [{ rules, labels, unknown }] = replayed.candidates;
    const ofPayments = rules.filter(({ key }: { key: string }) => !['too_young', 'exposed'].includes(key));
    expect(ofPayments.map(({ hits }: { hits: { candidate: number } }) => hits.candidate >= 20)).toEqual([
      true,
      true,
      true,
    ]);
    expect([labels.caught > 50, labels.falseAlarms > 10, unknown > 5]).toEqual([true, true, true]);
  });
});
