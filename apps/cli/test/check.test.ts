import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failing, createFolder, good, runTamis, wrongField } from './support/run-tamis.js';

// Each command is started in a separate process.
jest.setTimeout(60_000);

describe('tamis check', () => {
  test('prints a code frame for each error, with its position, and exits with 1', () => {
    const { code, out } = runTamis(['check', 'a.rules'], { cwd: createFolder({ 'a.rules': wrongField }) });
    expect(code).toBe(1);
    expect(out).toContain('error[E0201]: unknown field\n  ┌─ a.rules:5:8\n');
    expect(out).toContain('a.rules  0 rules  1 error  0 warnings');
  });

  test('exits with 0 without errors', () => {
    const owned = good.replace('  when', '  owner "risk"\n  when');
    const { code, out, err } = runTamis(['check'], { cwd: createFolder({ 'a.rules': owned, 'sub/b.rules': owned }) });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toBe(`  a.rules      1 rule  0 errors  0 warnings
  sub/b.rules  1 rule  0 errors  0 warnings
  missing data  no rule can be unknown
  cost          no matrix               dearest: large 1 of 300
`);
  });

  test('reads standard input', () => {
    const { code, out } = runTamis(['check', '-'], { input: wrongField });
    expect(code).toBe(1);
    expect(out).toContain('┌─ <stdin>:5:8');
  });

  test('accepts currency codes configured in the project', () => {
    const owned = good.replace(/when [^\n]*/, 'when transaction.amount > 10 PTSX');
    const files = { 'a.rules': owned };
    const settings = { 'tamis.config.json': '{"currencyCodes": ["PTSX"]}' };
    expect(runTamis(['check'], { cwd: createFolder(files) }).out).toContain('error[E0310]');
    expect(runTamis(['check'], { cwd: createFolder({ ...files, ...settings }) }).code).toBe(0);
  });

  test('reads folders, patterns and the rules from the configuration', () => {
    const cwd = createFolder({
      'tamis.config.json': '{"rules": "rules/*.rules"}',
      'rules/a.rules': good,
      'other/b.rules': wrongField,
    });
    expect(runTamis(['check'], { cwd }).code).toBe(0);
    expect(runTamis(['check', 'other'], { cwd }).code).toBe(1);
    expect(runTamis(['check', '{rules,other}/**/?.rules'], { cwd }).out).toContain('other/b.rules  0 rules');
  });

  test('uses names from imported files', () => {
    const shared = 'language 1\nparam limit = 5 USD\n';
    const uses =
      'language 1\nimport "lib/shared.rules"\nrule r {\n  on transaction\n  when transaction.amount > limit\n}\n';
    const cwd = createFolder({ 'rules/a.rules': uses, 'rules/lib/shared.rules': shared });
    expect(runTamis(['check', 'rules/a.rules'], { cwd })).toMatchObject({ code: 0 });
    const lost = runTamis(['check', 'a.rules'], { cwd: createFolder({ 'a.rules': uses }) });
    expect(lost.out).toContain('E0211');
  });

  test('reports errors of an imported file at its import', () => {
    const uses =
      'language 1\nimport "lib/all.rules"\nrule r {\n  on transaction\n  when transaction.amount > limit\n}\n';
    for (const [broken, code] of [
      ['param limit = 5 USD\nparam other = = 6 USD\n', 'E0110'],
      ['param limit = 5 USD\nconst other = 1 USD + 1 EUR\n', 'E0311'],
    ] as const) {
      const cwd = createFolder({
        'a.rules': uses,
        'lib/all.rules': 'language 1\nimport "shared.rules"\n',
        'lib/shared.rules': `language 1\n${broken}`,
      });
      const checked = runTamis(['check', 'a.rules'], { cwd });
      expect(checked.code).toBe(1);
      expect(checked.out).toContain(code);
      expect(checked.out).toContain('lib/shared.rules');
    }
    const cwd = createFolder({ 'a.rules': uses.replace('lib/all', 'shared'), 'shared.rules': 'param limit = = 5 USD' });
    expect(runTamis(['test', 'a.rules'], { cwd }).code).toBe(1);
  });

  test('--json prints one document whose diagnostics have editor positions', () => {
    const { code, out } = runTamis(['check', '--json', '-'], { input: wrongField });
    expect(code).toBe(1);
    const { errors, files } = JSON.parse(out);
    expect(errors).toBe(1);
    expect(files[0].diagnostics[0]).toMatchObject({
      code: 'E0201',
      severity: 'error',
      file: '<stdin>',
      range: { start: { line: 4, character: 7 }, end: { line: 4, character: 25 } },
      docs: '/docs/errors/E0201',
    });
  });

  test('--fix writes safe fixes and reports how many', () => {
    const cwd = createFolder({ 'a.rules': wrongField });
    const { code, out } = runTamis(['check', '--fix', 'a.rules'], { cwd });
    expect(code).toBe(0);
    expect(out).toContain('1 fixed');
    expect(readFileSync(join(cwd, 'a.rules'), 'utf8')).toBe(good);
    expect(runTamis(['check', '--fix', '-'], { input: wrongField }).out).toBe(good);
  });

  test('--cost lists what each rule costs', () => {
    expect(runTamis(['check', '--cost', '-'], { input: good }).out).toMatch(/large\s+\d+\s+of 300/);
  });

  test('--cost names the most expensive terms first', () => {
    const window = 'count(transactions from origin in last 24h) >= 3';
    const input = good.replace(/when .*/, `when transaction.amount > 10 USD and ${window}`);
    const { out } = runTamis(['check', '--cost', '-'], { input });
    expect(out).toContain(`dearest terms\n  21  c3  ${window}\n   1  c0  transaction.amount > 10 USD\n`);
    const { files } = JSON.parse(runTamis(['check', '--cost', '--json', '-'], { input }).out);
    expect(files[0].cost.dearest).toEqual([
      { text: window, class: 'c3', weight: 21 },
      { text: 'transaction.amount > 10 USD', class: 'c0', weight: 1 },
    ]);
  });

  test('--strict treats warnings as errors', () => {
    const input = good.replace('language 1\n\n', '');
    expect(runTamis(['check', '-'], { input }).code).toBe(0);
    const strict = runTamis(['check', '--strict', '-'], { input });
    expect({ code: strict.code, warned: strict.out.includes('W1111') }).toEqual({ code: 1, warned: true });
  });

  test('reports unreadable input and exits with 3', () => {
    const cwd = createFolder({
      'empty/x.txt': '',
      'big.rules': Buffer.alloc(1024 * 1024 + 1, '/'),
      'binary.rules': Buffer.from([0xff, 0xfe, 0x00]),
      'a.rules': good,
    });
    const cases = [
      ['nowhere.rules', 'nowhere.rules: no such file or directory'],
      ['empty', 'empty: no `.rules` files in this folder'],
      ['*.none', '*.none: no file matches'],
      ['big.rules', 'big.rules: larger than 1 MiB, the maximum size of a rule file'],
      ['binary.rules', 'binary.rules: not UTF-8 text'],
    ] as const;
    for (const [argument, message] of cases) {
      const { code, err, out } = runTamis(['check', 'a.rules', argument], { cwd });
      expect({ code, err }).toEqual({ code: 3, err: `tamis: ${message}\n` });
      expect(out).toContain('a.rules  1 rule');
    }
    expect(runTamis(['check', '-'], { input: Buffer.alloc(1024 * 1024 + 1, '/') })).toMatchObject({ code: 3 });
  });

  test('turns colour off in pipes and for NO_COLOR, and on when requested', () => {
    const escape = '\u001b[';
    // Some colour libraries enable colours if CI is set.
    for (const env of [undefined, { CI: 'true' }])
      expect(runTamis(['check', '-'], { input: wrongField, env }).out).not.toContain(escape);
    expect(runTamis(['check', '--color', '-'], { input: wrongField }).out).toContain(`${escape}31m`);
    expect(runTamis(['check', '-'], { input: wrongField, env: { NO_COLOR: '1' } }).out).not.toContain(escape);
  });

  test('reports facts that hold across rules, with an example context', () => {
    const rule = (name: string, amount: number): string =>
      `rule ${name} {\n  on transaction\n  matrix m\n  score 40\n  when transaction.amount > ${String(amount)} USD\n}\n`;
    const matrix = 'language 1\nmatrix m {\n  on transaction\n  decide HOLD from 60\n}\n';
    const input = matrix + rule('wide', 10) + rule('narrow', 20);
    const { out } = runTamis(['check', '--no-governance', '-'], { input });
    expect(out).toContain('whenever `narrow` hits, `wide` hits too');
    expect(out).not.toContain('W14');
    const { files } = JSON.parse(runTamis(['check', '--json', '-'], { input }).out);
    const codes = files[0].diagnostics.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['W1302', 'W1401', 'W1403']));
    const covered = files[0].diagnostics.find(({ code }: { code: string }) => code === 'W1302');
    expect(covered.data).toMatchObject({ finding: 'subsumed', wider: 'wide', matrix: 'm' });
    expect(Object.keys(covered.data.witness.fields)).toEqual(['transaction.amount']);
    expect(Object.keys(covered.data.onlyWider.fields)).toEqual(['transaction.amount']);
  });

  test('reports conditions that can never be true', () => {
    const input = good.replace('transaction.amount >=', 'transaction.amount < 5 USD and transaction.amount >=');
    const { code, out } = runTamis(['check', '-'], { input });
    expect(code).toBe(0);
    expect(out).toContain('warning[W1301]');
    expect(out).toContain('its parts exclude each other');
  });

  test('and fmt report amounts whose zeros may have meant thousands', () => {
    const cwd = createFolder({ 'a.rules': good.replace('10 USD', '10.000 USD') });
    expect(runTamis(['check'], { cwd }).out).toContain('this is 10 USD, not 10,000');
    const { code, err } = runTamis(['fmt'], { cwd });
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('this is 10 USD, not 10,000') });
    expect(readFileSync(join(cwd, 'a.rules'), 'utf8')).toContain('>= 10 USD');
    expect(runTamis(['fmt'], { cwd }).err).toBe('');
  });

  test('--explain describes the meaning of a code', () => {
    expect(runTamis(['check', '--explain', 'W1302']).out).toContain('warning[W1302]');
    expect(runTamis(['check', '--explain', 'W9999'])).toMatchObject({ code: 2 });
  });

  test('does not report a failing test as an error of the rule', () => {
    expect(runTamis(['check', '-'], { input: failing }).code).toBe(0);
  });
});
