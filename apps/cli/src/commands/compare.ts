import type { AddCommand } from '../command.js';
import type { CompareFlags } from '../runs/compare.js';
import { addReplayOptions } from './replay-options.js';

const examples = `
Examples:
  $ cp -r rules before                                                       keep what there is, then edit
  $ tamis compare before rules --local fixtures/sample-30d.jsonl
  $ tamis compare old.rules new.rules --local events.jsonl --json

What changed in the text, in words, and what that changes on the same events. Exit code 1: some record is decided otherwise, or
hit by other rules.`;

export const addCompare: AddCommand = (program, io, finish) => {
  const command = program
    .command('compare')
    .description('two versions of rules on the same events: what changed, and what that changes')
    .argument('<before>', 'a file, a folder or a pattern')
    .argument('<after>', 'a file, a folder or a pattern')
    .requiredOption('--local <events>', 'events, one JSON document per line');
  addReplayOptions(command)
    .option('--matches <number>', 'changed records to list', '10')
    .option('--json', 'one JSON document on standard output')
    .option('--html <file>', 'write a page with charts and tables that needs no network')
    .addHelpText('after', examples)
    .action(async (before: string, after: string, flags: CompareFlags) => {
      const { compare } = await import('../runs/compare.js');
      finish(await compare(before, after, flags, io));
    });
};
