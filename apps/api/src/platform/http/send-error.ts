import type { FastifyReply, FastifyRequest } from 'fastify';

import { routeSettingsOf } from './route-settings.js';
import type { ApiError } from './errors/api-error.js';
import { responseText } from './response-buffer-pool.js';
import { errorBody } from './errors/error-body.js';

/** Sends an error in the format of the requested route. A member `retryAfterSeconds` (or `retryAfter`, of 429) is also sent as a header. */
export function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const seconds = error.members?.['retryAfterSeconds'] ?? error.members?.['retryAfter'];
  if (typeof seconds === 'number') void reply.header('retry-after', seconds);
  void reply.header('x-request-id', request.id).status(error.status).send(bodyOf(error, request));
}

/** Returns the body of the error response as text. */
export const errorText = (error: ApiError, request: FastifyRequest): string =>
  responseText(bodyOf(error, request), request);

const bodyOf = (error: ApiError, request: FastifyRequest): Record<string, unknown> =>
  errorBody(error, routeSettingsOf(request).errorShape ?? 'envelope', {
    requestId: request.id,
    instance: pathOf(request),
  });

/** Returns the requested path, without its query. */
const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!;
