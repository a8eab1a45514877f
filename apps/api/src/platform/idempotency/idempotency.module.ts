import { Global, Module } from '@nestjs/common';

import { IdempotentExecutor } from './idempotent-executor.js';
import { IdempotencyHandler } from './idempotency-handler.js';
import { ExpiredResponsesCleanup } from './expired-responses-cleanup.js';

/** `Idempotency-Key` on every POST that asks for a key of its own. */
@Global()
@Module({ providers: [IdempotentExecutor, IdempotencyHandler, ExpiredResponsesCleanup], exports: [IdempotencyHandler] })
export class IdempotencyModule {}
