import { networkOf, isAddressAllowed } from './addresses.js';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.js';
import { requesterOf } from './unknown-requests.js';

/**
 * Limits connections of unknown callers, per address and in total. Exceeding a limit closes the oldest connection. Since clients identify
 * themselves right after connecting, silent connections give way to new ones and cannot keep anyone out.
 */
export class UnknownConnections<T extends object> {
  /** In order of arrival, as are the connections of each network. */
  private readonly all = new Map<T, string>();
  private readonly byNetwork = new Map<string, Set<T>>();

  constructor(
    private readonly most: { readonly perAddress: number; readonly all: number },
    private readonly drop: (connection: T) => void,
  ) {}

  add(address: string, connection: T): void {
    const network = networkOf(address);
    const ofNetwork = this.byNetwork.get(network) ?? new Set();
    this.byNetwork.set(network, ofNetwork.add(connection));
    this.all.set(connection, network);
    const [oldestOfNetwork] = ofNetwork;
    if (ofNetwork.size > this.most.perAddress) this.end(oldestOfNetwork!);
    const [oldest] = this.all.keys();
    if (this.all.size > this.most.all) this.end(oldest!);
  }

  /** Removes a connection that has been identified or closed. Returns `false` if it was not tracked. */
  remove(connection: T): boolean {
    const network = this.all.get(connection);
    if (network === undefined) return false;
    this.all.delete(connection);
    const ofNetwork = this.byNetwork.get(network)!;
    ofNetwork.delete(connection);
    if (ofNetwork.size === 0) this.byNetwork.delete(network);
    return true;
  }

  private end(connection: T): void {
    this.remove(connection);
    this.drop(connection);
  }
}

/**
 * Limits the idle connections of each address that have not sent a request from a known caller. A client that has sent a request is not
 * disconnected while it is being looked up. Connections from trusted proxies are shared by many clients, and the proxy limits them.
 * Register it after the hooks that find the caller.
 */
export function watchUnknownConnections(server: FastifyInstance, trustedProxies: readonly string[]): void {
  const unknown = new UnknownConnections<Socket>(limits.unknownConnections, (socket) => socket.destroy());
  const known = new WeakSet<Socket>();
  const watch = (socket: Socket): void => {
    const address = socket.remoteAddress ?? '';
    if (socket.destroyed || known.has(socket)) return;
    if (trustedProxies.length > 0 && isAddressAllowed(address, trustedProxies)) return;
    unknown.add(address, socket);
  };
  server.server.on('connection', (socket) => {
    watch(socket);
    socket.on('close', () => unknown.remove(socket));
  });
  server.server.on('request', ({ socket }, response) => {
    unknown.remove(socket);
    response.on('close', () => watch(socket));
  });
  // WebSockets have their own limit for clients that have not identified themselves.
  server.server.on('upgrade', ({ socket }) => unknown.remove(socket));
  server.addHook('onRequest', (request, _reply, done) => {
    if (requesterOf(request).isKnown) known.add(request.socket);
    done();
  });
}
