import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numberFormats, type NumberFormat } from '@tamis/lang';
import { isObject, isZone } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { failureProblem, ProblemError } from '../problem.js';
import { parseJson } from './json-text.js';

/** The part of a rule set that a project configures in `tamis.config.json`. */
export interface ProjectSettings {
  /** IANA time zone. */
  readonly timezone: string;
  readonly baseCurrency: string;
  /** Absent for the default. */
  readonly numberFormat?: NumberFormat | undefined;
}

interface ConfigFile {
  readonly rules?: string;
  readonly timezone?: string;
  readonly baseCurrency?: string;
  readonly numberFormat?: NumberFormat;
  readonly currencyCodes?: readonly string[];
  readonly tables?: string;
  readonly server?: string;
}

const fileName = 'tamis.config.json';

const isText = (value: unknown): boolean => typeof value === 'string';
const isCurrency = (value: unknown): boolean => typeof value === 'string' && /^[A-Z]{3,5}$/.test(value);

/** The members that are read, each with what it must be. */
const members: Readonly<Record<keyof ConfigFile, readonly [isValid: (value: unknown) => boolean, kind: string]>> = {
  rules: [isText, 'a pattern such as "rules/**/*.rules"'],
  timezone: [(value) => typeof value === 'string' && isZone(value), 'an IANA time zone such as "America/Sao_Paulo"'],
  baseCurrency: [isCurrency, 'a currency code such as "USD"'],
  numberFormat: [
    (value) => numberFormats.some((format) => format === value),
    numberFormats.map((format) => `"${format}"`).join(' or '),
  ],
  currencyCodes: [(value) => Array.isArray(value) && value.every(isCurrency), 'a list of codes such as ["PTS"]'],
  tables: [isText, 'the name of a file'],
  server: [isText, 'an address such as "https://…"'],
};

function parseConfig(text: string): ConfigFile {
  let read: unknown;
  try {
    read = parseJson(text);
  } catch (error) {
    throw new ProblemError(failureProblem(`${fileName}: not JSON: ${(error as Error).message}`));
  }
  if (!isObject(read)) throw new ProblemError(failureProblem(`${fileName}: must be an object`));
  for (const [name, [isValid, kind]] of Object.entries(members)) {
    const value = read[name];
    if (value !== undefined && !isValid(value))
      throw new ProblemError(failureProblem(`${fileName}: \`${name}\` must be ${kind}`));
  }
  return read;
}

/** Reads the configuration of the project in the folder. Empty if there is no file. Throws a `ProblemError` if it is not valid. */
function configFile(cwd: string): ConfigFile {
  try {
    return parseConfig(readFileSync(join(cwd, fileName), 'utf8'));
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new ProblemError(failureProblem(`${fileName}: ${(error as Error).message}`));
  }
}

/** Returns the settings of the project. Defaults to UTC and USD. Throws like `configFile`. */
export function projectSettings({ cwd }: CliIo): ProjectSettings {
  const { timezone = 'UTC', baseCurrency = 'USD', numberFormat } = configFile(cwd);
  return { timezone, baseCurrency, numberFormat };
}

/** Returns the pattern of the project's rules; by default every rule file below the folder. Throws like `configFile`. */
export const projectPattern = (cwd: string): string => configFile(cwd).rules ?? '**/*.rules';

/** Currency codes in addition to ISO 4217, as defined by the organization. */
export const projectCurrencies = ({ cwd }: CliIo): readonly string[] => configFile(cwd).currencyCodes ?? [];

/** Returns the file of lists, rates and reference data that local runs use by default, or `null` if the project has none. */
export const projectTables = ({ cwd }: CliIo): string | null => configFile(cwd).tables ?? null;

/** Returns the URL of the project's server, or `null` if none is configured. */
export const projectServer = ({ cwd }: CliIo): string | null => configFile(cwd).server ?? null;
