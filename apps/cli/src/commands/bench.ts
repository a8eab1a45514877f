import { Option } from 'commander';
import type { AddCommand } from '../command.js';
import type { BenchFlags } from '../runs/bench.js';

const examples = `
Examples:
  $ tamis bench                                                  rules of this project, or else those of init
  $ tamis bench rules/ --events my.jsonl --workers 1,2,4         own events, one to four processes
  $ tamis bench --duration 20s --json > before.json
  $ tamis bench --duration 20s --against before.json --markdown bench.md

Windows, lists and rates of each event are gathered first, as for the workers of a server; only the evaluation of all rules is measured.
Workers are separate processes that evaluate concurrently. Exit code 1: with --against, the median is more than 5 % slower with 95 %
confidence.`;

export const addBench: AddCommand = (program, io, finish) => {
  program
    .command('bench')
    .description('measure throughput, latency and cost of rules')
    .argument('[files...]', 'rules: files, folders or patterns; default: those of this project')
    .option('--events <file>', 'events, one JSON document per line; default: synthetic payments')
    .option('--tables <file>', 'lists, rates and reference data (JSON); default: `tables` of tamis.config.json')
    .option('--duration <time>', 'measured for each number of workers', '3s')
    .option('--workers <numbers>', 'comma-separated; default: 1 and the number of cores')
    .option('--seed <number>', 'number of synthetic payments', '7')
    .option('--against <report>', 'a file with the output of --json: compares the medians, with a confidence interval')
    .option('--markdown <file>', 'write a report with everything needed to repeat the measurement')
    .option('--json', 'one JSON document on standard output')
    .addOption(new Option('--measure', 'measure as one of several processes').hideHelp())
    .addHelpText('after', examples)
    .action(async (files: string[], flags: BenchFlags) => {
      const { bench } = await import('../runs/bench.js');
      finish(await bench(files, flags, io));
    });
};
