import type { AddCommand } from '../command.js';
import type { ServerFlags } from '../server/with-server.js';
import { addServerOptions } from './server-options.js';

const examples = `
Examples:
  $ tamis params list
  $ tamis params set reporting_limit "9_500 USD" --reason "fewer alerts wanted"`;

export const addParams: AddCommand = (program, io, finish) => {
  const params = program
    .command('params')
    .description('list and set the shared parameters of rules')
    .addHelpText('after', examples);
  addServerOptions(params.command('list').description('list names, values and ranges'))
    .option('--csv', 'CSV: one line per parameter')
    .exitOverride()
    .action(async (flags: ServerFlags & { readonly csv?: true }) => {
      const { listParams } = await import('../runs/params.js');
      finish(await listParams(flags, io));
    });
  const set = params
    .command('set')
    .description('set a parameter to a value within its range, effective at once')
    .argument('<name>', 'the parameter')
    .argument('<value>', 'a value of the rule language: 3, 88%, "9_500 USD", 24h')
    .requiredOption('--reason <text>', 'reason, stored with the value');
  addServerOptions(set)
    .exitOverride()
    .action(async (name: string, value: string, flags: ServerFlags & { readonly reason: string }) => {
      const { setParam } = await import('../runs/params.js');
      finish(await setParam(name, value, flags, io));
    });
};
