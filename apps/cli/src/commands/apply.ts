import type { AddCommand } from '../command.js';
import type { ApplyFlags } from '../runs/plan-files.js';
import { addServerOptions } from './server-options.js';

const examples = `
Either everything is stored or nothing. New rules are in progress and disabled, and new versions of active rules are staged: \`tamis shadow\`
and \`tamis activate\` publish them.

Nothing is stored either if others changed a rule since these files were pulled or applied, which schema/pulled.json records; keep that file
with the rules. \`tamis pull\` fetches such changes. A pipeline whose repository decides uses --overwrite.

Example:
  $ tamis apply rules/ --reason "lower threshold"`;

export const addApply: AddCommand = (program, io, finish) => {
  const command = program
    .command('apply')
    .description('store rule files on a server without activating them')
    .argument('[files...]', 'files, folders or patterns; default: those of this folder')
    .option('--prune', 'archive rules that are in none of the files')
    .option('--overwrite', 'replace what others changed since the files were pulled')
    .option('--reason <text>', 'reason, stored with the versions');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (files: string[], flags: ApplyFlags) => {
      const { applyFiles } = await import('../runs/plan-files.js');
      finish(await applyFiles(files, flags, io));
    });
};
