import type { AddCommand } from '../command.js';
import { exitCodes } from '../exit-codes.js';

const examples = `
Examples:
  $ tamis convert rules/kyt.rules > kyt.json    text to JSON
  $ tamis convert kyt.json > kyt.rules          JSON to text
  $ curl … | tamis convert --to text -          a rule in the form of the server

The JSON of a file is {languageVersion, declarations?, rules, tests?}: declarations and tests as text. A single rule or a
list of rules is also accepted. JSON has no comments.`;

export const addConvert: AddCommand = (program, io, finish) => {
  program
    .command('convert')
    .description('convert rules between text and JSON without loss')
    .argument('<files...>', 'files, or - for standard input')
    .option('--to <form>', 'json or text; default: the other one')
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
