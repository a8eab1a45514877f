import type { FastifyReply, FastifyRequest } from 'fastify';

import { routeSettingsOf } from '../route-settings.js';
import type { ApiError } from './api-error.js';
import { errorBody } from './error-body.js';

/** Sends an error in the shape of the route that was asked. A member `retryAfterSeconds` is also the header of that name. */
export function answerError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const body = errorBody(error, routeSettingsOf(request).errorShape ?? 'envelope', {
    requestId: request.id,
    instance: pathOf(request),
  });
  const seconds = error.members?.['retryAfterSeconds'];
  if (typeof seconds === 'number') void reply.header('retry-after', seconds);
  void reply.header('x-request-id', request.id).status(error.status).send(body);
}

/** The path that was asked, without its query. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!;
