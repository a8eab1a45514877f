import { networkOf, isAddressAllowed } from './addresses.js';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.js';
import { requesterOf } from './unknown-requests.js';

/**
 * Connections of nobody who is known: few of one address, and few of all. One too many ends the oldest, as a client says who it is as soon
 * as it is connected: those that stay silent make room for whoever comes, and keep nobody out.
 */
export class UnknownConnections<T extends object> {
  /** In the order in which they came, as those of a network are. */
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

  /** It is known whose it is, or it is gone. False: it was none of these. */
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
 * Bounds the connections of each address that have sent no request of anybody known and wait for one: a client who has sent a request is not
 * cut off while it is looked for. Those of trusted proxies are everybody's, and counted by the proxy. Register after the hooks that
 * find who asks.
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
  // Sockets count those that have not said who they are by themselves.
  server.server.on('upgrade', ({ socket }) => unknown.remove(socket));
  server.addHook('onRequest', (request, _reply, done) => {
    if (requesterOf(request).isKnown) known.add(request.socket);
    done();
  });
}
