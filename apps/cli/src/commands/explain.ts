import type { AddCommand } from '../command.js';
import type { ExplainFlags } from '../runs/explain.js';

const examples = `
Examples:
  $ tamis explain rules/kyt.rules                      every rule of a file
  $ tamis explain rules/kyt.rules --rule structuring   one rule
  $ tamis explain structuring --on event.json          one rule of this folder, on an event
  $ tamis explain structuring --on tx:order-4711       on a payment of a server, by its id or external id
  $ tamis lint --explain E0201                         what a code means

An event is the stored record as JSON, or {context, target?, now?, records?, tables?}: \`context\` the record, \`records\` earlier
ones by source ({"transactions": […]}), \`tables\` lists, rates and reference data in place of those that tamis.config.json names.
Data that is not given is unknown.`;

export const addExplain: AddCommand = (program, io, finish) => {
  program
    .command('explain')
    .description('show what each rule reads, what can make it unknown, and what it costs')
    .argument('[files...]', 'files, folders, patterns, or - for standard input; can be preceded by the name of a rule')
    .option('--rule <key>', 'one rule')
    .option(
      '--on <event>',
      'evaluate the rules on an event (a JSON file) or on a record of a server (tx:<id>, entity:<id>, event:<id>), and show the result of each part',
    )
    .option('--server <address>', 'default: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: ExplainFlags) => {
      const { explain } = await import('../runs/explain.js');
      finish(await explain(files, flags, io));
    });
};
