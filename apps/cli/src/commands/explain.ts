import type { AddCommand } from '../command.js';
import type { ExplainFlags } from '../runs/explain.js';

const examples = `
Examples:
  $ tamis explain rules/kyt.rules                      every rule of a file
  $ tamis explain rules/kyt.rules --rule structuring   one rule
  $ tamis explain structuring --on event.json          one rule of this folder, on an event
  $ tamis explain structuring --on tx:order-4711       on a payment of a server, by its id or the one you gave it
  $ tamis lint --explain E0201                         what a code means

An event is the stored record as JSON, or {context, target?, now?, records?, tables?}: \`context\` the record, \`records\` earlier
ones by source ({"transactions": […]}), \`tables\` lists, rates and reference data. What is not given is unknown.`;

export const addExplain: AddCommand = (program, io, finish) => {
  program
    .command('explain')
    .description('what each rule looks at, what can make it unknown, and what it costs')
    .argument('[files...]', 'files, folders, patterns, or - for standard input; the name of a rule may stand first')
    .option('--rule <key>', 'one rule')
    .option(
      '--on <event>',
      'run the rules on an event (a JSON file), or on a record of a server (tx:<id>, entity:<id>, event:<id>), and show what each part came to',
    )
    .option('--server <address>', 'left out: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: ExplainFlags) => {
      const { explain } = await import('../runs/explain.js');
      finish(await explain(files, flags, io));
    });
};
