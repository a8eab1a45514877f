import { parseArgs } from 'node:util';

export const help = `npm test                            everything, up to the first step that fails
npm test -- --all                   everything, whatever fails
npm test -- --only lint             one step; \`unit\`, \`e2e\` and \`browser\` are the parts of \`tests\`
npm test -- --only unit money       any other argument goes to jest
npm test -- --changed               what a change can reach, of what is not committed and not on main
npm test -- --changed --since REF   the same of what has changed since a commit
npm test -- --timings FILE          the same, built from nothing; writes the seconds of each step as JSON
npm run test:deep                   the random tests, each with many more cases
npm run promises                    what is measured

--changed builds, checks the format of changed files, lints everything, checks dependencies and generated files, and runs the
tests that reach a changed file:
  - unit tests and tests that start a server: by what they import, and by the files that they name;
  - tests that ask the API: by the paths of the controllers that a changed module can reach, where a test names one of them.
A change of the database, of packages/tooling, of a package.json or of apps/api/src/platform runs every test it could reach. What is
not found: work behind a route that the test asks for another reason, and files that are named only when a test runs. Run everything
before a change is merged.`;

const options = {
  only: { type: 'string' },
  all: { type: 'boolean' },
  changed: { type: 'boolean' },
  since: { type: 'string' },
  timings: { type: 'string' },
  help: { type: 'boolean' },
};

/** Parses the options of the run. `rest` is for jest. */
export function readArguments(args) {
  const { values, tokens } = parseArgs({ args, options, strict: false, allowPositionals: true, tokens: true });
  const taken = new Set();
  for (const token of tokens) {
    if (token.kind !== 'option' || !(token.name in options)) continue;
    taken.add(token.index);
    if (options[token.name].type === 'string' && !token.inlineValue) taken.add(token.index + 1);
  }
  const given = Object.fromEntries(Object.entries(values).filter(([name]) => name in options));
  return { ...given, rest: args.filter((_, index) => !taken.has(index)) };
}
