import { renderCodeFrame, type Diagnostic, type SourceRange } from '../src/index.js';

const range = (line: number, from: number, to: number, lastLine = line): SourceRange => ({
  start: { line, character: from },
  end: { line: lastLine, character: to },
});

const diagnostic = (parts: Partial<Diagnostic>): Diagnostic => ({
  code: 'E0311',
  severity: 'error',
  title: 'two currencies in one sum',
  message: 'EUR',
  docs: '/docs/errors/E0311',
  ...parts,
});

const frame = (parts: Partial<Diagnostic>, source: string): string =>
  renderCodeFrame(diagnostic(parts), { file: 'limits.rules', source });

test('every range of a diagnostic is marked under its line, in source order', () => {
  const source = `${'\n'.repeat(98)}let a = 1 USD\nlet b = a + 2 EUR\n`;
  const text = frame(
    { range: range(99, 12, 17), related: [{ range: range(98, 8, 13), message: 'USD' }], reason: 'why', help: 'how' },
    source,
  );
  expect(text).toBe(
    [
      'error[E0311]: two currencies in one sum',
      '   ┌─ limits.rules:100:13',
      ' 99│ let a = 1 USD',
      '   │         ----- USD',
      '100│ let b = a + 2 EUR',
      '   │             ^^^^^ EUR',
      '  = why',
      '  help: how',
    ].join('\n'),
  );
});

test('a range over several lines is marked to the end of its first line', () => {
  expect(frame({ range: range(0, 2, 3, 1) }, 'a b c\nd e f')).toContain(' 1│ a b c\n  │   ^^^ EUR');
});

test('tabs, line endings and hidden characters do not shift the marker', () => {
  expect(frame({ range: range(0, 4, 5) }, '\uFEFF\ta\u202Eb c\r\nd')).toContain(' 1│  a\uFFFDb c\n  │     ^ EUR');
});

test('a diagnostic for JSON shows its path', () => {
  expect(frame({ path: 'conditions.conditions[1].operator' }, '')).toBe(
    'error[E0311]: two currencies in one sum\n  ┌─ conditions.conditions[1].operator\n  │ EUR',
  );
});

test('a very long line is shown only around its marker', () => {
  const source = `${'a'.repeat(500_000)}wrong${'b'.repeat(500_000)}`;
  const related = [{ range: range(0, 2, 3), message: 'declared here' }];
  const lines = frame({ range: range(0, 500_000, 500_005), related }, source).split('\n');
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(300);
  expect(lines.slice(2)).toEqual([
    ` 1│ …${'a'.repeat(80)}wrong${'b'.repeat(115)}…`,
    `  │ ${' '.repeat(81)}^^^^^ EUR`,
    ` 1│ ${'a'.repeat(200)}…`,
    '  │   - declared here',
  ]);
  expect(frame({ range: range(0, 4, 1_000_000) }, source).length).toBeLessThan(600);
});
