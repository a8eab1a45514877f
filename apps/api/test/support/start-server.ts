import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { ListeningMessage } from '../../src/main.js';

const main = fileURLToPath(new URL('../../dist/main.js', `file://${__filename}`));

/** A server in a process of its own, as it is run in production; `settings` are variables of its environment, `onPrint` hears what it prints. */
export async function startServer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  onPrint?: (text: string) => void,
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      PORT: '0',
      LOG: 'error',
      DRAIN_MS: '0',
      ...settings,
    },
    stdio: ['ignore', onPrint ? 'pipe' : 'inherit', 'inherit', 'ipc'],
  });
  child.stdout?.on('data', (chunk: Buffer) => onPrint!(chunk.toString()));
  const [message] = (await once(child, 'message')) as [ListeningMessage];
  return { child, url: message.url };
}
