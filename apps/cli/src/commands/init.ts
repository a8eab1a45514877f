import type { AddCommand } from '../command.js';
import type { InitFlags } from '../runs/init.js';

export const addInit: AddCommand = (program, io, finish) => {
  program
    .command('init')
    .description('create a folder with a rule, its tests and next steps')
    .argument('[folder]', 'a new or empty folder', '.')
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', '\nExample:\n  $ tamis init my-rules && cd my-rules && npx tamis test')
    .action(async (folder: string, flags: InitFlags) => {
      const { init } = await import('../runs/init.js');
      finish(init(folder, flags, io));
    });
};
