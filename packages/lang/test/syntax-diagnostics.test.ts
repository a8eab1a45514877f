import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { e0101 } from '../src/diagnostics/codes/e0101.js';
import { e0102 } from '../src/diagnostics/codes/e0102.js';
import { e0103 } from '../src/diagnostics/codes/e0103.js';
import { e0104 } from '../src/diagnostics/codes/e0104.js';
import { e0105 } from '../src/diagnostics/codes/e0105.js';
import { e0106 } from '../src/diagnostics/codes/e0106.js';
import { e0107 } from '../src/diagnostics/codes/e0107.js';
import { e0108 } from '../src/diagnostics/codes/e0108.js';
import { e0109 } from '../src/diagnostics/codes/e0109.js';
import { e0110 } from '../src/diagnostics/codes/e0110.js';
import { e0111 } from '../src/diagnostics/codes/e0111.js';
import { e0112 } from '../src/diagnostics/codes/e0112.js';
import { e0604 } from '../src/diagnostics/codes/e0604.js';
import { e0605 } from '../src/diagnostics/codes/e0605.js';
import { e0901 } from '../src/diagnostics/codes/e0901.js';
import { readRules, renderCodeFrame } from '../src/index.js';

/** Returns the CPU time of this process so far, which is the same on a busy machine. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const folder = join(__dirname, '../../../rules-fixtures/diagnostics');

/** Fixtures of the codes that can occur in parsing; the others depend on names and types. */
const fixtures = readdirSync(folder)
  .filter((name) => /^(E01|E0604(?!-unnamed)|E0605|E0902|E0912|E0913-group|two-mistakes).*\.rules$/.test(name))
  .map((name) => name.replace('.rules', ''));

const framesOf = (source: string, file: string): string =>
  readRules(source)
    .diagnostics.map((diagnostic) => `${renderCodeFrame(diagnostic, { file, source })}\n`)
    .join('\n');

test.each(fixtures)('%s gives the expected diagnostics text', (name) => {
  const source = readFileSync(join(folder, `${name}.rules`), 'utf8');
  const expected = join(folder, `${name}.txt`);
  const frames = framesOf(source, `${name}.rules`);
  if (process.env['UPDATE_FIXTURES']) writeFileSync(expected, frames);
  expect(frames).toBe(readFileSync(expected, 'utf8'));
  const [code = ''] = name.split('-');
  if (/^[EW]\d/.test(name)) expect(readRules(source).diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
});

test('every syntax code is reported for its wrong example, and nothing for its right example', () => {
  const codes = [
    e0101,
    e0102,
    e0103,
    e0104,
    e0105,
    e0106,
    e0107,
    e0108,
    e0109,
    e0110,
    e0111,
    e0112,
    e0604,
    e0605,
    e0901,
  ];
  const given = (source: string): string[] => readRules(source).diagnostics.map(({ code }) => code);
  expect(codes.map(({ example }) => given(example.wrong))).toEqual(codes.map(({ code }) => [code]));
  expect(codes.map(({ example }) => given(example.right))).toEqual(codes.map(() => []));
});

/** Applies the first fix of every diagnostic, starting from the end of the source. */
function fixed(source: string): string {
  const lines = source.split('\n');
  const edits = readRules(source).diagnostics.flatMap(({ fixes = [] }) => fixes[0]?.edits ?? []);
  for (const { range, newText } of edits.reverse()) {
    const line = lines[range.start.line] ?? '';
    lines[range.start.line] = line.slice(0, range.start.character) + newText + line.slice(range.end.character);
  }
  return lines.join('\n');
}

test('a fix removes its diagnostic', () => {
  const repaired = fixtures.filter((name) => {
    const source = readFileSync(join(folder, `${name}.rules`), 'utf8');
    return readRules(source).diagnostics.some(({ fixes }) => fixes);
  });
  expect(repaired.length).toBeGreaterThan(8);
  for (const name of repaired) {
    const source = readFileSync(join(folder, `${name}.rules`), 'utf8');
    expect([name, framesOf(fixed(source), name)]).toEqual([name, '']);
  }
});

const vocabulary = (
  'rule list when then let unknown on score category a b origin = == < >= ( ) [ ] { } , . + - * / "x" "{a}" "{" "}" 5 5USD 24h 88% ' +
  '2026-02-30 and or not in is missing between contains starts with count sum of prior from to last where otherwise as alert suggest ' +
  'key set status add because once per true // /* */ ; “ ` # 1__0 007 matrix decide test given vary expect hit no all any at least ' +
  'const param define import matches `a` similar using within last since distinct involving todo with : meta tags'
).split(' ');

test('any sequence of words gives diagnostics within the text, never an exception', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...vocabulary, '\n', '"'), { maxLength: 60 }), (words) => {
      const source = words.join(' ');
      const lines = source.split('\n');
      for (const diagnostic of readRules(source).diagnostics) {
        const { start, end } = diagnostic.range ?? {
          start: { line: -1, character: 0 },
          end: { line: -1, character: 0 },
        };
        expect(lines[start.line]?.length).toBeGreaterThanOrEqual(start.character);
        expect(lines[end.line]?.length).toBeGreaterThanOrEqual(end.character);
        expect(diagnostic.message).not.toMatch(/undefined|null|NaN/);
        renderCodeFrame(diagnostic, { file: 'soup.rules', source });
      }
    }),
    propertyRuns(3000),
  );
});

