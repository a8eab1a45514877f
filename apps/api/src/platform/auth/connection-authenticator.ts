import { Injectable } from '@nestjs/common';

import { exceededError, RateLimiter, type RateLimitStatus } from '../rate-limits/index.js';
import { hashApiKey } from './api-key-format.js';
import { ApiKeyVerifier, type PresentedKey } from './api-key-verifier.js';
import { assertKeyAllowed, apiKeyPrincipal, type Principal, type RequestOrigin } from './principal.js';

import { isToken } from './secret-token.js';
import { SessionAuthorizer } from './session-authorizer.js';
import { SessionVerifier } from './session-verifier.js';

/** Credentials sent by the client of a long-lived connection. */
export interface Credentials {
  /** API key or session token; `null` if neither was sent. */
  readonly token: string | null;
  /** `null` if no organization is named, which is enough if there is only one. */
  readonly organizationId: string | null;
  readonly from: RequestOrigin;
}

/** Returns the hash by which change announcements identify an API key, or `null` if the credentials contain no key. */
export const keyHashOf = ({ token }: Credentials): string | null =>
  token === null || isToken(token) ? null : hashApiKey(token).toString('hex');

/** Authenticates long-lived connections by the same rules as requests, and rechecks repeatedly whether they are still allowed. */
@Injectable()
export class ConnectionAuthenticator {
  constructor(
    private readonly keyVerifier: ApiKeyVerifier,
    private readonly limiter: RateLimiter,
    private readonly sessionVerifier: SessionVerifier,
    private readonly authorizer: SessionAuthorizer,
  ) {}

  /** Authenticates a connection. Throws the same errors as a request: 401, 403, and 429, as it counts as a request of its key or person. */
  async authenticate(credentials: Credentials): Promise<Principal> {
    const nowMs = performance.now();
    const counted = await this.count(credentials, nowMs);
    const principal = await this.resolvePrincipal(credentials, true);
    if (counted && !counted.isAllowed) throw exceededError(counted);
    return principal;
  }

  /** Does the same for an open connection, without counting it as a use of the key or session. */
  reauthenticate(credentials: Credentials): Promise<Principal> {
    return this.resolvePrincipal(credentials, false);
  }

  private async count(credentials: Credentials, nowMs: number): Promise<RateLimitStatus | null> {
    const { token, from } = credentials;
    if (token !== null && isToken(token)) return this.authorizer.count(token, from.ipAddress, nowMs);
    const owner = await this.keyVerifier.findOwner(this.presentedKey(credentials), nowMs);
    return owner && this.limiter.consume(owner, nowMs);
  }

  private presentedKey({ token, from }: Credentials): PresentedKey {
    return this.keyVerifier.present(token === null ? undefined : `Bearer ${token}`, from.ipAddress);
  }

  private async resolvePrincipal(credentials: Credentials, isUse: boolean): Promise<Principal> {
    const { token, organizationId, from } = credentials;
    const nowMs = performance.now();
    const named = organizationId ?? undefined;
    if (token !== null && isToken(token)) {
      const who = await (isUse
        ? this.sessionVerifier.authenticate(token, from.ipAddress, nowMs)
        : this.sessionVerifier.verify(token, from.ipAddress, nowMs));
      return this.authorizer.authorizeMember(named, { ...who, from }, null);
    }
    const sent = this.presentedKey(credentials);
    const key = await (isUse ? this.keyVerifier.authenticate(sent, nowMs) : this.keyVerifier.verify(sent, nowMs));
    assertKeyAllowed(key, named, from.ipAddress);
    return apiKeyPrincipal(key, from);
  }
}
