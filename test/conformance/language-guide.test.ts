import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { diagnosticsOf, expectFormatted, expectNoFindings, expectTestsToPass } from './rule-files.js';

const root = path.resolve(__dirname, '../..');
const guide = readFileSync(path.join(root, 'grammar/LANGUAGE.md'), 'utf8');

/**
 * Returns the blocks of rules on a page, named by their first line. `code` is the single finding that a block demonstrates, otherwise
 * empty.
 */
const blocksOf = (page: string) =>
  [...page.matchAll(/^```rules ?(?<code>\w*)\n(?<source>.*?)^```$/gms)].map((match) => {
    const { code = '', source = '' } = match.groups ?? {};
    // Only a complete file has to state its version.
    const whole = source.startsWith('language ') ? source : `language 1\n\n${source}`;
    return { code, name: `line ${page.slice(0, match.index).split('\n').length}`, source: whole };
  });
const blocks = blocksOf(guide);
const examples = blocks.filter(({ code }) => code === '');
const mistakes = blocks.filter(({ code }) => code !== '');

test('the guide has examples and mistakes', () => {
  expect(examples.length).toBeGreaterThan(10);
  expect(mistakes.length).toBeGreaterThan(10);
});

test('every rules block in the guide is found', () => {
  expect(blocks).toHaveLength(guide.match(/^```rules/gm)?.length ?? 0);
});

describe.each(examples.map((file) => [file.name, file] as const))('example at %s', (_name, file) => {
  test('has no findings and is formatted', () => {
    expectNoFindings(file);
    expectFormatted(file);
  });

  test('passes its tests', () => {
    expectTestsToPass(file);
  });
});

test.each(mistakes.map((file) => [file.name, file] as const))(
  'the mistake at %s reports only its code',
  (_name, file) => {
    expect(diagnosticsOf(file).map(({ code }) => code)).toEqual([file.code]);
  },
);

test('every code in the guide has a block, or is one of the mistakes described only in prose', () => {
  const told = new Set([...guide.matchAll(/\b[EW]\d{4}\b/g)].map(([code]) => code));
  const shown = new Set(mistakes.map(({ code }) => code));
  expect([...told].filter((code) => !shown.has(code)).sort()).toEqual(['E0103', 'E0701', 'E0903']);
});

const docs = readdirSync(path.join(root, 'apps/docs')).filter((name) => name.endsWith('.md'));
const pages = ['README.md', ...docs.map((name) => `apps/docs/${name}`)];
const shownInPages = pages.flatMap((page) =>
  blocksOf(readFileSync(path.join(root, page), 'utf8')).map((block) => [`${page}, ${block.name}`, block] as const),
);

test.each(shownInPages)('the rules of %s have no errors', (_name, file) => {
  const errors = diagnosticsOf(file).filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
});
