import type { AddCommand } from '../command.js';
import type { ServerFlags } from '../server/with-server.js';
import { addServerOptions } from './server-options.js';

const examples = `
Written are rules/<key>.rules, rules/shared.rules with the names that rules share, schema/fields.json, schema/lists.json and
schema/params.json. Files that are there are overwritten, but for tamis.config.json: keep them in a repository.

Example:
  $ tamis pull my-rules --server https://tamis.example.com`;

export const addPull: AddCommand = (program, io, finish) => {
  const command = program
    .command('pull')
    .description('fetch rules, fields, names of lists and parameters of a server into a folder')
    .argument('[folder]', 'where they are written', '.');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (folder: string, flags: ServerFlags) => {
      const { pull } = await import('../runs/pull.js');
      finish(await pull(folder, flags, io));
    });
};
