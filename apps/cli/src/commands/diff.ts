import type { AddCommand } from '../command.js';
import type { DiffFlags } from '../runs/diff.js';

const examples = `
Examples:
  $ tamis diff old.rules new.rules
  $ git show HEAD:rules/kyt.rules | tamis diff - rules/kyt.rules

Layout and comments do not count. Exit code 1: there are differences.`;

export const addDiff: AddCommand = (program, io, finish) => {
  program
    .command('diff')
    .description('what changed between two versions of rules, in words')
    .argument('<before>', 'a file, a folder, or - for standard input')
    .argument('<after>', 'a file, a folder, or - for standard input')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'a line for each change, for spreadsheets')
    .addHelpText('after', examples)
    .action(async (before: string, after: string, flags: DiffFlags) => {
      const { diff } = await import('../runs/diff.js');
      finish(await diff(before, after, flags, io));
    });
};
