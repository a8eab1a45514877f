import type { AddCommand } from '../command.js';

const examples = `
Examples:
  $ tamis lint                     every code and its title
  $ tamis lint --explain E0201     explanation with a wrong and a correct example

Silence a warning on one line with the comment \`// tamis: allow W1305 because <reason>\`.`;

export const addLint: AddCommand = (program, io, finish) => {
  program
    .command('lint')
    .description('explain the codes of errors and warnings')
    .option('--explain <code>', 'explain one code, with examples')
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .action(async ({ explain: code, json }: { explain?: string; json?: true }) => {
      const { explainCode, listCodes } = await import('../runs/lint.js');
      finish(code === undefined ? listCodes(json === true, io) : await explainCode(code, json === true, io));
    });
};
