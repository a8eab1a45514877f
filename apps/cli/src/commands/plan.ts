import type { AddCommand } from '../command.js';
import type { PlanFlags } from '../runs/plan-files.js';
import { addServerOptions } from './server-options.js';

const examples = `
Examples:
  $ tamis plan rules/                  what these files would change on a server, without changing it
  $ tamis plan --local rules/          how their rules are evaluated together, without a server

With --local all files together form one rule set, and an evaluation includes all its matrices. For each type of evaluation it shows how
many rules take part, and whether they are found through an index over single fields or evaluated one by one, with the estimate behind it.`;

export const addPlan: AddCommand = (program, io, finish) => {
  const command = program
    .command('plan')
    .description('show what files would change on a server; with --local, how their rules are evaluated together')
    .argument('[files...]', 'files, folders, patterns, or - for standard input')
    .option('--local', 'show shared parts, fetched data, index or closures, and the most expensive rules')
    .option('--prune', 'on a server: archive rules that are in none of the files')
    .option('--overwrite', 'on a server: accept to replace what others changed since the files were pulled');
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
