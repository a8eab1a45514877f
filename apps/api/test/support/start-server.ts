import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { ListeningMessage } from '../../src/serve.js';

const main = fileURLToPath(new URL('../../dist/main.js', `file://${__filename}`));

/**
 * Starts a server in a separate process; `settings` are its environment variables, `onPrint` receives its output, and `nodeOptions` are
 * options of Node.js, including those that NODE_OPTIONS does not accept.
 */
export async function startServer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  onPrint?: (text: string) => void,
  nodeOptions: readonly string[] = [],
): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, [...nodeOptions, main], {
    env: {
      PATH: process.env['PATH'] ?? '',
      DATABASE_URL: databaseUrl,
      PORT: '0',
      LOG: 'error',
      DRAIN_MS: '0',
      ...settings,
    },
    stdio: ['ignore', onPrint ? 'pipe' : 'inherit', onPrint ? 'pipe' : 'inherit', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => onPrint!(chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended while it started (exit code ${code}); what it said stands above`);
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [ListeningMessage];
  return { child, url: message.url };
}
