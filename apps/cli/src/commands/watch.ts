import type { AddCommand } from '../command.js';
import type { WatchFlags } from '../runs/watch-rules.js';
import { addServerOptions } from './server-options.js';

const examples = `
Examples:
  $ tamis watch                  what each rule came to lately
  $ tamis watch --every 10       again every ten seconds; Ctrl+C ends

The band is what a dry run of the same content hit on such a weekday, 5th to 95th percentile; ↑ behind it: today has more. Drift is
the hit rate by the expected one, whether that is stable, to be watched or drifted, and the input that moved most.`;

export const addWatch: AddCommand = (program, io, finish) => {
  const command = program
    .command('watch')
    .description(
      'one line for each rule of a server: hits, the band they were expected in, unknown, alerts, share of time, drift',
    )
    .option('--every <seconds>', 'again and again')
    .option('--csv', 'for spreadsheets');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (flags: WatchFlags) => {
      const { watchRules } = await import('../runs/watch-rules.js');
      finish(await watchRules(flags, io));
    });
};
