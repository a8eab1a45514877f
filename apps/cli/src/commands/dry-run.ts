import type { AddCommand } from '../command.js';
import type { DryRunFlags } from '../runs/dry-run.js';

const examples = `
Examples:
  $ tamis dry-run --local fixtures/payments.jsonl rules/                     what the rules of a folder decide
  $ tamis dry-run --local fixtures/payments.jsonl rules/ --against old/      what changes against other rules
  $ tamis dry-run --local fixtures/payments.jsonl --tables rates.json --json for other programs

One event per line, in the order of arrival: a payment as JSON; {context, target?, trigger?, now?, label?} with a record and
\`fraud\` or \`cleared\`; {kind: "record", source, record} for what arrives without a run; {kind: "list", listId, add?, remove?} where
a list changes. Each event sees what came before it. --tables names a file with {lists?, rates?, reference?, …}. Actions of rules
are not performed: what they add to lists is not seen by later events.`;

export const addDryRun: AddCommand = (program, io, finish) => {
  program
    .command('dry-run')
    .description('what past events would have come to, and what changes against other rules')
    .argument('[files...]', 'rules: files, folders or patterns')
    .requiredOption('--local <events>', 'events, one JSON document per line')
    .option('--against <rules>', 'rules to compare with: a file, folder or pattern; may be given again', collect, [])
    .option('--tables <file>', 'lists, rates and reference data (JSON)')
    .option('--minutes <number>', 'minutes an analyst needs for an alert', '10')
    .option('--matches <number>', 'changed records to list', '10')
    .option('--seed <number>', 'order of the records that are listed', '1')
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: DryRunFlags) => {
      const { dryRun } = await import('../runs/dry-run.js');
      finish(await dryRun(files, flags, io));
    });
};

const collect = (text: string, before: readonly string[]): readonly string[] => [...before, text];
