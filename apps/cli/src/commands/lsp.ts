import type { AddCommand } from '../command.js';

export const addLsp: AddCommand = (program, io) => {
  program
    .command('lsp')
    .description('language server for editors, on standard input and output')
    .option('--stdio', 'accepted, as editors add it')
    .addHelpText('after', '\nEditors start it as `tamis lsp`; it uses the Language Server Protocol.')
    .action(async () => {
      const { lsp } = await import('../runs/lsp.js');
      await lsp(io);
    });
};
