import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';

import { ApiKeyCheck } from './api-key-check.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeyStore } from './api-key-store.js';
import { RateLimiter, RateWindowStore } from '../rate-limits/index.js';

/** API keys: every route asks for one unless it says otherwise. */
@Module({
  providers: [ApiKeyStore, ApiKeyCheck, RateWindowStore, RateLimiter, { provide: APP_GUARD, useClass: ApiKeyGuard }],
})
export class AuthModule {}
