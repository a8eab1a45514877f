import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CliIo } from '../cli-io.js';

/** The keys of servers by address, and the server of the last login. */
export interface Credentials {
  readonly current: string | null;
  readonly keys: Readonly<Record<string, string>>;
}

export const credentialsFile = ({ configDirectory: configFolder }: CliIo): string =>
  join(configFolder, 'credentials.json');

/** Returns empty credentials if nobody logged in. Throws if the file exists but cannot be read. */
export function readCredentials(io: CliIo): Credentials {
  try {
    const { current, keys } = JSON.parse(readFileSync(credentialsFile(io), 'utf8')) as Partial<Credentials>;
    return { current: current ?? null, keys: keys ?? {} };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, keys: {} };
    throw new Error(`${credentialsFile(io)}: ${(error as Error).message}`, { cause: error });
  }
}

/** Stores the key of a server in a file that nobody else can read. */
export function storeKey(server: string, key: string, io: CliIo): void {
  const file = credentialsFile(io);
  const { keys } = readCredentials(io);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ current: server, keys: { ...keys, [server]: key } }, null, 2)}\n`;
  writeFileSync(file, text, { mode: 0o600 });
  // An existing file would otherwise keep its own mode.
  chmodSync(file, 0o600);
}
