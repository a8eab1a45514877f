import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { ListeningMessage } from '../../src/main.js';

const main = fileURLToPath(new URL('../../dist/main.js', `file://${__filename}`));

/** A server in a process of its own, as it is run in production; `settings` are variables of its environment. */
export async function startServer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
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
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as [ListeningMessage];
  return { child, url: message.url };
}
