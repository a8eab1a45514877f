import { Global, Module } from '@nestjs/common';

import { IdempotentExecutor } from './idempotent-executor.js';
import { IdempotencyHandler } from './idempotency-handler.js';
import { ExpiredResponsesCleanup } from './expired-responses-cleanup.js';

/** Handles `Idempotency-Key` on every POST route, unless the route stores the key itself. */
@Global()
@Module({ providers: [IdempotentExecutor, IdempotencyHandler, ExpiredResponsesCleanup], exports: [IdempotencyHandler] })
export class IdempotencyModule {}
