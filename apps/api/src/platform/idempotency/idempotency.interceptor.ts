import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/constants.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { defer, lastValueFrom, type Observable } from 'rxjs';

import { sessionTokenOf } from '../auth/index.js';
import { answerText, errorText, KeptAnswer, jsonType, routeSettingsOf, toApiError } from '../http/index.js';
import { ActOnce, type Answer, type GivenAnswer } from './act-once.js';
import { idempotencyKeyOf } from './idempotency-key.js';
import { OnceRequest } from './once-request.js';
import type { RepeatableRequest } from './sealed-answer.js';

/** Statuses of answers that say how the records stood. Other errors say that nothing was run, so their key stays free. */
const keptErrors: ReadonlySet<number> = new Set([402, 404, 409, 422]);

/** Gives a POST that is sent again with its `Idempotency-Key` the answer of the first. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly once: ActOnce) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.method !== 'POST' || !request.principal) return next.handle();
    const key = idempotencyKeyOf(request.headers);
    if (key === null) return next.handle();
    const { organizationId, actor } = request.principal;
    const asked: RepeatableRequest = {
      organizationId,
      caller: `${actor.type} ${actor.id}`,
      credential: request.headers.authorization ?? sessionTokenOf(request) ?? '',
      key,
      method: request.method,
      url: request.url,
      body: request.rawBody ?? '',
    };
    return defer(() => this.answer(context, asked, () => lastValueFrom(next.handle())));
  }

  private async answer(
    context: ExecutionContext,
    asked: RepeatableRequest,
    handle: () => Promise<unknown>,
  ): Promise<string> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const status = (Reflect.getMetadata(HTTP_CODE_METADATA, context.getHandler()) as number | undefined) ?? 201;
    const act = async (): Promise<Answer> => ({ status, text: answerText(await handle(), request) });
    const answerOf = (thrown: unknown): Answer | null => {
      const error = toApiError(thrown);
      return keptErrors.has(error.status) ? { status: error.status, text: errorText(error, request) } : null;
    };
    const together = routeSettingsOf(request).keepsAnswer ? await withOthers(request, asked, act, status) : null;
    const given = together ?? (await this.once.run(asked, act, answerOf));
    void reply.header('content-type', jsonType);
    if (given.isReplay) void reply.header('idempotency-replayed', 'true');
    if (given.status !== status) throw new KeptAnswer(given.status, given.text);
    return given.text;
  }
}

/** The answer of a handler that keeps it itself. Null: nothing was done; by itself the request is then run, or told why it is not. */
async function withOthers(
  request: FastifyRequest,
  asked: RepeatableRequest,
  act: () => Promise<Answer>,
  status: number,
): Promise<GivenAnswer | null> {
  request.once = new OnceRequest(asked, status);
  try {
    return { ...(await act()), isReplay: false };
  } catch {
    return null;
  } finally {
    delete request.once;
  }
}
