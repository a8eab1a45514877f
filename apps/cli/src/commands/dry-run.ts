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
\`fraud\` or \`cleared\`; {kind: "record", source, record} for a record that is not evaluated; {kind: "list", listId, add?, remove?} for a
change of a list. Each event sees the earlier ones. --tables names a file with {lists?, rates?, reference?, …}. Each side sees the
effects of its own rules (list items, statuses, alerts, decisions), but not recorded effects of rules: {kind: "list", by: "rule", …},
alerts with a ruleId. With --no-overlay, and over records of a server unless --overlay is given, both sides see the recorded effects.`;

export const addDryRun: AddCommand = (program, io, finish) => {
  const command = program
    .command('dry-run')
    .description('replay past events: show what rules decide, or what changes against other rules')
    .argument('[files...]', 'rules: files, folders or patterns; default: those of this folder')
    .option('--local <events>', 'events, one JSON document per line; default: the records of a server');
  repeatable(
    command,
    '--against <rules>',
    'rules to compare with: a file, folder or pattern; can be repeated; on a server: active, a rule set, or none',
  );
  addReplayedRecords(addReplayOptions(command))
    .option('--matches <number>', 'number of changed records to list', '10')
    .option('--only', 'on a server: the candidate consists of only these rules')
    .option('--name <text>', 'on a server: name of the dry run')
    .option('--server <address>', 'default: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'CSV: one line per rule')
    .option('--html <file>', 'write an HTML page with charts and tables that works offline')
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
