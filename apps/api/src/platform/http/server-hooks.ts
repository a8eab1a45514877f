import type { FastifyInstance } from 'fastify';

import { withRequestId } from './answer-text.js';
import { ApiError } from './errors/api-error.js';
import { stringifyJson } from './json/raw-json.js';
import { routeSettingsOf } from './route-settings.js';

/** Request ids in every answer, exact JSON text in bodies, and addresses the database could not take refused. */
export function registerServerHooks(server: FastifyInstance): void {
  // Read while the connection is there, its address stays known after the other side has hung up.
  server.server.on('connection', (socket) => void socket.remoteAddress);
  server.setReplySerializer((payload) => stringifyJson(payload));
  server.addHook('onRoute', (route) => {
    const { bodyBytes } = routeSettingsOf({ routeOptions: { config: route.config } });
    if (bodyBytes !== undefined) route.bodyLimit = bodyBytes;
  });
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  // After all that is done when a request arrives: its key is found and counted.
  server.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.url.includes('%00')) done(new ApiError('VALIDATION_ERROR', 'The address holds the character U+0000'));
    else done(null, payload);
  });
  server.addHook('preSerialization', (request, _reply, payload: unknown, done) => {
    done(null, withRequestId(payload, request));
  });
}
