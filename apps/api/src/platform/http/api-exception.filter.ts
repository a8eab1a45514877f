import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { requestLog } from '../logging/index.js';
import { sendError } from './send-error.js';
import { jsonType } from './response-buffer-pool.js';
import { PreparedResponseException } from './errors/prepared-response-exception.js';
import { toApiError } from './errors/to-api-error.js';

/** The one place where errors of routes become answers. */
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
    if (error.status >= 500) {
      const { method, routeOptions } = request;
      requestLog(request).error({ method, route: routeOptions.url ?? null, err: thrown }, 'the request failed');
    }
    sendError(error, request, reply);
  }
}
