import type { AddCommand } from '../command.js';
import type { RollbackFlags } from '../runs/rollback.js';
import { addServerOptions } from './server-options.js';

const examples = `
Rules, statuses, matrices and parameters of the set decide again, as new versions with the old content. Items of lists stay, but
with --restore-lists.

Examples:
  $ tamis rollback --to 41 --preview
  $ tamis rollback --to 2026-11-12T09:00:00Z --reason "alert flood"`;

export const addRollback: AddCommand = (program, io, finish) => {
  const command = program
    .command('rollback')
    .description('put an earlier rule set back in force')
    .requiredOption('--to <set>', 'its number, its version, or a time at which it decided')
    .option('--reason <text>', 'why; kept with it')
    .option('--preview', 'what would change; changes nothing')
    .option('--restore-lists', 'items of the lists that its rules read become what they were, too');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (flags: RollbackFlags) => {
      const { rollback } = await import('../runs/rollback.js');
      finish(await rollback(flags, io));
    });
};
