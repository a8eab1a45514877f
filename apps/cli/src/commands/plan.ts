import type { AddCommand } from '../command.js';
import type { PlanFlags } from '../runs/plan-files.js';
import { addServerOptions } from './server-options.js';

const examples = `
Examples:
  $ tamis plan rules/                  what these files would change on a server; changes nothing
  $ tamis plan --local rules/          how their rules are evaluated together; needs no server

With --local all files together are one rule set, and one run executes all its matrices. For each kind of run: how many rules take
part, and whether they are found through an index over single fields or run one by one, with the estimate that decides.`;

export const addPlan: AddCommand = (program, io, finish) => {
  const command = program
    .command('plan')
    .description('what files would change on a server; with --local, how their rules are evaluated together')
    .argument('[files...]', 'files, folders, patterns, or - for standard input')
    .option('--local', 'what rules share, what is fetched, index or closures, dearest rules')
    .option('--prune', 'of a server: rules that are in none of the files are archived');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (files: string[], flags: PlanFlags & { local?: true }) => {
      if (flags.local) {
        const { planEvaluation } = await import('../runs/plan-evaluation.js');
        finish(await planEvaluation(files, flags.json === true, io));
        return;
      }
      const { planFiles } = await import('../runs/plan-files.js');
      finish(await planFiles(files, flags, io));
    });
};