const declarers = ['rule', 'list', 'const', 'param', 'define', 'import', 'matrix', 'test', 'todo'];

test('an error inside one of many rules gives one diagnostic and leaves the others intact', () => {
  const whole = (key: string): string =>
    `rule ${key} "Title" {\n  on transaction\n  score 5\n\n  let x = a.b + 1\n\n  when x > 5 and (c in ["d"] or e is missing)\n  unknown review\n\n  then alert HIGH "{x} paid" once per origin in 24h\n       suggest FLAG\n}\n`;
  const tokens = whole('two').match(/"[^"]*"|[A-Za-z_]\w*|\d+\w*|[^\s\w]/g) ?? [];
  fc.assert(
    fc.property(fc.nat(tokens.length - 1), fc.option(fc.constantFrom(...vocabulary, '"')), (at, replacement) => {
      const broken = tokens.map((token, index) => (index === at ? (replacement ?? '') : token)).join(' ');
      const { file, diagnostics } = readRules(`${whole('one')}${broken}\n${whole('three')}`);
      // An unterminated comment includes the rest of the file.
      if (replacement === '/*') return;
      expect(file.rules.map(({ key }) => key.text)).toEqual(expect.arrayContaining(['one', 'three']));
      // A word that starts a declaration splits one declaration into two invalid ones.
      const lexical = diagnostics.filter(({ code }) => ['E0102', 'E0107'].includes(code)).length;
      expect(diagnostics.length).toBeLessThanOrEqual(Math.max(declarers.includes(replacement ?? '') ? 2 : 1, lexical));
    }),
    propertyRuns(2000),
  );
});

test('a megabyte of invalid text is rejected quickly', () => {
  const worst = [
    'rule ',
    'list a = \n',
    '(',
    '{',
    '"',
    'a = ',
    'not ',
    '/*',
    '\u202E',
    '“',
    'rule a { when a then alert LOW "{+}" }\n',
  ];
  for (const piece of worst) {
    const source = piece.repeat(Math.floor(1_000_000 / Buffer.byteLength(piece)));
    const startMs = processorMs();
    const { diagnostics } = readRules(source);
    expect(diagnostics.length).toBeGreaterThan(0);
    expect(diagnostics.length).toBeLessThanOrEqual(100);
    // At most 1.2 s on the author's machine.
    expect([piece, processorMs() - startMs < 10_000]).toEqual([piece, true]);
  }
});

test('a construct of another language gives one diagnostic, however many of its symbols are invalid', () => {
  const rule = (condition: string): string => `rule r {\n  when ${condition}\n}\n`;
  const { diagnostics } = readRules(rule('a ~ /^(x|y)$/ && b') + rule('a && b') + rule('a'));
  expect(diagnostics.map(({ code, range }) => [code, range?.start.line])).toEqual([
    ['E0101', 1],
    ['E0101', 4],
  ]);
});

test('endless parentheses give one diagnostic', () => {
  const source = `rule a { when ${'('.repeat(100_000)}a${')'.repeat(100_000)} }`;
  expect(readRules(source).diagnostics.map(({ code }) => code)).toEqual(['E0902']);
});

test('a rule of a hundred thousand terms gives one diagnostic', () => {
  expect(readRules(`rule a { when a${' + a'.repeat(100_000)} }`).diagnostics.map(({ code }) => code)).toEqual([
    'E0903',
  ]);
});

/** Text that is expensive to parse, with the first diagnostic for it. */
const hostile: readonly (readonly [string, string, string])[] = [
  ['a megabyte of parentheses', '('.repeat(1_048_000), 'E0902'],
  ['a hundred thousand terms', `rule r { when ${Array<string>(100_000).fill('a').join(' or ')} }`, 'E0903'],
  ['groups in groups', `rule r { when ${'any { '.repeat(100_000)}}`, 'E0902'],
  ['a list of a megabyte', `const a = [${'"x",'.repeat(260_000)}]`, 'E0905'],
  ['a list of ten megabytes', `const a = [${'"x",'.repeat(2_500_000)}]`, 'E0901'],
  ['a megabyte of NUL', '\0'.repeat(1_048_000), 'E0108'],
  ['lone surrogates', '\uD800'.repeat(349_000), 'E0108'],
  ['a lone surrogate in a text', 'rule r "\uDC00" { when true }', 'E0108'],
  ['direction controls', '\u202E'.repeat(349_000), 'E0108'],
  ['a path without end', `rule r { when a${'.a'.repeat(500_000)} }`, 'E0914'],
  ['tests in tests', 'test "a" { '.repeat(90_000), 'E0902'],
  ['a test without end', `test "t" { ${'expect hit '.repeat(90_000)}}`, 'E0912'],
  ['signs of no language', '$'.repeat(1_000_000), 'E0101'],
];

test.each(hostile)('%s: the error is reported quickly and at its position', (_name, source, code) => {
  readRules(source.slice(0, 1_000));
  const startMs = processorMs();
  const { diagnostics } = readRules(source);
  // 2 to 60 ms on the author's machine.
  expect(processorMs() - startMs).toBeLessThan(1_000);
  expect(diagnostics[0]).toMatchObject({ code, range: { start: { line: 0 } } });
});
