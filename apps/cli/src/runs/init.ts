import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { failureReason } from '../input/find-files.js';
import { starterFiles } from '../starter-files.js';

export function init(folder: string, io: CliIo): ExitCode {
  const target = resolve(io.cwd, folder);
  const shown = relative(io.cwd, target) || '.';
  try {
    if (existsSync(target) && readdirSync(target).some((name) => !name.startsWith('.'))) {
      io.err(`tamis: ${shown} is not empty: name a new folder\n`);
      return exitCodes.usage;
    }
    for (const { name, text } of starterFiles) {
      const path = join(target, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { flag: 'wx' });
    }
  } catch (error) {
    io.err(`tamis: ${shown}: ${failureReason(error)}\n`);
    return exitCodes.failure;
  }
  io.out(`  created  ${starterFiles.map(({ name }) => name).join('  ')}\n`);
  io.out(`  next     ${shown === '.' ? '' : `cd ${shown} && `}npx tamis test\n`);
  return exitCodes.ok;
}
