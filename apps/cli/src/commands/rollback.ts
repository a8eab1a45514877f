import type { AddCommand } from '../command.js';
import type { RollbackFlags } from '../runs/rollback.js';
import { addServerOptions } from './server-options.js';

const examples = `
Rules, statuses, matrices and parameters of the set become active again, as new versions with the old content. List items stay unchanged
unless --restore-lists is given.

Examples:
  $ tamis rollback --to 41 --preview
  $ tamis rollback --to 2026-11-12T09:00:00Z --reason "alert flood"`;

export const addRollback: AddCommand = (program, io, finish) => {
  const command = program
    .command('rollback')
    .description('activate an earlier rule set again')
    .requiredOption('--to <set>', 'its number, its version, or a time at which it was active')
    .option('--reason <text>', 'reason, stored with the change')
    .option('--preview', 'show what would change, without changing anything')
    .option('--restore-lists', 'also restore the items of the lists that its rules read');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (flags: RollbackFlags) => {
      const { rollback } = await import('../runs/rollback.js');
      finish(await rollback(flags, io));
    });
};
