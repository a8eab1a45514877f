import { libraryCatalogue } from '@tamis/library';
import { pathToFileURL } from 'node:url';
import type { CliIo } from '../cli-io.js';
import type { AddCommand } from '../command.js';
import { readInputs } from '../input/read-inputs.js';

/** Ends only when the editor says so: the session ends the process. */
async function serve(io: CliIo): Promise<never> {
  // Loaded here: no other command needs it.
  const { serveLsp } = await import('../lsp/serve-lsp.js');
  const { files } = await readInputs([], io);
  const stored = files.flatMap(({ path, text }) => (path === null ? [] : [{ uri: pathToFileURL(path).href, text }]));
  return serveLsp({ catalogue: libraryCatalogue }, { input: process.stdin, output: process.stdout, files: stored });
}

export const addLsp: AddCommand = (program, io) => {
  program
    .command('lsp')
    .description('language server for editors, on standard input and output')
    .option('--stdio', 'accepted, as editors add it')
    .addHelpText('after', '\nEditors start it as `tamis lsp`; it speaks the Language Server Protocol.')
    .action(() => serve(io));
};
