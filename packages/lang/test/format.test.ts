import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { tokenize } from '@tamis/grammar';
import { files, propertyRuns } from '@tamis/testkit/arbitraries';
import { formatRules, printFile, readRules, sameTree } from '../src/index.js';

const folder = join(__dirname, '../../../rules-fixtures/format');
const fixtures = readdirSync(folder).filter((name) => name.endsWith('.rules'));

const formatted = (source: string): string => {
  const { text, diagnostics } = formatRules(source);
  expect(diagnostics).toEqual([]);
  return text ?? '';
};

test.each(fixtures)('%s is already formatted', (name) => {
  const source = readFileSync(join(folder, name), 'utf8');
  expect(formatted(source)).toBe(source);
});

interface Insertion {
  readonly at: number;
  readonly kind: number;
  readonly before: string;
  readonly after: string;
}

const insertions: fc.Arbitrary<Insertion[]> = fc.array(
  fc.record({
    at: fc.nat(),
    kind: fc.nat(2),
    before: fc.constantFrom(' ', '\n', '\n\n\n'),
    after: fc.constantFrom(' ', '\n', '\n\n'),
  }),
  { minLength: 1, maxLength: 6 },
);

const comment = (kind: number, index: number): string =>
  [`// note ${index}.\n`, `/* note ${index}. */`, `/* note ${index}.\n  goes on */`][kind] ?? '';

/** Returns a source with comments between its tokens. */
function withComments(source: string, places: readonly Insertion[]): string {
  const offsets = [...tokenize(source).tokens.map(({ startOffset }) => startOffset), source.length];
  const pieces = places
    .map(({ at, kind, before, after }, index) => ({
      offset: offsets[at % offsets.length] ?? 0,
      text: `${before}${comment(kind, index)}${after}`,
    }))
    .sort((a, b) => b.offset - a.offset);
  return pieces.reduce((text, { offset, text: note }) => text.slice(0, offset) + note + text.slice(offset), source);
}

const notesOf = (source: string): string[] =>
  readRules(source)
    .comments.flatMap(({ text }) => /note \d+\./.exec(text) ?? [])
    .sort();

test('formatting keeps every comment and the tree, and is idempotent', () => {
  fc.assert(
    fc.property(files, insertions, (tree, places) => {
      const source = withComments(printFile(tree), places);
      const text = formatted(source);
      expect(sameTree(readRules(text).file, tree)).toBe(true);
      expect(notesOf(text)).toEqual(notesOf(source));
      expect(formatted(text)).toBe(text);
    }),
    propertyRuns(1000),
  );
});

test('a valid file with pieces removed, duplicated or swapped gives diagnostics, never an exception', () => {
  const mutation = fc.tuple(
    fc.nat(),
    fc.nat(12),
    fc.constantFrom('', '{', '}', '(', '"', '`', 'rule', 'test', ',', '\0'),
  );
  fc.assert(
    fc.property(files, fc.array(mutation, { minLength: 1, maxLength: 4 }), (tree, mutations) => {
      let source = printFile(tree);
      for (const [at, length, text] of mutations) {
        const start = at % (source.length + 1);
        source = source.slice(0, start) + text + source.slice(start + length);
      }
      const { diagnostics, file, comments } = readRules(source);
      expect(diagnostics.every(({ message }) => !/undefined|null|NaN/.test(message))).toBe(true);
      printFile(file, comments);
    }),
    propertyRuns(1000),
  );
});

test.each(['as', '==', '='])(
  '`todo` on its own line after `%s` belongs to that line, not to the following test',
  (sign) => {
    const head = sign === '=' ? 'const a =' : `define a as b ${sign}`;
    const source = `${head} // note 0.\ntodo\n\ntest "t" {\n}\n`;
    const tests = (text: string): boolean[] => readRules(text).file.tests.map(({ todo }) => todo);
    expect(tests(formatted(source))).toEqual([false]);
    expect(tests(`${head} todo\ntodo test "t" {\n}\n`)).toEqual([true]);
    expect(tests(`${head} b\ntodo\ntest "t" {\n}\n`)).toEqual([true]);
  },
);

test('formatting leaves a source with a syntax error unchanged', () => {
  expect(formatRules('rule r { when }').text).toBeNull();
});

test('a chain longer than a hundred columns becomes a block, and stays one', () => {
  const terms = Array.from({ length: 12 }, (_, n) => `origin.riskScore > ${n}`);
  const text = formatted(`define risky as ${terms.join(' and ')}`);
  expect(text).toBe(`define risky as\n  all {\n${terms.map((term) => `    ${term},\n`).join('')}  }\n`);
  expect(formatted(text)).toBe(text);
});
