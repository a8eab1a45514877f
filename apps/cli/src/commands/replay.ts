import type { AddCommand } from '../command.js';
import type { ReplayFlags } from '../runs/replay.js';
import { addServerOptions } from './server-options.js';

export const addReplay: AddCommand = (program, io, finish) => {
  const command = program
    .command('replay')
    .description('decide a stored evaluation again, from what was read then; exit code 1: it comes out otherwise')
    .argument('<evaluation>', 'its id')
    .option('--recompute', 'windows and rates are read again, lists as they were')
    .option('--rule-set <set>', 'another set than the one that decided: its version or number');
  addServerOptions(command)
    .addHelpText('after', '\nExample:\n  $ tamis replay 0199b1c2-…')
    .action(async (id: string, flags: ReplayFlags) => {
      const { replay } = await import('../runs/replay.js');
      finish(await replay(id, flags, io));
    });
};
