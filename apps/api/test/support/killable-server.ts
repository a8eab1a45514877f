import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

import { startServer } from './start-server.js';
import { type Call, send, type TestApi, type TestResponse, testSecrets } from './start-test-api.js';

/** A server in a process of its own that may be stopped at any moment, and another one in its place. */
export interface KillableServer {
  readonly child: ChildProcess;
  /** Null: it was not answered, and nobody knows whether it was done. */
  ask(path: string, call?: Call): Promise<TestResponse | null>;
  /** The process ends now, whatever it is at. */
  kill(): Promise<void>;
}

/** On the database of `api`, whose own server has to be closed where it would do the same work. */
export async function startKillable(
  api: TestApi,
  settings: Readonly<Record<string, string>> = {},
): Promise<KillableServer> {
  const { child, url } = await startServer(api.pool.options.connectionString!, { ...testSecrets, ...settings });
  return {
    child,
    ask: (path, call = {}) => send(url + path, api.production.key, call).catch(() => null),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
