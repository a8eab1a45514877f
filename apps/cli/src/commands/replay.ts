import type { AddCommand } from '../command.js';
import type { ReplayFlags } from '../runs/replay.js';
import { addServerOptions } from './server-options.js';

export const addReplay: AddCommand = (program, io, finish) => {
  const command = program
    .command('replay')
    .description('replay a stored evaluation with its stored inputs; exit code 1: the outcome differs')
    .argument('<evaluation>', 'its id')
    .option('--recompute', 'read windows and rates again, and lists as of then')
    .option('--rule-set <set>', 'another rule set than the one that decided: its version or number');
  addServerOptions(command)
    .addHelpText('after', '\nExample:\n  $ tamis replay 0199b1c2-…')
    .action(async (id: string, flags: ReplayFlags) => {
      const { replay } = await import('../runs/replay.js');
      finish(await replay(id, flags, io));
    });
};
