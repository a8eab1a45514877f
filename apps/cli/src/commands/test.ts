import type { AddCommand } from '../command.js';
import type { TestFlags } from '../runs/test.js';

const examples = `
Examples:
  $ tamis test                          the tests of this folder
  $ tamis test rules/kyt.rules          of one file
  $ tamis test --filter structuring     of rules or tests with this in their name
  $ tamis test --coverage               conditions that were never true, false or unknown
  $ tamis test --mutants                change one thing at a time: does a test detect it?
  $ tamis test --watch                  again at every change

Tests need no server, clock or network. Exit code 1: a test failed, or a rule has errors.`;

export const addTest: AddCommand = (program, io, finish) => {
  program
    .command('test')
    .description('run the tests inside the rules')
    .argument('[files...]', 'files, folders, patterns, or - for standard input')
    .option('--filter <text>', 'only tests with this in their title or in the key of a rule')
    .option('--coverage', 'show conditions and boundaries that no test covers')
    .option('--mutants', 'show changes of the rules that no test detects')
    .option('--json', 'one JSON document on standard output')
    .option('--watch', 'run again after every change')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: TestFlags) => {
      const { test } = await import('../runs/test.js');
      finish(await test(files, flags, io));
    });
};
