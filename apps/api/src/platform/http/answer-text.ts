import { stringifyJson } from './json/raw-json.js';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './errors/api-error.js';
import { routeSettingsOf } from './route-settings.js';

/** The content type of every answer of a route. */
export const jsonType = 'application/json; charset=utf-8';

/** The text of what a route returned, as it is sent: text and bytes as they are, and answers with `success` name their request. */
export function answerText(payload: unknown, request: { readonly id: string }): string {
  if (typeof payload === 'string') return payload;
  return Buffer.isBuffer(payload) ? payload.toString() : stringifyJson(withRequestId(payload, request));
}

export const withRequestId = (payload: unknown, { id }: { readonly id: string }): unknown =>
  typeof payload === 'object' && payload !== null && Object.hasOwn(payload, 'success')
    ? { ...payload, requestId: id }
    : payload;

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
