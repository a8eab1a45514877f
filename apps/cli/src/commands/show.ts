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

CHANGE is one of all, gained, lost, flipped and unknown. The order depends only on the seed of the dry run and the ids.`;

export const addShow: AddCommand = (program, io, finish) => {
  program
    .command('show')
    .description('list the records behind the numbers of a dry run')
    .argument('<report>', 'a file with the output of `dry-run --json`, or the id of a dry run on a server')
    .argument('[what]', 'all, gained, lost, flipped or unknown', 'all')
    .option('--rule <key>', 'only changes by one rule')
    .option('--label <label>', 'only records labelled as fraud or cleared')
    .option('--limit <number>', 'number of records to list', '20')
    .option('--server <address>', 'default: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'CSV: one line per record')
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
