import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';

import { ActOnce } from './act-once.js';
import { ExpiredAnswers } from './expired-answers.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';

/** `Idempotency-Key` on every POST that asks for a key of its own. */
@Module({
  providers: [ActOnce, ExpiredAnswers, { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor }],
})
export class IdempotencyModule {}
