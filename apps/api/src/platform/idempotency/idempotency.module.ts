import { Global, Module } from '@nestjs/common';

import { IdempotentExecutor } from './act-once.js';
import { IdempotencyHandler } from './answer-once.js';
import { ExpiredResponsesCleanup } from './expired-answers.js';

/** `Idempotency-Key` on every POST that asks for a key of its own. */
@Global()
@Module({ providers: [IdempotentExecutor, IdempotencyHandler, ExpiredResponsesCleanup], exports: [IdempotencyHandler] })
export class IdempotencyModule {}
