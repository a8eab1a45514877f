import type { AddCommand } from '../command.js';
import type { WatchFlags } from '../runs/watch-rules.js';
import { addServerOptions } from './server-options.js';

const examples = `
Examples:
  $ tamis watch                  what each rule came to lately
  $ tamis watch --every 10       again every ten seconds; Ctrl+C ends`;

export const addWatch: AddCommand = (program, io, finish) => {
  const command = program
    .command('watch')
    .description('one line for each rule of a server: runs, hits, unknown, alerts, precision, share of time')
    .option('--every <seconds>', 'again and again')
    .option('--csv', 'for spreadsheets');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (flags: WatchFlags) => {
      const { watchRules } = await import('../runs/watch-rules.js');
      finish(await watchRules(flags, io));
    });
};
