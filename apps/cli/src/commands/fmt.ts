import type { AddCommand } from '../command.js';
import type { FmtFlags } from '../runs/fmt.js';

const examples = `
Examples:
  $ tamis fmt                    write the rules of this folder in canonical form
  $ tamis fmt --check            list unformatted files, and write nothing
  $ tamis fmt --stdout a.rules   show the result
  $ tamis fmt - < a.rules        standard input to standard output

Comments are kept. Exit code 1: with --check, a file is not formatted; or a syntax error.`;

export const addFmt: AddCommand = (program, io, finish) => {
  program
    .command('fmt')
    .description('format rules')
    .argument('[files...]', 'files, folders, patterns, or - for standard input')
    .option('--check', 'only list files that would change')
    .option('--write', 'write the files (the default; standard input goes to standard output)')
    .option('--stdout', 'show the result and write nothing')
    .option('--json', 'one JSON document on standard output: files by result')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: FmtFlags) => {
      const { fmt } = await import('../runs/fmt.js');
      finish(await fmt(files, flags, io));
    });
};
