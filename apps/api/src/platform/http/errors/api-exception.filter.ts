import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { answerError, pathOf } from './answer-error.js';
import { jsonType } from '../answer-text.js';
import { KeptAnswer } from './kept-answer.js';
import { toApiError } from './to-api-error.js';

/** The one place where errors of routes become answers. */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (thrown instanceof KeptAnswer) {
      void reply.status(thrown.status).header('content-type', jsonType).send(thrown.text);
      return;
    }
    const error = toApiError(thrown);
    if (error.status >= 500) {
      const cause = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      this.logger.error(`${request.method} ${pathOf(request)} ${request.id}: ${cause}`);
    }
    answerError(error, request, reply);
  }
}
