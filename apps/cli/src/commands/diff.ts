import type { AddCommand } from '../command.js';
import type { DiffFlags } from '../runs/diff.js';

const examples = `
Examples:
  $ tamis diff old.rules new.rules
  $ git show HEAD:rules/kyt.rules | tamis diff - rules/kyt.rules

Layout and comments are ignored. Exit code 1: there are differences.`;

export const addDiff: AddCommand = (program, io, finish) => {
  program
    .command('diff')
    .description('show what changed between two versions of rules, in words')
    .argument('<before>', 'a file, a folder, or - for standard input')
    .argument('<after>', 'a file, a folder, or - for standard input')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'CSV: one line per change')
    .addHelpText('after', examples)
    .action(async (before: string, after: string, flags: DiffFlags) => {
      const { diff } = await import('../runs/diff.js');
      finish(await diff(before, after, flags, io));
    });
};
