import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliIo } from '../cli-io.js';

/** The part of a rule set that a project writes into `tamis.config.json`. */
export interface ProjectSettings {
  /** IANA zone. */
  readonly timezone: string;
  readonly baseCurrency: string;
}

interface ConfigFile {
  readonly timezone?: unknown;
  readonly baseCurrency?: unknown;
  readonly currencyCodes?: unknown;
  readonly tables?: unknown;
  readonly server?: unknown;
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Of the project in the folder; empty without the file. Throws when it is there and cannot be read. */
function configFile({ cwd }: CliIo): ConfigFile {
  try {
    return JSON.parse(readFileSync(join(cwd, 'tamis.config.json'), 'utf8')) as ConfigFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return {};
  }
}

/** What the project does not say is UTC and USD. Throws as `configFile`. */
export function projectSettings(io: CliIo): ProjectSettings {
  const { timezone, baseCurrency } = configFile(io);
  return { timezone: textOr(timezone, 'UTC'), baseCurrency: textOr(baseCurrency, 'USD') };
}

/** Currency codes besides those of ISO 4217, as the organization has them. */
export function projectCurrencies(io: CliIo): readonly string[] {
  const { currencyCodes } = configFile(io);
  return Array.isArray(currencyCodes) ? currencyCodes.filter((code) => typeof code === 'string') : [];
}

/** The file of lists, rates and reference data that local runs take when none is named; null: the project has none. */
export function projectTables(io: CliIo): string | null {
  const { tables } = configFile(io);
  return typeof tables === 'string' ? tables : null;
}

/** The address of the server of the project; null: it names none. */
export function projectServer(io: CliIo): string | null {
  const { server } = configFile(io);
  return typeof server === 'string' ? server : null;
}
