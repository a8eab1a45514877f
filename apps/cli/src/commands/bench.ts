import { Option } from 'commander';
import type { AddCommand } from '../command.js';
import type { BenchFlags } from '../runs/bench.js';

const examples = `
Examples:
  $ tamis bench                                                  rules of this project, else those that init writes
  $ tamis bench rules/ --events my.jsonl --workers 1,2,4         own events, one to four processes
  $ tamis bench --duration 20s --json > before.json
  $ tamis bench --duration 20s --against before.json --markdown bench.md

Windows, lists and rates of each event are gathered before, as for the workers of a server; measured is the evaluation of all rules.
Workers are processes of their own that evaluate at the same time. Exit code 1: with --against, the median is slower by more than 5 %
with 95 % confidence.`;

export const addBench: AddCommand = (program, io, finish) => {
  program
    .command('bench')
    .description('how many events a second the rules take, how long each takes, and what it costs')
    .argument('[files...]', 'rules: files, folders or patterns; none: those of this project')
    .option('--events <file>', 'events, one JSON document per line; left out: synthetic payments')
    .option('--tables <file>', 'lists, rates and reference data (JSON); left out: `tables` of tamis.config.json')
    .option('--duration <time>', 'measured for each number of workers', '3s')
    .option('--workers <numbers>', 'with commas between; left out: 1 and as many as there are cores')
    .option('--seed <number>', 'of the synthetic payments', '7')
    .option(
      '--against <report>',
      'a file with what --json printed before: by how much the median changed, with its interval',
    )
    .option('--markdown <file>', 'write a report with all that is needed to repeat it')
    .option('--json', 'one JSON document on standard output')
    .addOption(new Option('--measure', 'measure as one of several processes').hideHelp())
    .addHelpText('after', examples)
    .action(async (files: string[], flags: BenchFlags) => {
      const { bench } = await import('../runs/bench.js');
      finish(await bench(files, flags, io));
    });
};
