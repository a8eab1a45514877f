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
  test('checks without a finding', () => {
    expectNoFindings(file);
  });

  test('is as the formatter writes it', () => {
    expectFormatted(file);
  });

  test('comes back from its JSON', () => {
    expectJsonBothWays(file);
  });

  test('passes its tests on the engine and on the reference', () => {
    expectTestsToPass(file);
  });
});

describe('the story rule sets', () => {
  test('are ten', () => {
    expect(stories).toHaveLength(10);
  });

  test.each(byName(stories))(
    '%s tells its story, has a matrix and thresholds, and tests all three answers',
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
])('every one of the %s has a file of its own', (folder, declarations: readonly { readonly name: string }[]) => {
  const files = ruleFiles(folder).map(({ name }) => name);
  expect(files).toEqual(declarations.map(({ name }) => `${folder}/${fileNameOf(name)}.rules`).sort());
});
