import type { AddCommand } from '../command.js';
import type { ApplyFlags } from '../runs/plan-files.js';
import { addServerOptions } from './server-options.js';

const examples = `
All of it is stored, or nothing. New rules are in progress and disabled, new versions of rules in force wait: \`tamis shadow\` and
\`tamis activate\` put them to work.

Example:
  $ tamis apply rules/ --reason "lower threshold"`;

export const addApply: AddCommand = (program, io, finish) => {
  const command = program
    .command('apply')
    .description('store files of rules on a server; puts none of them in force')
    .argument('[files...]', 'files, folders or patterns; none: those of this folder')
    .option('--prune', 'archive rules that are in none of the files')
    .option('--reason <text>', 'why; kept with the versions');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (files: string[], flags: ApplyFlags) => {
      const { applyFiles } = await import('../runs/plan-files.js');
      finish(await applyFiles(files, flags, io));
    });
};
