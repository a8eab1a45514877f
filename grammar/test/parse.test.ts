import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { maxNesting, maxSourceBytes, parse, parseExpression, tokenize } from '../src/index.js';

const rule = (condition: string, key = 'r'): string => `rule ${key} {\n  when ${condition}\n}\n`;

const kinds = (source: string): string[] => tokenize(source).tokens.map(({ tokenType }) => tokenType.name);

const problems = (source: string): string[] => tokenize(source).problems.map(({ kind, text }) => `${kind} ${text}`);

test('a longer word is never split into a keyword and a remainder', () => {
  expect(kinds('notified inner island rules whenever counts')).toEqual(Array<string>(6).fill('Identifier'));
  expect(kinds('not in is rule when count of')).toEqual(['Not', 'In', 'Is', 'Rule', 'When', 'AggregateWord', 'Of']);
  expect(kinds('AND OR NOT IN IS And WHEN')).toEqual(['And', 'Or', 'Not', 'In', 'Is', 'Identifier', 'Identifier']);
});

test('units belong to their number, with the longest match first', () => {
  expect(kinds('6mo 6m 6 months 6 mi 90s 1_000.50 USD 88% 5USDT 7')).toEqual([
    'Duration',
    'Duration',
    'Duration',
    'Distance',
    'Duration',
    'Money',
    'Percent',
    'Money',
    'Number',
  ]);
  expect(kinds('5 AND 6 NOT 7 OR')).toEqual(['Number', 'And', 'Number', 'Not', 'Number', 'Or']);
  expect(kinds('2026-12-01 2026-12-01T10:00Z 2026-12-01T10:00:00.123456789-03:00')).toEqual([
    'Date',
    'DateTime',
    'DateTime',
  ]);
});

test.each(['1__0', '1_', '007', '1e5', '12abc', '1.2.3', '10.0.0.1'])(
  '%s is reported as one malformed number',
  (text) => {
    expect(problems(text)).toEqual([`malformedNumber ${text}`]);
    expect(kinds(text)).toHaveLength(1);
  },
);

test('a time without an offset is reported as one malformed date', () => {
  expect(problems('2026-12-01T10:00:00')).toEqual(['malformedDate 2026-12-01T10:00:00']);
});

test('control and direction characters are rejected everywhere, without hiding other errors', () => {
  const source = `// a\u202Eb\n${rule('a = "x\u0007y"')}\u0000`;
  const { lexErrors, parseErrors } = parse(source);
  expect(lexErrors.map(({ kind, start }) => [kind, source[start]])).toEqual([
    ['forbiddenCharacter', '\u202E'],
    ['forbiddenCharacter', '\u0007'],
    ['forbiddenCharacter', '\u0000'],
  ]);
  expect(parseErrors).toEqual([]);
});

test('accepts a byte order mark and both line endings, but not a lone carriage return', () => {
  expect(parse(`\uFEFF${rule('a')}`).lexErrors).toEqual([]);
  expect(parse(rule('a').replaceAll('\n', '\r\n')).lexErrors).toEqual([]);
  expect(parse(rule('a').replaceAll('\n', '\r')).lexErrors[0]?.kind).toBe('forbiddenCharacter');
});

test('comments are kept, including between the words of a declaration', () => {
  const { comments, parseErrors } = parse(`// one\nrule r /* two */ {\n  when a // three\n}\n/**/`);
  expect(comments.map(({ image }) => image).sort()).toEqual(['/* two */', '/**/', '// one', '// three']);
  expect(parseErrors).toEqual([]);
});

test('contextual keywords can be names of rules, fields, functions and lists', () => {
  const { parseErrors, cst } = parse('list list = "x" rule score { let on = key(status.of, count) when last in list }');
  expect(parseErrors).toEqual([]);
  expect(cst.children.ruleDeclaration).toHaveLength(1);
});

test('a broken declaration does not hide any other', () => {
  const source = [
    rule('a', 'one'),
    'rule two { when }\n',
    'list three "x"\n',
    rule('a', 'four').replace('}', ''),
    'list five = "x"\n',
    rule('b', 'six'),
  ];
  const { cst, broken, parseErrors } = parse(source.join(''));
  const whole = (cst.children.ruleDeclaration ?? []).filter((node) => !broken.has(node));
  expect(whole.map((node) => node.children.Name[0]?.image)).toEqual(['one', 'six']);
  expect(cst.children.listDeclaration?.map((node) => [node.children.Name[0]?.image, broken.has(node)])).toEqual([
    ['three', true],
    ['five', false],
  ]);
  // `list three "x"` is not a declaration, so it counts as the rest of rule two, whose first error is reported.
  expect(parseErrors.map(({ productions }) => productions.at(-1))).toEqual(['negation', 'ruleDeclaration']);
});

test.each([
  'define d as a > 5 and',
  'define d as a.',
  'define d as + b in list',
  'define d as + b in matrix',
  'define d as a > > todo',
  'const c = let',
  'define d as test of list',
])('tests following `%s` are still parsed', (broken) => {
  const one = (head: string): string => `${head} "t" for r {\n  when transaction { }\n  expect hit\n}\n`;
  const titles = (source: string): number => {
    const { cst, broken: withErrors } = parse(source);
    return (cst.children.testDeclaration ?? []).filter((node) => !withErrors.has(node)).length;
  };
  expect(titles(`${broken}\n\n${one('todo test')}\n${one('test')}`)).toBe(2);
  expect(titles(`${broken}\n\n${one('test')}\n${one('todo test')}`)).toBe(2);
});

test('nesting above the limit is rejected, whatever is nested', () => {
  const deep = (open: string, close: string, times: number): number =>
    parseExpression(`${open.repeat(times)}a${close.repeat(times)}`).parseErrors.length;
  for (const [open, close] of [
    ['(', ')'],
    ['[', ']'],
    ['f(', ')'],
    ['not ', ''],
    ['-', ''],
  ] as const) {
    expect(deep(open, close, maxNesting)).toBe(0);
    expect(deep(open, close, maxNesting + 1)).toBe(1);
    expect(deep(open, close, 100_000)).toBe(1);
  }
  expect(parse(rule(`a - ${'(b - '.repeat(maxNesting)}c${')'.repeat(maxNesting)}`)).parseErrors).toEqual([]);
});

test('a source above the size limit is not parsed', () => {
  const padding = '/'.repeat(maxSourceBytes - rule('a').length);
  expect(parse(rule('a') + padding).lexErrors).toEqual([]);
  expect(parse(`${rule('a')}${padding}/`).lexErrors.map(({ kind }) => kind)).toEqual(['sourceTooLarge']);
  expect(parse(`// ${'é'.repeat(maxSourceBytes / 2)}`).lexErrors.map(({ kind }) => kind)).toEqual(['sourceTooLarge']);
});

test('a thousand rules are parsed from one text', () => {
  const source = Array.from({ length: 1000 }, (_, n) =>
    rule('a.b > 5 USD and c in ["x", "y"] and count(t from o in last 24h) > 3', `r${String(n)}`),
  ).join('\n');
  expect(parse(source).cst.children.ruleDeclaration).toHaveLength(1000);
});

test('parsing never throws, and every problem has a position within the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (source) => {
      const { lexErrors, parseErrors, text } = parse(source);
      for (const { start, end } of [...lexErrors, ...parseErrors]) {
        expect(start).toBeLessThanOrEqual(end);
        expect(end).toBeLessThanOrEqual(text.length);
      }
    }),
    propertyRuns(1000),
  );
});
