import type { AddCommand } from '../command.js';

const examples = `
Examples:
  $ tamis plan rules/                  all rules of a folder, as one set
  $ tamis plan rules/kyt.rules --json  for other programs

All files together are one rule set, and one run executes all its matrices. For each kind of run: how many rules take part,
and whether they are found through an index over single fields or run one by one, with the estimate that decides.`;

export const addPlan: AddCommand = (program, io, finish) => {
  program
    .command('plan')
    .description(
      'how the rules are evaluated together: what they share, what is fetched, index or closures, dearest rules',
    )
    .argument('[files...]', 'files, folders, patterns, or - for standard input')
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: { json?: true }) => {
      const { plan } = await import('../runs/plan.js');
      finish(await plan(files, flags.json === true, io));
    });
};
