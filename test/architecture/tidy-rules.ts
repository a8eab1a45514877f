import type { SourceFile } from './source-files.js';

/** Something that must not occur in a file, and what to do instead. */
export interface TidyRule {
  readonly name: string;
  readonly pattern: RegExp;
  readonly instead: string;
  /** Paths to which the rule applies; all if absent. */
  readonly within?: RegExp;
  /** A line that breaks the rule, and one that does not. */
  readonly example: readonly [wrong: string, right: string];
}

const code = /[.](tsx?|mjs)$/;
const tests = /[.]test[.]ts$/;

/** Text that may not occur in any line. One word per idea. */
export const lineRules: readonly TidyRule[] = [
  {
    name: 'a test that is left alone or left out',
    pattern: /\b(describe|test|it)[.](only|skip|todo)[(.]|\b(fdescribe|fit|xdescribe|xit|xtest)\(/,
    instead: 'run all tests; one that needs a certain machine says so in a condition',
    within: tests,
    example: ["test.only('adds', add)", "test('adds', add)"],
  },
  {
    name: 'a mock',
    pattern: /\bjest[.](mock|doMock|fn|spyOn)\(/,
    instead: 'the real thing, or an implementation of the port that lives in memory',
    within: tests,
    example: ['const send = jest.fn();', 'const send = recordingSender();'],
  },
  {
    name: 'a note without its issue',
    pattern: /\b(TODO|FIXME|XXX|HACK)\b(?! #\d)/,
    instead: 'TODO #12 with the number of an issue, or the work itself',
    example: ['// TODO handle refunds', '// TODO #12 handle refunds'],
  },
  {
    name: 'a lint exception without its reason',
    pattern: /eslint-disable(?!.* -- \S)|@ts-(ignore|nocheck)/,
    instead: 'eslint-disable-next-line rule -- why',
    within: code,
    example: ['// eslint-disable-next-line eqeqeq', '// eslint-disable-next-line eqeqeq -- null and undefined alike'],
  },
  {
    name: 'a path of one machine',
    pattern: /(?<![\w.}:/-])\/(home|Users|root|work|mnt)\/\w{2}|\b[A-Z]:\\+Users\\+\w{2}/,
    instead: 'a path relative to the file, or a setting',
    example: ["open('/home/someone/data.csv')", "open(join(root, 'data.csv'))"],
  },
  {
    name: 'the host of a package registry',
    pattern: /\b(registry|npm|packages|artifacts?)[.][a-z0-9-]+[.](com|org|net|io|dev)\b/i,
    instead: 'nothing: the registry is the choice of who installs',
    example: ['registry=https://registry.example.org/', 'save-exact=true'],
  },
  {
    name: 'a schema that changes by itself',
    pattern: /\bsynchronize: true\b/,
    instead: 'a migration',
    within: code,
    example: ['{ synchronize: true }', '{ migrations }'],
  },
  {
    name: 'code made from text at run time',
    pattern: /\bnew Function\(|(?<![.\w])eval\(/,
    instead: 'closures',
    within: code,
    example: ['new Function(source)', 'compile(expression)'],
  },
];

/** Words for which the project has another word, so that analysts and code use the same terms. */
export const wordRules: readonly TidyRule[] = [
  word(/black-?list/i, 'blocklist', 'blacklisted'),
  word(/\bsanity\b/i, 'check', 'a sanity test'),
  word(/\bdummy\b/i, 'sample', 'dummy payment'),
];

function word(pattern: RegExp, instead: string, wrong: string): TidyRule {
  return { name: `the word for \`${instead}\``, pattern, instead, example: [wrong, instead] };
}

/** Returns where a rule is broken: `path:line: text`. */
export function breaches({ pattern, within }: TidyRule, files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => within?.test(path) ?? true)
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    );
}
