import { createReadStream, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { allWatchlists, readWatchlist } from '@tamis/watchlists';

import { peakRssMb } from '../machine.js';

/** The figures of a process that read one list and nothing else. */
export interface ReadListFigures {
  readonly megabytes: number;
  readonly entries: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakRssMb: number;
}

/** Reads the list of a folder, which has the name of the list. */
const [folder = '', code = ''] = process.argv.slice(2);
const source = allWatchlists.find((each) => each.code === code);
if (!source) throw new Error(`no list ${code}`);
const files = readdirSync(join(folder, code)).map((name) => {
  const path = join(folder, code, name);
  return { name, bytes: createReadStream(path), expectedBytes: statSync(path).size };
});
const started = performance.now();
const cpuBefore = process.cpuUsage();
let entries = 0;
for await (const row of readWatchlist(source, files)) if (row.kind === 'end') entries = row.summary.entries;
const { user, system } = process.cpuUsage(cpuBefore);
const figures: ReadListFigures = {
  megabytes: files.reduce((sum, { expectedBytes }) => sum + expectedBytes, 0) / 1e6,
  entries,
  seconds: (performance.now() - started) / 1_000,
  cpuSeconds: (user + system) / 1e6,
  peakRssMb: peakRssMb('self'),
};
console.log(JSON.stringify(figures));
