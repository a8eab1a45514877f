import { libraryCatalogue } from '@tamis/library';
import {
  expectFormatted,
  expectJsonBothWays,
  expectNoFindings,
  expectTestsToPass,
  ruleFiles,
  type RuleSource,
} from './rule-files.js';

const stories = ruleFiles('rulesets');
const parts = ['operators', 'functions', 'aggregates', 'actions'].flatMap(ruleFiles);

const byName = (files: readonly RuleSource[]): [string, RuleSource][] => files.map((file) => [file.name, file]);

describe.each(byName([...stories, ...parts]))('%s', (_name, file) => {
  test('has no findings', () => {
    expectNoFindings(file);
  });

  test('is formatted', () => {
    expectFormatted(file);
  });

  test('survives conversion to JSON and back', () => {
    expectJsonBothWays(file);
  });

  test('passes its tests with the engine and the reference evaluator', () => {
    expectTestsToPass(file);
  });
});

describe('story rule sets', () => {
  test('are ten in number', () => {
    expect(stories).toHaveLength(10);
  });

  test.each(byName(stories))(
    '%s describes its story, has a matrix and parameters with bounds, and tests all three outcomes',
    (_name, file) => {
      expect(file.source).toMatch(/^language 1\n\n\/\/ /);
      expect(file.source).toMatch(/^matrix /m);
      expect(file.source).toMatch(/^param .* between .* and /m);
      expect(file.source).toMatch(/\b(expect |: )hit\b/);
      expect(file.source).toMatch(/\b(expect |: )no hit\b/);
      expect(file.source).toMatch(/\b(expect |: )unknown\b/);
      const rules = file.source.match(/^rule /gm) ?? [];
      expect(rules.length).toBeGreaterThanOrEqual(2);
      expect(rules.length).toBeLessThanOrEqual(4);
    },
  );
});

/** Returns names such as `ipCountry` and `in_ip_range` as file names. */
const fileNameOf = (name: string): string => name.replace(/[A-Z]/g, '-$&').replaceAll('_', '-').toLowerCase();

test.each([
  ['operators', libraryCatalogue.operators],
  ['functions', libraryCatalogue.functions],
  ['aggregates', libraryCatalogue.aggregates],
])('each of the %s has its own file', (folder, declarations: readonly { readonly name: string }[]) => {
  const files = ruleFiles(folder).map(({ name }) => name);
  expect(files).toEqual(declarations.map(({ name }) => `${folder}/${fileNameOf(name)}.rules`).sort());
});
