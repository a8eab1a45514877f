import { Socket } from 'node:net';

import type { TestApi } from './start-test-api.js';

export interface ConnectionTrap {
  /** Connections begun in this process, but those to the database and to the server under test. */
  readonly begun: string[];
  release(): void;
}

/** Notes where this process connects to, and lets it. */
export function trapConnections(api: TestApi): ConnectionTrap {
  const open = Object.getOwnPropertyDescriptor(Socket.prototype, 'connect')!.value as (...all: unknown[]) => Socket;
  const own = new Set([new URL(api.pool.options.connectionString!).port, new URL(api.url).port]);
  const begun: string[] = [];
  Socket.prototype.connect = function (this: Socket, ...args: never[]) {
    const first: unknown = Array.isArray(args[0]) ? args[0][0] : args[0];
    const { port, host, path } = (typeof first === 'object' ? first : { port: first }) as Record<string, unknown>;
    if (path === undefined && !own.has(String(port))) begun.push(`${String(host)}:${String(port)}`);
    return open.apply(this, args);
  };
  return { begun, release: () => void (Socket.prototype.connect = open) };
}
