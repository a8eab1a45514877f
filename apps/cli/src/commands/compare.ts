import type { AddCommand } from '../command.js';
import { exitCodes } from '../exit-codes.js';
import type { CompareVersionsFlags } from '../runs/compare-versions.js';
import type { CompareFlags } from '../runs/compare.js';
import { addReplayOptions } from './replay-options.js';

type Flags = Omit<CompareFlags, 'local'> & Partial<Pick<CompareFlags, 'local'>> & CompareVersionsFlags;

const examples = `
Examples:
  $ cp -r rules before                                                       keep what there is, then edit
  $ tamis compare before rules --local fixtures/sample-30d.jsonl
  $ tamis compare old.rules new.rules --local events.jsonl --json

  $ tamis compare structuring 6..7                                           versions of a server, by what they did on live traffic

What changed in the text, in words, and what that changes on the same events. Exit code 1: some record is decided otherwise, or
hit by other rules.`;

export const addCompare: AddCommand = (program, io, finish) => {
  const command = program
    .command('compare')
    .description('two versions of rules on the same events: what changed, and what that changes')
    .argument('<before>', 'a file, a folder or a pattern; or the key of a rule of a server')
    .argument('<after>', 'a file, a folder or a pattern; or its versions, as 6..7')
    .option('--local <events>', 'events, one JSON document per line: for files')
    .option('--dry-run <id>', 'of a server: looked at where the versions never ran together')
    .option('--server <address>', 'left out: TAMIS_SERVER, `server` of tamis.config.json, or the last login');
  addReplayOptions(command)
    .option('--matches <number>', 'changed records to list', '10')
    .option('--json', 'one JSON document on standard output')
    .option('--csv', 'for spreadsheets: a line for each rule; of versions of a server one line')
    .option('--html <file>', 'write a page with charts and tables that needs no network')
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
        io.err('tamis: files are compared on events: --local FILE; versions of a server are written 6..7\n');
        finish(exitCodes.usage);
        return;
      }
      const { compare } = await import('../runs/compare.js');
      finish(await compare(before, after, { ...flags, local }, io));
    });
};
