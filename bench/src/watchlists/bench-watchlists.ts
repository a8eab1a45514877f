import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  generateEntries,
  type ListWriter,
  writeEuXml,
  writeFtmLines,
  writeOfacCsv,
  writeUkCsv,
  writeUnXml,
} from '@tamis/testkit/watchlists';

import type { WatchlistEntry } from '@tamis/watchlists';

import { machine, machineLine } from '../machine.js';
import type { ReadListFigures } from './read-written-list.js';

export interface WatchlistsBenchOptions {
  /** The number of entries of each list. */
  readonly entries: number;
  readonly seed: number;
  readonly json: string | null;
}

const writers: Readonly<Record<string, ListWriter>> = {
  un_sc: writeUnXml,
  eu_fsf: writeEuXml,
  gb_uksl: writeUkCsv,
  us_ofac: writeOfacCsv,
  opensanctions: writeFtmLines,
};

const reader = fileURLToPath(new URL('read-written-list.js', import.meta.url));
const pieceCharacters = 1_048_576;

/** Reads invented lists in the formats of real ones, each in a separate process. */
export function benchWatchlists({ entries, seed, json }: WatchlistsBenchOptions): void {
  const folder = mkdtempSync(join(tmpdir(), 'watchlists-'));
  try {
    const load = loadavg()[0] ?? 0;
    console.log(`${machineLine(load)}; ${entries} entries a list\n`);
    console.log('list              MB   entries/s of the processor   seconds   peak MiB');
    const lists = Object.entries(writers).map(([list, write]) => {
      writeList(join(folder, list), write, () => generateEntries(seed, entries));
      const text = execFileSync(process.execPath, [reader, folder, list], {
        encoding: 'utf8',
      });
      const figures = JSON.parse(text) as ReadListFigures;
      const entriesPerSecond = Math.round(figures.entries / figures.cpuSeconds);
      const cells = [figures.megabytes.toFixed(0).padStart(8), String(entriesPerSecond).padStart(29)];
      console.log(
        `${list.padEnd(12)}${cells.join('')}${figures.seconds.toFixed(1).padStart(10)}${String(figures.peakRssMb).padStart(11)}`,
      );
      return { list, ...figures, entriesPerSecond };
    });
    if (json !== null) writeFileSync(json, JSON.stringify({ machine: machine(), load, lists }, null, 2));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes the files of a list to a separate folder. */
export function writeList(folder: string, write: ListWriter, entries: () => Iterable<WatchlistEntry>): void {
  mkdirSync(folder);
  for (const [name, pieces] of write(entries)) {
    const file = openSync(join(folder, name), 'w');
    let text = '';
    for (const piece of pieces()) {
      text += piece;
      if (text.length < pieceCharacters) continue;
      writeSync(file, text);
      text = '';
    }
    writeSync(file, text);
    closeSync(file);
  }
}
