import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { startServer } from './start-server.js';
import { type Call, send, type TestApi, type TestResponse, testSecrets } from './start-test-api.js';

/** A server in a separate process, which may be killed at any moment and replaced by another one. */
export interface KillableServer {
  readonly child: ChildProcess;
  readonly url: string;
  /** Returns `null` if there was no response. It is then unknown whether the request was carried out. */
  ask(path: string, call?: Call): Promise<TestResponse | null>;
  /** Ends the process immediately, regardless of what it is doing. */
  kill(): Promise<void>;
}

const preload = (name: string): string => `--import=${fileURLToPath(new URL(`./${name}.mjs`, `file://${__filename}`))}`;

/** Settings of a separate server process that knows the fake providers and connects to them on this machine. */
export const serverOfFakeProviders: Readonly<Record<string, string>> = {
  ...testSecrets,
  ...{ RECEIVERS_AT_HOME: 'on', LOG: 'silent' },
  NODE_OPTIONS: `${preload('receivers-at-home')} ${preload('add-fake-providers')}`,
};

/** Like `startKillable`, for a server that knows the fake providers. */
export const startFaking = (api: TestApi, settings: Readonly<Record<string, string>> = {}): Promise<KillableServer> =>
  startKillable(api, { ...serverOfFakeProviders, ...settings });

/** Starts a server on the database of `api`. The server of `api` has to be closed if it would do the same work. */
export const startKillable = (
  { pool, production }: TestApi,
  settings: Readonly<Record<string, string>> = {},
  nodeOptions?: readonly string[],
): Promise<KillableServer> => startKillableOn(pool.options.connectionString!, production.key, settings, nodeOptions);

/** Starts a server on a database. `key` is used for calls that name no other key. */
export async function startKillableOn(
  databaseUrl: string,
  key: string,
  settings: Readonly<Record<string, string>> = {},
  nodeOptions?: readonly string[],
): Promise<KillableServer> {
  const every = { ...testSecrets, ...settings };
  const { child, url } = await startServer(databaseUrl, every, undefined, nodeOptions);
  return {
    child,
    url,
    ask: (path, call = {}) => send(url + path, key, call).catch(() => null),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
