import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

import { limits } from '../limits.js';
import { isAddressAllowed } from './addresses.js';
import { UnknownConnections } from './unknown-connections.js';
import { requesterOf } from './unknown-requests.js';

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
