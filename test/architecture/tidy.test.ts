import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { readSourceFiles, repository } from './source-files.js';
import { longFiles, tables } from './tidy-exceptions.js';
import { breaches, lineRules, wordRules } from './tidy-rules.js';

const FILE_LINES = 350;
const TABLE_LINES = 650;
const FUNCTION_LINES = 70;

/** Names that say nothing, so that everything ends up in such files. */
const emptyName = /^((utils?|helpers?|common|misc|stuff|lib|manager|base)([.-]|$)|shared([.]|$))/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*([.][a-z0-9-]+)*$/;

const files = readSourceFiles();
// These two files contain the wrong examples.
const judged = files.filter(({ path }) => !/^test\/architecture\/tidy(-rules|[.]test)[.]ts$/.test(path));
const code = files.filter(({ path }) => /[.](tsx?|mjs|css)$/.test(path));

describe('every file', () => {
  test(`has at most ${FILE_LINES} lines, a table ${TABLE_LINES}`, () => {
    const tooLong = code.flatMap(({ path, text }) => {
      const limit = longFiles[path] ?? (tables.includes(path) ? TABLE_LINES : FILE_LINES);
      const lines = text.trimEnd().split('\n').length;
      return lines > limit ? [`${path} has ${lines} lines, ${limit} are allowed: split it by what it does`] : [];
    });
    expect(tooLong).toEqual([]);
  });

  test('that is listed as too long is exactly as long as listed, so that the list can only shrink', () => {
    const lines = new Map(code.map(({ path, text }) => [path, text.trimEnd().split('\n').length]));
    for (const [path, listed] of Object.entries(longFiles)) {
      expect([path, listed]).toEqual([path, lines.get(path)]);
      expect(listed).toBeGreaterThan(FILE_LINES);
    }
    expect(tables.filter((path) => !lines.has(path))).toEqual([]);
  });

  test('has a descriptive name', () => {
    const parts = code.flatMap(({ path }) => path.split('/').map((part) => ({ path, part })));
    const wrong = parts.filter(({ part }) => emptyName.test(part)).map(({ path }) => path);
    expect(wrong.map((path) => `${path}: name it after its one export`)).toEqual([]);
  });

  test('has a name in kebab-case', () => {
    expect(code.map(({ path }) => path).filter((path) => !kebabCase.test(basename(path)))).toEqual([]);
  });

  test.each([...lineRules, ...wordRules])('has no line with $name: use $instead', (rule) => {
    expect(breaches(rule, judged)).toEqual([]);
  });
});

describe('stylesheets', () => {
  test('define colours in one file only', () => {
    const styles = files.filter(({ path }) => /^apps\/(console|kyc-page)\/.*[.]css$/.test(path));
    const coloured = styles.flatMap(({ path, text }) =>
      /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i.test(text) ? [`${path}: take a variable of tokens.css`] : [],
    );
    expect(styles.length).toBeGreaterThan(0);
    expect(coloured).toEqual([]);
  });
});

describe('line rules', () => {
  test.each([...lineRules, ...wordRules])('distinguish wrong from right: $name', (rule) => {
    const [wrong, right] = rule.example;
    expect(breaches(rule, [{ path: 'x.test.ts', text: wrong }])).toEqual([`x.test.ts:1: ${wrong}`]);
    expect(breaches(rule, [{ path: 'x.test.ts', text: right }])).toEqual([]);
  });
});

describe('linter', () => {
  const long = Array.from({ length: FUNCTION_LINES }, (_, line) => `  console.log(${line});`).join('\n');
  /** Problems that the linter must find in a file of each folder. */
  const wrong: readonly (readonly [rule: string, path: string, text: string])[] = [
    ['max-lines-per-function', 'apps/cli/src', `export function long(): void {\n${long}\n}`],
    ['no-restricted-syntax', 'apps/cli/src', 'export default 1;'],
    ['no-restricted-syntax', 'packages/lang/src', 'export const later = async (): Promise<void> => undefined;'],
    [
      'no-restricted-syntax',
      'apps/api/src/modules/tenancy/billing',
      'export const half = (cents: number): number => cents / 2;',
    ],
    ['no-restricted-properties', 'packages/engine/src', 'export const now = (): number => Date.now();'],
    ['no-restricted-globals', 'packages/library/src', 'export const cpu = (): number => performance.now();'],
    ['no-restricted-globals', 'apps/api/src/modules', `export const asked = fetch('https://example.com');`],
    ['no-restricted-imports', 'apps/api/src/modules', `export { Post } from '@nestjs/common';`],
    ['no-console', 'packages/stdx/src', 'console.log(1);'],
    ['no-floating-promises', 'apps/cli/src', 'Promise.resolve();'],
    ['no-explicit-any', 'apps/cli/src', 'export const anything: any = 1;'],
    ['no-unsafe-member-access', 'apps/cli/src', `export const name: unknown = JSON.parse('{}').name;`],
    ['no-unnecessary-condition', 'packages/lang/src', 'export const is = (text: string): boolean => text?.length > 0;'],
    ['consistent-type-imports', 'apps/cli/src', `import { Kind } from './kind.js';\nexport const kind: Kind = 'a';`],
    [
      'switch-exhaustiveness-check',
      'apps/cli/src',
      `export function of(kind: 'a' | 'b'): void {\n  switch (kind) {\n    case 'a':\n  }\n}`,
    ],
    ['ban-ts-comment', 'apps/cli/src', '// @ts-ignore\nexport const one = 1;'],
    ['', 'apps/cli/src', '// eslint-disable-next-line eqeqeq\nexport const two = 2;'],
  ];
  let found: readonly LintProblem[];
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'tamis-lint-'));
    const compilerOptions = { module: 'nodenext', target: 'es2023', strict: true, types: [], lib: ['es2023', 'dom'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*'] }));
    for (const [index, [, path, text]] of wrong.entries()) {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, 'kind.ts'), `export type Kind = 'a';\n`);
      writeFileSync(join(folder, path, `wrong-${index}.ts`), `${text}\n`);
    }
    found = problemsOf(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each(
    wrong.map(([rule, path], index) => [rule || 'an exception that is no longer needed', path, index] as const),
  )('reports %s in %s', (_, path, index) => {
    const codes = found
      .filter(({ filename }) => filename.endsWith(`${path}/wrong-${index}.ts`))
      .map(({ code }) => code);
    const [rule] = wrong[index]!;
    expect(codes).toContainEqual(rule === '' ? undefined : expect.stringContaining(`(${rule})`));
  });

  test('reports nothing in correct files', () => {
    expect(found.filter(({ filename }) => filename.endsWith('kind.ts'))).toEqual([]);
  });
});

interface LintProblem {
  /** Absent if an exception is no longer needed. */
  readonly code?: string;
  readonly filename: string;
}

function problemsOf(folder: string): readonly LintProblem[] {
  const oxlint = join(repository, 'node_modules/oxlint/bin/oxlint');
  const config = join(repository, 'packages/tooling/oxlint.config.mjs');
  const args = [oxlint, '--config', config, '--format', 'json', folder];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as { readonly diagnostics: readonly LintProblem[] }).diagnostics;
}
