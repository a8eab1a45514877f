import { existsSync } from 'node:fs';

import {
  acceptRegister,
  loadRegister,
  registerFormats,
  registerVersions,
} from '../modules/enrichment/registers/index.js';
import type { PgPool } from '../platform/database/index.js';
import { type registerOptions, registerUsage } from './usage.js';
import { UsageError } from './usage-error.js';

type Values = Partial<Readonly<Record<keyof typeof registerOptions, string>>>;

/** Runs `registers …` and returns the result to print. The process ends with exit code 1 if a file is rejected as implausible. */
export async function runRegisters(
  pool: PgPool,
  [command, file]: readonly (string | undefined)[],
  values: Values,
): Promise<object> {
  if (command === 'status') return { registers: await registerVersions(pool) };
  const format = registerFormats.find(({ register }) => register === values.register);
  if (format === undefined)
    throw new UsageError(`--register must be one of ${registerFormats.map(({ register }) => register).join(', ')}`);
  if (command === 'accept') {
    if (!/^[1-9]\d{0,8}$/.test(values.version ?? '')) throw new UsageError('--version must be a whole number from 1');
    const version = Number(values.version);
    if (!(await acceptRegister(pool, format.register, version)))
      throw new UsageError(`no version ${version} of ${format.register} is quarantined`);
    return { register: format.register, version, state: 'current' };
  }
  if (command !== 'load') throw new UsageError(`registers what? One of${registerUsage}`);
  if (file === undefined || !existsSync(file)) throw new UsageError(`file \`${file ?? ''}\` does not exist`);
  const loaded = await loadRegister(pool, format, file);
  if (!loaded.ok) throw new UsageError(loaded.error);
  if (loaded.value.state !== 'current') process.exitCode = 1;
  return loaded.value;
}
