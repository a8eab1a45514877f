import type { AddCommand } from '../command.js';
import type { CheckFlags } from '../runs/check.js';

const examples = `
Examples:
  $ tamis check                       the rules of this folder
  $ tamis check rules/kyt.rules       one file
  $ tamis check 'rules/**/*.rules'    a pattern
  $ cat new.rules | tamis check -     standard input
  $ tamis check --fix                 apply fixes that do not change the meaning
  $ tamis check --json | jq .errors   for other programs; lines and characters count from 0

Exit code 1: errors (with --strict, warnings too).`;

export const addCheck: AddCommand = (program, io, finish) => {
  program
    .command('check')
    .description(
      'find mistakes: unknown fields, wrong types, conditions that are never true, rules that another one covers',
    )
    .argument('[files...]', 'files, folders, patterns, or - for standard input')
    .option('--json', 'one JSON document on standard output')
    .option('--fix', 'apply safe fixes and write the files')
    .option('--cost', 'show what each rule costs and what can make it unknown')
    .option('--strict', 'warnings count as findings')
    .option('--no-governance', 'no findings about missing tests and owners, and review dates (W14xx)')
    .option('--explain <code>', 'explain a code, like `tamis lint --explain`')
    .option('--watch', 'check again after every change')
    .addHelpText('after', examples)
    .action(async (files: string[], { explain: code, ...flags }: CheckFlags & { explain?: string }) => {
      if (code !== undefined) {
        const { explainCode } = await import('../runs/lint.js');
        finish(await explainCode(code, flags.json === true, io));
        return;
      }
      const { check } = await import('../runs/check.js');
      finish(await check(files, flags, io));
    });
};
