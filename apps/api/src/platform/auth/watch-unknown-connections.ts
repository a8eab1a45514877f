import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

import { limits } from '../limits.js';
import { isAddressAllowed } from './addresses.js';
import { UnknownConnections } from './unknown-connections.js';
import { requesterOf } from './unknown-requests.js';

/**
 * Bounds the connections of each address that have sent no request of anybody known. Those of trusted proxies are everybody's, and counted
 * by the proxy. Register after the hooks that find who asks.
 */
export function watchUnknownConnections(server: FastifyInstance, trustedProxies: readonly string[]): void {
  const unknown = new UnknownConnections<Socket>(limits.unknownConnections, (socket) => socket.destroy());
  server.server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    if (trustedProxies.length > 0 && isAddressAllowed(address, trustedProxies)) return;
    unknown.add(address, socket);
    socket.on('close', () => unknown.remove(socket));
  });
  // Sockets count those that have not said who they are by themselves.
  server.server.on('upgrade', ({ socket }) => unknown.remove(socket));
  server.addHook('onRequest', (request, _reply, done) => {
    if (requesterOf(request).isKnown) unknown.remove(request.socket);
    done();
  });
}
