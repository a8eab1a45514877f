import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';

import { ApiKeyCheck } from './api-key-check.js';
import { ApiKeyGuard } from './api-key.guard.js';
import { ApiKeyStore } from './api-key-store.js';

/** API keys: every route asks for one unless it says otherwise. */
@Module({
  providers: [ApiKeyStore, ApiKeyCheck, { provide: APP_GUARD, useClass: ApiKeyGuard }],
})
export class AuthModule {}
