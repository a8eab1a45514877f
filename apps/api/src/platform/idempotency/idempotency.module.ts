import { Global, Module } from '@nestjs/common';

import { ActOnce } from './act-once.js';
import { AnswerOnce } from './answer-once.js';
import { ExpiredAnswers } from './expired-answers.js';

/** `Idempotency-Key` on every POST that asks for a key of its own. */
@Global()
@Module({ providers: [ActOnce, AnswerOnce, ExpiredAnswers], exports: [AnswerOnce] })
export class IdempotencyModule {}
