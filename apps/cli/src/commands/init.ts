import type { AddCommand } from '../command.js';

export const addInit: AddCommand = (program, io, finish) => {
  program
    .command('init')
    .description('a folder to begin with: a rule, its tests, and what to run next')
    .argument('[folder]', 'a new or empty folder', '.')
    .addHelpText('after', '\nExample:\n  $ tamis init my-rules && cd my-rules && npx tamis test')
    .action(async (folder: string) => {
      const { init } = await import('../runs/init.js');
      finish(init(folder, io));
    });
};
