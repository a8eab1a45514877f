import type { AddCommand } from '../command.js';
import { exitCodes } from '../exit-codes.js';

const examples = `
Examples:
  $ tamis convert rules/kyt.rules > kyt.json    text to JSON
  $ tamis convert kyt.json > kyt.rules          JSON to text
  $ curl … | tamis convert --to text -          a rule as the server gives it

The JSON of a file is {languageVersion, declarations?, rules, tests?}: declarations and tests as text. A single rule, or a
list of rules, is read too. Comments have no place in JSON.`;

export const addConvert: AddCommand = (program, io, finish) => {
  program
    .command('convert')
    .description('rules from text to JSON and back, without loss')
    .argument('<files...>', 'files, or - for standard input')
    .option('--to <form>', 'json or text; left out: the other one')
    .addHelpText('after', examples)
    .action(async (files: string[], { to }: { to?: string }) => {
      if (to !== undefined && to !== 'json' && to !== 'text') {
        io.err(`tamis: --to takes json or text, not \`${to}\`\n`);
        finish(exitCodes.usage);
        return;
      }
      const { convert } = await import('../runs/convert.js');
      finish(await convert(files, to, io));
    });
};
