import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { startServer } from './start-server.js';
import { type Call, send, type TestApi, type TestResponse, testSecrets } from './start-test-api.js';

/** A server in a process of its own that may be stopped at any moment, and another one in its place. */
export interface KillableServer {
  readonly child: ChildProcess;
  readonly url: string;
  /** Null: it was not answered, and nobody knows whether it was done. */
  ask(path: string, call?: Call): Promise<TestResponse | null>;
  /** The process ends now, whatever it is at. */
  kill(): Promise<void>;
}

const preload = (name: string): string => `--import=${fileURLToPath(new URL(`./${name}.mjs`, `file://${__filename}`))}`;

/** Settings of a server of its own that knows the fake providers, and asks them on this machine. */
export const serverOfFakeProviders: Readonly<Record<string, string>> = {
  ...testSecrets,
  ...{ RECEIVERS_AT_HOME: 'on', LOG: 'silent' },
  NODE_OPTIONS: `${preload('receivers-at-home')} ${preload('add-fake-providers')}`,
};

/** As `startKillable`, of a server that knows the fake providers. */
export const startFaking = (api: TestApi, settings: Readonly<Record<string, string>> = {}): Promise<KillableServer> =>
  startKillable(api, { ...serverOfFakeProviders, ...settings });

/** On the database of `api`, whose own server has to be closed where it would do the same work. */
export const startKillable = (
  { pool, production }: TestApi,
  settings: Readonly<Record<string, string>> = {},
  nodeOptions?: readonly string[],
): Promise<KillableServer> => startKillableOn(pool.options.connectionString!, production.key, settings, nodeOptions);

/** `key`: of whoever asks, where a call names no other. */
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
