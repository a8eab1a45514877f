import type { AddCommand } from '../command.js';
import type { SweepFlags } from '../runs/sweep.js';
import { addReplayedRecords, addReplayOptions } from './replay-options.js';

const examples = `
Examples:
  $ tamis sweep large_payment --param review_limit --local fixtures/sample-30d.jsonl
  $ tamis sweep structuring --param pieces --values 2,3,4 --local fixtures/sample-30d.jsonl
  $ tamis sweep large_payment --param review_limit --alert-budget 3 --local fixtures/sample-30d.jsonl --html sweep.html

All values are compared in one pass. Hits, frauds caught and false alarms are those of the rule; alerts and hours those of all rules. The
frontier has the values that no other value beats in both frauds caught and false alarms.`;

export const addSweep: AddCommand = (program, io, finish) => {
  const command = program
    .command('sweep')
    .description('compare many values of a parameter: hits, frauds caught, false alarms, alerts and hours per day')
    .argument('<rule>', 'the key of the rule whose hits are counted')
    .argument('[files...]', 'rules: files, folders or patterns; default: those of this folder')
    .requiredOption('--param <name>', 'the parameter')
    .option('--local <events>', 'events, one JSON document per line; default: the records of a server')
    .option('--values <list>', 'comma-separated values: `5_000 USD, 10_000 USD`')
    .option('--steps <number>', 'number of values, spread evenly over the declared range', '10')
    .option('--alert-budget <number>', 'suggest the value that catches most within a number of alerts per day');
  addReplayedRecords(addReplayOptions(command))
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'CSV: one line per value')
    .option('--html <file>', 'write an HTML page with charts and tables that works offline')
    .option('--server <address>', 'default: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .addHelpText('after', examples)
    .action(
      async (rule: string, files: string[], flags: Partial<Pick<SweepFlags, 'local'>> & Omit<SweepFlags, 'local'>) => {
        const { local } = flags;
        if (local === undefined) {
          const { remoteSweep } = await import('../runs/remote-sweep.js');
          finish(await remoteSweep(rule, files, { ...flags, against: [], matches: '0' }, io));
          return;
        }
        const { sweep } = await import('../runs/sweep.js');
        finish(await sweep(rule, files, { ...flags, local }, io));
      },
    );
};
