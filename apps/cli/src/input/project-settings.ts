import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CliIo } from '../cli-io.js';

/** The part of a rule set that a project writes into `tamis.config.json`. */
export interface ProjectSettings {
  /** IANA zone. */
  readonly timezone: string;
  readonly baseCurrency: string;
}

const textOr = (value: unknown, otherwise: string): string => (typeof value === 'string' ? value : otherwise);

/** Of the project in the folder; what it does not say is UTC and USD. Throws when the file is there and cannot be read. */
export function projectSettings({ cwd }: CliIo): ProjectSettings {
  let config: { readonly timezone?: unknown; readonly baseCurrency?: unknown } = {};
  try {
    config = JSON.parse(readFileSync(join(cwd, 'tamis.config.json'), 'utf8')) as typeof config;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return { timezone: textOr(config.timezone, 'UTC'), baseCurrency: textOr(config.baseCurrency, 'USD') };
}
