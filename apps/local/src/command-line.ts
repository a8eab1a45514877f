import { parseArgs } from 'node:util';

/** Options given by the user. */
export interface CommandLine {
  /** Whether to load the sample rules and payments into the demo account. */
  readonly demo: boolean;
  readonly help: boolean;
}

export const usage = `Tamis on one machine: an embedded PostgreSQL, the API, and a demo.

  npm start                  start; load the sample rules and payments the first time
  npm start -- --no-demo     start without the sample, with an empty account, its keys and a link to the console
  npm start -- --help        this text

Environment:
  PORT          port of the API (3000; another one is chosen when it is taken)
  DATABASE_URL  use this PostgreSQL instead of the embedded one
  TAMIS_MASTER_KEY  the key of all secrets, in place of the file of it that is made at the first start
  LOG           silent, error, info or debug (error)
  TAMIS_HOME    where the embedded database and the demo's keys live (default: the user's cache directory)

The API reads more: apps/api/SETTINGS.md.
`;

/** Throws with a message for the user if an option is unknown. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: { 'no-demo': { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h', default: false } },
  });
  return { demo: !values['no-demo'], help: values.help };
}
