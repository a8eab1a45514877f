import type { AddCommand } from '../command.js';
import type { ShowFlags } from '../runs/show.js';
import type { ServerFlags } from '../server/with-server.js';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const examples = `
Examples:
  $ tamis dry-run --local fixtures/sample-30d.jsonl --against before --matches 1000 --json > run.json
  $ tamis show run.json gained                          records that only the new rules hit
  $ tamis show run.json lost --rule structuring         that one rule no longer hits
  $ tamis show run.json flipped --label fraud --csv     whose decision changed, known as fraud

What to show is one of all, gained, lost, flipped and unknown. The order depends on the seed of the dry run and the ids alone.`;

export const addShow: AddCommand = (program, io, finish) => {
  program
    .command('show')
    .description('records behind the numbers of a dry run')
    .argument('<report>', 'a file with what `dry-run --json` printed, or the id of a dry run of a server')
    .argument('[what]', 'all, gained, lost, flipped or unknown', 'all')
    .option('--rule <key>', 'only what one rule changed')
    .option('--label <label>', 'only records labelled fraud, or cleared')
    .option('--limit <number>', 'records to list', '20')
    .option('--server <address>', 'left out: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'a line for each record, for spreadsheets')
    .addHelpText('after', examples)
    .action(async (report: string, what: string, flags: ShowFlags & ServerFlags) => {
      if (uuid.test(report)) {
        const { showRemote } = await import('../runs/remote-show.js');
        finish(await showRemote(report, what, flags, io));
        return;
      }
      const { showReport } = await import('../runs/show.js');
      finish(showReport(report, what, flags, io));
    });
};
