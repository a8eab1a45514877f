import type { AddCommand } from '../command.js';
import type { DryRunFlags } from '../runs/dry-run.js';
import { addReplayedRecords, addReplayOptions, repeatable } from './replay-options.js';

const examples = `
Examples:
  $ tamis dry-run --from 2026-08-01 --to 2026-10-31                       records of a server, against its active rules
  $ tamis dry-run --from 2026-08-01 --to 2026-10-31 --on company          companies of a server, as they were created and changed
  $ tamis dry-run --local fixtures/sample-30d.jsonl                       what the rules of this folder decide
  $ tamis dry-run --local fixtures/sample-30d.jsonl --against before/     what changes against other rules
  $ tamis dry-run --local fixtures/sample-30d.jsonl --params 'review_limit=5_000 USD'
  $ tamis dry-run --local events.jsonl rules/ --labels known.csv --html report.html

One event per line, in the order of arrival: a payment as JSON; {context, target?, trigger?, now?, label?} with a record and
\`fraud\` or \`cleared\`; {kind: "record", source, record} for what arrives without a run; {kind: "list", listId, add?, remove?} where
a list changes. Each event sees what came before it. --tables names a file with {lists?, rates?, reference?, …}. Each
side sees what its own rules do (items of lists, statuses, alerts, decisions), and not what is marked as done by rules: {kind: "list",
by: "rule", …}, alerts with a ruleId. With --no-overlay, and over records of a server unless --overlay is given, all that is as it was
recorded.`;

export const addDryRun: AddCommand = (program, io, finish) => {
  const command = program
    .command('dry-run')
    .description('what past events would have come to, and what changes against other rules')
    .argument('[files...]', 'rules: files, folders or patterns; none: those of this folder')
    .option('--local <events>', 'events, one JSON document per line; left out: the records of a server');
  repeatable(
    command,
    '--against <rules>',
    'rules to compare with: a file, folder or pattern; may be given again; of a server: active, a set, or none',
  );
  addReplayedRecords(addReplayOptions(command))
    .option('--matches <number>', 'changed records to list', '10')
    .option('--only', 'of a server: the candidate has nothing but these rules')
    .option('--name <text>', 'of a server: what the run is called')
    .option('--server <address>', 'left out: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'a line for each rule, for spreadsheets')
    .option('--html <file>', 'write a page with charts and tables that needs no network')
    .addHelpText('after', examples)
    .action(async (files: string[], flags: Partial<Pick<DryRunFlags, 'local'>> & Omit<DryRunFlags, 'local'>) => {
      const { local } = flags;
      if (local === undefined) {
        const { remoteDryRun } = await import('../runs/remote-dry-run.js');
        finish(await remoteDryRun(files, flags, io));
        return;
      }
      const { dryRun } = await import('../runs/dry-run.js');
      finish(await dryRun(files, { ...flags, local }, io));
    });
};
