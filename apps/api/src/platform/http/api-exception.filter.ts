import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { ConnectionShareError } from '../database/connection-shares.js';
import { requestLog } from '../logging/index.js';
import { sendError } from './send-error.js';
import { jsonType } from './response-buffer-pool.js';
import { ApiError } from './errors/api-error.js';
import { PreparedResponseException } from './errors/prepared-response-exception.js';
import { toApiError } from './errors/to-api-error.js';

/** Deliberate refusals due to load are logged as such. Only unexpected failures are logged as errors, with the stack trace. */
function logFailure(request: FastifyRequest, thrown: unknown, { code, message }: ApiError): void {
  const { method, routeOptions } = request;
  const about = { method, route: routeOptions.url ?? null };
  if (isMeant(thrown)) requestLog(request).warn({ ...about, code, reason: message }, 'the request was refused');
  else requestLog(request).error({ ...about, err: thrown }, 'the request failed');
}

const isMeant = (thrown: unknown): boolean =>
  thrown instanceof ConnectionShareError || (thrown instanceof ApiError && thrown.cause === undefined);

/** The only place that converts errors of routes to responses. */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (thrown instanceof PreparedResponseException) {
      void reply.status(thrown.status).header('content-type', jsonType).send(thrown.text);
      return;
    }
    const error = toApiError(thrown);
    if (error.status >= 500) logFailure(request, thrown, error);
    sendError(error, request, reply);
  }
}
