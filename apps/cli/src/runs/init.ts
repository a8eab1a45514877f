import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { failureReason } from '../input/find-files.js';
import { printJson } from '../output/print-json.js';
import { starterFiles } from '../starter/starter-files.js';

export interface InitFlags {
  readonly json?: true;
}

/** Writes a starter folder, and prints the names of its files. */
export function init(folder: string, { json }: InitFlags, io: CliIo): ExitCode {
  const target = resolve(io.cwd, folder);
  const shown = relative(io.cwd, target) || '.';
  try {
    if (existsSync(target) && readdirSync(target).some((name) => !name.startsWith('.'))) {
      io.err(`tamis: ${shown} is not empty: name a new folder\n`);
      return exitCodes.usage;
    }
    const files = starterFiles();
    for (const { name, text } of files) {
      const path = join(target, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
    }
    if (json) {
      printJson({ folder: shown, created: files.map(({ name }) => name) }, io);
      return exitCodes.ok;
    }
    for (const [place, { name, note }] of files.entries())
      io.out(`  ${place === 0 ? 'created' : '       '}  ${name}${note === undefined ? '' : ` (${note})`}\n`);
  } catch (error) {
    io.err(`tamis: ${shown}: ${failureReason(error)}\n`);
    return exitCodes.failure;
  }
  const enter = shown === '.' ? '' : `cd ${shown} && `;
  io.out(`  next     ${enter}npx tamis test\n`);
  io.out('           npx tamis dry-run --local fixtures/sample-30d.jsonl\n');
  return exitCodes.ok;
}
