import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';

import { AccessGuard } from './access.guard.js';
import { ApiKeyCheck } from './api-key-check.js';
import { ApiKeyStore } from './api-key-store.js';
import { LastingAccess } from './lasting-access.js';
import { SessionAccess } from './session-access.js';
import { SessionCheck } from './session-check.js';
import { SessionStore } from './session-store.js';
import { RateLimiter, RateWindowStore } from '../rate-limits/index.js';

/** API keys and sessions: every route asks for one or the other unless it says otherwise. */
@Module({
  providers: [
    ...[ApiKeyStore, ApiKeyCheck, RateWindowStore, RateLimiter],
    ...[SessionStore, SessionCheck, SessionAccess, LastingAccess],
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [SessionStore, LastingAccess],
})
export class AuthModule {}
