import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CliIo } from '../cli-io.js';

/** Keys of servers, by address, and which of them was logged in to last. */
export interface Credentials {
  readonly current: string | null;
  readonly keys: Readonly<Record<string, string>>;
}

export const credentialsFile = ({ configDirectory: configFolder }: CliIo): string =>
  join(configFolder, 'credentials.json');

/** Empty where nobody logged in. Throws where the file is there and cannot be read. */
export function readCredentials(io: CliIo): Credentials {
  try {
    const { current, keys } = JSON.parse(readFileSync(credentialsFile(io), 'utf8')) as Partial<Credentials>;
    return { current: current ?? null, keys: keys ?? {} };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { current: null, keys: {} };
    throw new Error(`${credentialsFile(io)}: ${(error as Error).message}`, { cause: error });
  }
}

/** Keeps the key of a server in a file that nobody else may read. */
export function storeKey(server: string, key: string, io: CliIo): void {
  const file = credentialsFile(io);
  const { keys } = readCredentials(io);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const text = `${JSON.stringify({ current: server, keys: { ...keys, [server]: key } }, null, 2)}\n`;
  writeFileSync(file, text, { mode: 0o600 });
  // A file that was there before keeps its own mode.
  chmodSync(file, 0o600);
}
