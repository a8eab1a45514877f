import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile, readRules } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import { createLanguageService } from '../../src/language-service/index.js';

const fixtures = join(__dirname, '../../../../rules-fixtures');

/** `E0412-set` concerns a whole set and is found by comparing its rules, as are the codes in `betweenRules`. */
const files = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.rules') && !name.endsWith('-set.rules'),
);

/** Codes that are found only by comparing the rules of a matrix with each other, which an editor leaves to a check of the set. */
const betweenRules = new Set(['W1302', 'W1304', 'W1313']);

const ordered = (codes: readonly unknown[]): readonly string[] => codes.map(String).sort();

/** Returns the results of checking the whole file at once. */
function wholeFile(source: string): readonly string[] {
  const { file, diagnostics } = readRules(source);
  const checked = checkFile(file, { catalogue: libraryCatalogue, source });
  return ordered(
    [...diagnostics, ...checked.diagnostics].map(({ code, range }) => `${code} ${String(range?.start.line)}`),
  );
}

/** While there are errors, a check of the whole file does not report unused names; the service knows every use by its word. */
const comparable = (found: readonly string[]): readonly string[] => {
  const hasErrors = found.some((each) => each.startsWith('E'));
  return found.filter((each) => !betweenRules.has(each.slice(0, 5)) && !(hasErrors && each.startsWith('W1110')));
};

describe('incremental checks by declaration equal a check of the whole file', () => {
  it.each(files)('%s', (name) => {
    const source = readFileSync(join(fixtures, name), 'utf8');
    const service = createLanguageService({ catalogue: libraryCatalogue });
    service.open('file:///a.rules', 1, source);
    const found = service
      .diagnostics('file:///a.rules')
      .map(({ code, range }) => `${String(code)} ${String(range.start.line)}`);
    expect(comparable(ordered(found))).toEqual(comparable(wholeFile(source)));
  });
});
