import type { AddCommand } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import type { CompareVersionsFlags } from '../runs/compare-versions.js';
import type { CompareFlags } from '../runs/compare.js';
import { addReplayOptions } from './replay-options.js';

type Flags = Omit<CompareFlags, 'local'> & Partial<Pick<CompareFlags, 'local'>> & CompareVersionsFlags;

const examples = `
Examples:
  $ cp -r rules before                                                       keep a copy, then edit
  $ tamis compare before rules --local fixtures/sample-30d.jsonl
  $ tamis compare old.rules new.rules --local events.jsonl --json

  $ tamis compare structuring 6..7                                           versions on a server, by their results on live traffic

Shows the changes of the text in words, and their effect on the same events. Exit code 1: some record has another decision or is hit by
other rules.`;

export const addCompare: AddCommand = (program, io, finish) => {
  const command = program
    .command('compare')
    .description('compare two versions of rules on the same events')
    .argument('<before>', 'a file, a folder or a pattern; or the key of a rule on a server')
    .argument('<after>', 'a file, a folder or a pattern; or its versions, such as 6..7')
    .option('--local <events>', 'events, one JSON document per line, to compare files')
    .option('--dry-run <id>', 'of a server: looked at where the versions never ran together')
    .option('--server <address>', 'default: TAMIS_SERVER, `server` of tamis.config.json, or the last login');
  addReplayOptions(command)
    .option('--matches <number>', 'number of changed records to list', '10')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'CSV: one line per rule; one line for versions on a server')
    .option('--html <file>', 'write an HTML page with charts and tables that works offline')
    .addHelpText('after', examples)
    .action(async (before: string, after: string, flags: Flags) => {
      const { local } = flags;
      const versions = /^(\d+)\.\.(\d+)$/.exec(after);
      if (versions) {
        const { compareVersions } = await import('../runs/compare-versions.js');
        const [, base = '', head = ''] = versions;
        finish(await compareVersions(before, { base, head }, flags, io));
        return;
      }
      if (local === undefined) {
        io.err('tamis: to compare files, give events with --local FILE; versions on a server are written 6..7\n');
        finish(exitCodes.usage);
        return;
      }
      const { compare } = await import('../runs/compare.js');
      finish(await compare(before, after, { ...flags, local }, io));
    });
};
