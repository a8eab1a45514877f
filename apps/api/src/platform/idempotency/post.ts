import { applyDecorators, Post as NestPost, UseInterceptors } from '@nestjs/common';

import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** A POST route that acts once under an `Idempotency-Key`. */
export const Post = (path?: string): MethodDecorator =>
  applyDecorators(NestPost(path), UseInterceptors(IdempotencyInterceptor));

/**
 * A POST route whose handler sees to the `Idempotency-Key` itself, by `AnswerOnce`. Nest makes an interceptor's request pass observables,
 * which hold on to it in the old generation of the heap: at 500 requests a second the whole heap was marked every ten to thirty seconds.
 */
export const PostWithKey = (path?: string): MethodDecorator => NestPost(path);
