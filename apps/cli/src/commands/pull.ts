import type { AddCommand } from '../command.js';
import type { PullFlags } from '../runs/pull.js';
import { addServerOptions } from './server-options.js';

const examples = `
Written are rules/<key>.rules, rules/shared.rules with the names that rules share, schema/fields.json, schema/lists.json and
schema/params.json; schema/pulled.json holds what rules were when they were pulled. Rules that were edited since are kept, and
where the server has changed them too nothing is written; with --keep-both, the text of the server is written beside each
as <file>.server, to be merged by hand. tamis.config.json stays as it is.

Example:
  $ tamis pull my-rules --server https://tamis.example.com`;

export const addPull: AddCommand = (program, io, finish) => {
  const command = program
    .command('pull')
    .description('download rules, fields, list names and parameters of a server into a folder')
    .argument('[folder]', 'where they are written', '.')
    .option('--force', 'overwrite rules that were edited locally')
    .option('--keep-both', 'where both sides changed, write the text of the server beside the edited file');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (folder: string, flags: PullFlags) => {
      const { pull } = await import('../runs/pull.js');
      finish(await pull(folder, flags, io));
    });
};
