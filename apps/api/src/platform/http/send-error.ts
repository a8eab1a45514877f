import type { FastifyReply, FastifyRequest } from 'fastify';

import { routeSettingsOf } from './route-settings.js';
import type { ApiError } from './errors/api-error.js';
import { responseText } from './response-buffer-pool.js';
import { errorBody } from './errors/error-body.js';

/** Sends an error in the shape of the route that was asked. A member `retryAfterSeconds` (or `retryAfter`, of 429) is also the header. */
export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const seconds = error.members?.['retryAfterSeconds'] ?? error.members?.['retryAfter'];
  if (typeof seconds === 'number') void reply.header('retry-after', seconds);
  void reply.header('x-request-id', request.id).status(error.status).send(bodyOf(error, request));
}

/** The body of that answer as text. */
export const errorText = (error: ApiError, request: FastifyRequest): string =>
  responseText(bodyOf(error, request), request);

const bodyOf = (error: ApiError, request: FastifyRequest): Record<string, unknown> =>
  errorBody(error, routeSettingsOf(request).errorShape ?? 'envelope', {
    requestId: request.id,
    instance: pathOf(request),
  });

/** The path that was asked, without its query. */
const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!;
