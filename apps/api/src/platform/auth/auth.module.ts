import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';

import { AccessGuard } from './access.guard.js';
import { pgPoolToken } from '../database/index.js';
import { PersonRateLimiter, PersonWindowStore, RateLimiter, RateWindowStore } from '../rate-limits/index.js';
import { ApiKeyFormat, readApiKeyFormat } from './api-key-format.js';
import { ActorScopes } from './actor-scopes.js';
import { ApiKeyVerifier } from './api-key-verifier.js';
import { ApiKeyStore } from './api-key-store.js';
import { ConnectionAuthenticator } from './connection-authenticator.js';
import { SessionAuthorizer } from './session-authorizer.js';
import { SessionVerifier } from './session-verifier.js';
import { SessionStore } from './session-store.js';
import { UnknownLookups } from './unknown-lookups.js';

/** API keys and sessions. Every route requires one or the other unless it declares otherwise. */
@Module({
  providers: [
    { provide: ApiKeyFormat, inject: [pgPoolToken], useFactory: readApiKeyFormat },
    ...[ApiKeyStore, ApiKeyVerifier, UnknownLookups, RateWindowStore, RateLimiter],
    ...[PersonWindowStore, PersonRateLimiter],
    ...[SessionStore, SessionVerifier, SessionAuthorizer, ConnectionAuthenticator, ActorScopes],
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [SessionStore, ConnectionAuthenticator, ActorScopes, UnknownLookups],
})
export class AuthModule {}
