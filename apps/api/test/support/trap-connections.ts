import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { Socket } from 'node:net';

import type { TestApi } from './start-test-api.js';

export interface ConnectionTrap {
  /** The connections opened in this process, except those to the database and to the server under test, and the names that it resolved. */
  readonly begun: string[];
  release(): void;
}

const ownNames: ReadonlySet<unknown> = new Set(['localhost', '127.0.0.1', '::1']);

/** Records, and allows, the connections that this process opens and the names that it resolves. */
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
  const undo = [
    noteNames(dns, 'lookup', begun),
    noteNames(dns.promises, 'lookup', begun),
    noteNames(dns.promises, 'resolve4', begun),
    noteNames(dns.promises, 'resolveMx', begun),
  ];
  syncBuiltinESMExports();
  return {
    begun,
    release: () => {
      Socket.prototype.connect = open;
      for (const each of undo) each();
      syncBuiltinESMExports();
    },
  };
}

/** Returns a function that undoes the change. */
function noteNames<Name extends string>(holder: Record<Name, unknown>, method: Name, begun: string[]): () => void {
  const ask = holder[method] as (...all: unknown[]) => unknown;
  holder[method] = function (this: unknown, name: unknown, ...rest: unknown[]) {
    if (!ownNames.has(name)) begun.push(`${method} ${String(name)}`);
    return ask.call(this, name, ...rest);
  };
  return () => void (holder[method] = ask);
}
