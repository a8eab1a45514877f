import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { routeSettingsOf } from '../route-settings.js';
import { errorBody } from './error-body.js';
import { toApiError } from './to-api-error.js';

/** The one place where errors become answers. */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const error = toApiError(thrown);
    if (error.status >= 500) {
      const cause = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      this.logger.error(`${request.method} ${pathOf(request)} ${request.id}: ${cause}`);
    }
    const body = errorBody(error, routeSettingsOf(request).errorShape ?? 'envelope', {
      requestId: request.id,
      instance: pathOf(request),
    });
    void reply.header('x-request-id', request.id).status(error.status).send(body);
  }
}

const pathOf = (request: FastifyRequest): string => request.url.split('?', 1)[0]!;
