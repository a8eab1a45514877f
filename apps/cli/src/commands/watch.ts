import type { AddCommand } from '../command.js';
import type { WatchFlags } from '../runs/watch-rules.js';
import { addServerOptions } from './server-options.js';

const examples = `
Examples:
  $ tamis watch                  recent results of each rule
  $ tamis watch --every 10       again every ten seconds; Ctrl+C ends

The band is the range of hits in a dry run of the same content on such a weekday, 5th to 95th percentile; ↑ after it: today has more. Drift
is the hit rate divided by the expected one, whether that is stable, to be watched or drifted, and the input that changed most.`;

export const addWatch: AddCommand = (program, io, finish) => {
  const command = program
    .command('watch')
    .description('show one line per rule of a server: hits, expected range, unknown, alerts, share of time, drift')
    .option('--every <seconds>', 'repeat')
    .option('--csv', 'for spreadsheets');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (flags: WatchFlags) => {
      const { watchRules } = await import('../runs/watch-rules.js');
      finish(await watchRules(flags, io));
    });
};
