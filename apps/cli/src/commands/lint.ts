import type { AddCommand } from '../command.js';

const examples = `
Examples:
  $ tamis lint                     every code and its title
  $ tamis lint --explain E0201     what it means, with a wrong and a right example

A warning is silenced on one line by the comment \`// tamis: allow W1305 because <reason>\`.`;

export const addLint: AddCommand = (program, io, finish) => {
  program
    .command('lint')
    .description('the codes of errors and warnings, and what they mean')
    .option('--explain <code>', 'one code, with examples')
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .action(async ({ explain: code, json }: { explain?: string; json?: true }) => {
      const { explainCode, listCodes } = await import('../runs/lint.js');
      finish(code === undefined ? listCodes(json === true, io) : await explainCode(code, json === true, io));
    });
};
