import type { AddCommand } from '../command.js';
import type { ExplainFlags } from '../runs/explain.js';

const examples = `
Examples:
  $ tamis explain rules/kyt.rules                      every rule of a file
  $ tamis explain rules/kyt.rules --rule structuring   one rule
  $ tamis lint --explain E0201                         what a code means`;

export const addExplain: AddCommand = (program, io, finish) => {
  program
    .command('explain')
    .description('what each rule looks at, what can make it unknown, and what it costs')
    .argument('[files...]', 'files, folders, patterns, or - for standard input')
    .option('--rule <key>', 'one rule')
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: ExplainFlags) => {
      const { explain } = await import('../runs/explain.js');
      finish(await explain(files, flags, io));
    });
};
