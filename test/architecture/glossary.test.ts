import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import ts from 'typescript';

import { type DeclaredName, type ForbiddenWord, forbiddenWords, usesWord, wordsOf } from './glossary-words.js';
import { readSourceFiles, repository, type SourceFile } from './source-files.js';

const glossaryPath = 'apps/docs/glossary.md';
const words = forbiddenWords(readFileSync(join(repository, glossaryPath), 'utf8'));
const code = readSourceFiles().filter(
  ({ path }) => /[.](ts|cts|mjs)$/.test(path) && /^(apps|packages|grammar|bench|test)\//.test(path),
);

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}
const openApi = JSON.parse(readFileSync(join(repository, 'apps/api/openapi.json'), 'utf8')) as OpenApi;
const wireNames = new Set(Object.keys(openApi.components.schemas));

/** Names that keep a replaced word, with the reason for each. */
const exceptions: readonly { readonly reason: string; readonly keeps: (found: DeclaredName) => boolean }[] = [
  { reason: 'a name of the HTTP API', keeps: ({ kind, name }) => kind === 'class' && wireNames.has(name) },
  { reason: 'a payment method is an entity', keeps: ({ name }) => /(?<![a-z])payment-?methods?/i.test(spelled(name)) },
  {
    reason: 'what tests and samples send are transactions of the type PAYMENT',
    keeps: ({ path, name }) => isTest(path) && wordsOf(name).some((word) => /^payments?$/.test(word)),
  },
  {
    reason: 'exported by the client library',
    keeps: ({ path, name }) => path.startsWith('packages/client/') && name === 'answerOf',
  },
  {
    reason: 'the port of providers: what one does is no evaluation',
    keeps: ({ path, name }) => path === 'packages/enrichment/src/provider.ts' && name === 'run',
  },
  {
    reason: 'a letter of the alphabet',
    keeps: ({ path, name }) => path.startsWith('packages/screening/') && name === 'withoutOneLetter',
  },
];

const isTest = (path: string): boolean => /[.]test[.]ts$|(^|\/)test\//.test(path);
const spelled = (name: string): string => wordsOf(name).join('-');

/** Matches files that may contain such a word; others are not parsed. */
const mayUseWord = new RegExp(
  words.map(({ text }) => wordsOf(text).join('[-_]?') + (text.endsWith('()') ? '\\s*[(<]' : '')).join('|'),
  'i',
);

/** Returns the names of a module's types, functions, methods, classes and constants, and the name of the file. */
function declaredNames({ path, text }: SourceFile): readonly DeclaredName[] {
  const fileName: DeclaredName = { path, line: 1, kind: 'file', name: basename(path).replace(/[.]\w+$/, '') };
  if (!mayUseWord.test(text)) return [fileName];
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const found = [fileName];
  const visit = (node: ts.Node, depth: number): void => {
    const kind = kindOf(node, depth);
    const name = kind && (node as ts.NamedDeclaration).name;
    if (kind && name && (ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) {
      const line = file.getLineAndCharacterOfPosition(name.getStart(file)).line + 1;
      found.push({ path, line, kind, name: name.text.replace('#', '') });
    }
    ts.forEachChild(node, (child) => visit(child, depth + 1));
  };
  visit(file, 0);
  return found;
}

/** Depth of a module constant in the syntax tree: below the file, its statement and its list. */
const constantDepth = 3;

function kindOf(node: ts.Node, depth: number): DeclaredName['kind'] | null {
  if (ts.isClassDeclaration(node)) return 'class';
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return 'type';
  if (ts.isFunctionDeclaration(node)) return 'function';
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) return 'method';
  return ts.isVariableDeclaration(node) && depth === constantDepth ? 'constant' : null;
}

/** Returns each name that contains a word for which the glossary has another term. */
const usesIn = (files: readonly SourceFile[]): readonly (readonly [DeclaredName, ForbiddenWord])[] =>
  files
    .flatMap(declaredNames)
    .flatMap((found) =>
      words.filter((word) => usesWord(found, word)).map((word): [DeclaredName, ForbiddenWord] => [found, word]),
    );

const breachesOf = (uses: ReturnType<typeof usesIn>): readonly string[] =>
  uses
    .filter(([found]) => !exceptions.some(({ keeps }) => keeps(found)))
    .map(
      ([{ path, line, kind, name }, { text, term }]) =>
        `${path}:${line}: ${kind} ${name}: for \`${text}\` write ${term}`,
    );

const uses = usesIn(code);

describe('glossary', () => {
  test('contains the retired words', () => {
    expect(words.map(({ text }) => text)).toEqual(expect.arrayContaining(['payment', 'lent', 'need…', 'run()']));
  });

  test('is followed by names of files and declarations', () => {
    expect(breachesOf(uses)).toEqual([]);
  });

  test('contains each term once', () => {
    const rows = readFileSync(join(repository, glossaryPath), 'utf8').match(/^\| (?!Term|-).+$/gm) ?? [];
    const terms = rows.map((row) => row.split('|')[1]!.trim());
    expect(terms.filter((term, index) => terms.indexOf(term) < index)).toEqual([]);
  });

  test.each(exceptions)('has an exception that is in use: $reason', ({ keeps }) => {
    expect(uses.filter(([found]) => keeps(found))).not.toEqual([]);
  });
});

describe('glossary check of a name', () => {
  const breaches = (path: string, text: string) =>
    breachesOf(usesIn([{ path, text }])).map((line) => line.split(' write ')[1]);

  test('reports a retired word anywhere in it', () => {
    expect(breaches('packages/x/src/one.ts', 'const lentNames = 1;')).toEqual(['shared list, shared matrix']);
    expect(breaches('packages/x/src/lent-names.ts', '')).toEqual(['shared list, shared matrix']);
    expect(breaches('packages/x/src/one.ts', 'const silentNames = 1;')).toEqual([]);
    expect(breaches('packages/x/src/one.ts', 'function retryUntilNoConflict() {}')).toEqual(['retry on conflict']);
  });

  test('reports a retired first word or a whole method name', () => {
    expect(breaches('packages/x/src/one.ts', 'function needKey() {}')).toEqual(['require, assert']);
    expect(breaches('packages/x/src/one.ts', 'class A { run() {} }')).toEqual(['evaluation']);
    expect(breaches('packages/x/src/one.ts', 'function run() {} class A { dryRun() {} runTests() {} }')).toEqual([]);
  });

  test('allows a retired word in permitted combinations', () => {
    expect(breaches('packages/x/src/one.ts', 'function createPaymentMethod() {}')).toEqual([]);
    expect(breaches('packages/x/src/one.ts', 'function createPayment() {}')).toEqual(['transaction']);
    expect(breaches('apps/api/src/x.dto.ts', 'class RuleAnswerDto {}')).toEqual([]);
    expect(breaches('apps/api/src/x.dto.ts', 'class OtherAnswerDto {}')).toEqual(['response']);
  });
});
