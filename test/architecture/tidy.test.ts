import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';

import { readSourceFiles, repository } from './source-files.js';
import { longFiles, tables } from './tidy-exceptions.js';
import { breaches, lineRules, wordRules } from './tidy-rules.js';

const FILE_LINES = 350;
const TABLE_LINES = 600;
const FUNCTION_LINES = 70;

/** Names that say nothing, so that everything ends up there. */
const emptyName = /^((utils?|helpers?|common|misc|stuff|lib|manager|base)([.-]|$)|shared([.]|$))/;
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*([.][a-z0-9-]+)*$/;

const files = readSourceFiles();
// These two hold the wrong examples.
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

  test('has a name that says what is in it', () => {
    const parts = code.flatMap(({ path }) => path.split('/').map((part) => ({ path, part })));
    const wrong = parts.filter(({ part }) => emptyName.test(part)).map(({ path }) => path);
    expect(wrong.map((path) => `${path}: name it after its one export`)).toEqual([]);
  });

  test('has a name in kebab-case', () => {
    expect(code.map(({ path }) => path).filter((path) => !kebabCase.test(basename(path)))).toEqual([]);
  });

  test.each([...lineRules, ...wordRules])('has no line with $name: write $instead', (rule) => {
    expect(breaches(rule, judged)).toEqual([]);
  });
});

describe('the pages', () => {
  test('have their colours in one file', () => {
    const styles = files.filter(({ path }) => /^apps\/(console|kyc-page)\/.*[.]css$/.test(path));
    const coloured = styles.flatMap(({ path, text }) =>
      /#[0-9a-f]{3,8}\b|\b(rgb|hsl)a?\(/i.test(text) ? [`${path}: take a variable of tokens.css`] : [],
    );
    expect(styles.length).toBeGreaterThan(0);
    expect(coloured).toEqual([]);
  });
});

describe('the rules for lines', () => {
  test.each([...lineRules, ...wordRules])('tell right from wrong: $name', (rule) => {
    const [wrong, right] = rule.example;
    expect(breaches(rule, [{ path: 'x.test.ts', text: wrong }])).toEqual([`x.test.ts:1: ${wrong}`]);
    expect(breaches(rule, [{ path: 'x.test.ts', text: right }])).toEqual([]);
  });
});

describe('the linter', () => {
  const source = settingsFor('packages/lang/src/index.ts');

  test(`holds functions to ${FUNCTION_LINES} lines`, () => {
    expect(source.rules['max-lines-per-function']).toMatchObject([2, { max: FUNCTION_LINES }]);
  });

  test.each([
    'no-restricted-syntax',
    '@typescript-eslint/no-floating-promises',
    '@typescript-eslint/no-explicit-any',
    '@typescript-eslint/consistent-type-imports',
    '@typescript-eslint/switch-exhaustiveness-check',
    '@typescript-eslint/ban-ts-comment',
  ])('has %s on', (rule) => {
    expect(source.rules[rule]?.[0]).toBe(2);
  });

  test('finds an exception that is no longer needed', () => {
    expect(source.linterOptions.reportUnusedDisableDirectives).toBe(2);
  });
});

interface LintSettings {
  readonly rules: Readonly<Record<string, readonly unknown[]>>;
  readonly linterOptions: { readonly reportUnusedDisableDirectives: number };
}

function settingsFor(file: string): LintSettings {
  const eslint = join(repository, 'node_modules/eslint/bin/eslint.js');
  const args = [eslint, '--config', join(repository, 'packages/tooling/eslint.config.mjs'), '--print-config', file];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: repository, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as LintSettings;
}
