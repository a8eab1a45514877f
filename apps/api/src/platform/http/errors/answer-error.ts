import type { FastifyReply, FastifyRequest } from 'fastify';

import { routeSettingsOf } from '../route-settings.js';
import type { ApiError } from './api-error.js';
import { errorBody } from './error-body.js';

/** Sends an error in the shape of the route that was asked. */
export function answerError(error: ApiError, request: FastifyRequest, reply: FastifyReply): void {
  const body = errorBody(error, routeSettingsOf(request).errorShape ?? 'envelope', {
    requestId: request.id,
    instance: pathOf(request),
  });
  void reply.header('x-request-id', request.id).status(error.status).send(body);
}

/** The path that was asked, without its query. */
export const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!;
