import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberFormats, type NumberFormat } from '@tamis/lang';
import type { CliIo } from '../cli-io.js';

/** The part of a rule set that a project configures in `tamis.config.json`. */
export interface ProjectSettings {
  /** IANA time zone. */
  readonly timezone: string;
  readonly baseCurrency: string;
  /** Absent for the default. */
  readonly numberFormat?: NumberFormat | undefined;
}

interface ConfigFile {
  readonly timezone?: unknown;
  readonly baseCurrency?: unknown;
  readonly numberFormat?: unknown;
  readonly currencyCodes?: unknown;
  readonly tables?: unknown;
  readonly server?: unknown;
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Reads the configuration of the project in the folder. Empty if there is no file. Throws if the file exists but cannot be read. */
function configFile({ cwd }: CliIo): ConfigFile {
  try {
    return JSON.parse(readFileSync(join(cwd, 'tamis.config.json'), 'utf8')) as ConfigFile;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return {};
  }
}

/** Returns the settings of the project. Defaults to UTC and USD. Throws like `configFile`. */
export function projectSettings(io: CliIo): ProjectSettings {
  const { timezone, baseCurrency, numberFormat } = configFile(io);
  return {
    timezone: textOr(timezone, 'UTC'),
    baseCurrency: textOr(baseCurrency, 'USD'),
    numberFormat: numberFormats.find((format) => format === numberFormat),
  };
}

/** Currency codes in addition to ISO 4217, as defined by the organization. */
export function projectCurrencies(io: CliIo): readonly string[] {
  const { currencyCodes } = configFile(io);
  return Array.isArray(currencyCodes) ? currencyCodes.filter((code) => typeof code === 'string') : [];
}

/** Returns the file of lists, rates and reference data that local runs use by default, or `null` if the project has none. */
export function projectTables(io: CliIo): string | null {
  const { tables } = configFile(io);
  return typeof tables === 'string' ? tables : null;
}

/** Returns the URL of the project's server, or `null` if none is configured. */
export function projectServer(io: CliIo): string | null {
  const { server } = configFile(io);
  return typeof server === 'string' ? server : null;
}
