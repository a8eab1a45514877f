import { Injectable } from '@nestjs/common';

import { rateLimitError, RateLimiter } from '../rate-limits/index.js';
import { ApiKeyCheck, sentKey } from './api-key-check.js';
import { checkKeyUse, keyPrincipal, type Principal, type RequestOrigin } from './principal.js';

import { isToken } from './secret-token.js';
import { SessionAccess } from './session-access.js';
import { SessionCheck } from './session-check.js';

/** What whoever opens a connection that stays says of themselves. */
export interface Credentials {
  /** An API key or the token of a session. Null: neither was sent. */
  readonly token: string | null;
  /** Null: none is named, which does where there is only one. */
  readonly organizationId: string | null;
  readonly from: RequestOrigin;
}

/** What of credentials tells others apart, to whoever hears that one has changed. */
export const keyHashOf = ({ token }: Credentials): string | null =>
  token === null || isToken(token) ? null : sentKey(`Bearer ${token}`).hash;

/** Lets somebody open a connection that stays, by the rules of requests, and says again and again whether they still may. */
@Injectable()
export class LastingAccess {
  constructor(
    private readonly keys: ApiKeyCheck,
    private readonly limiter: RateLimiter,
    private readonly sessions: SessionCheck,
    private readonly people: SessionAccess,
  ) {}

  /** Throws what a request throws: 401, 403, and 429, as it counts as a request of its key. */
  async open(credentials: Credentials): Promise<Principal> {
    const hash = keyHashOf(credentials);
    const counted = hash === null ? null : await this.limiter.count(hash, performance.now());
    const principal = await this.find(credentials, true);
    if (counted && !counted.passes) throw rateLimitError(counted);
    return principal;
  }

  /** The same for a connection that is open: that is no use of the key or the session. */
  again(credentials: Credentials): Promise<Principal> {
    return this.find(credentials, false);
  }

  private async find({ token, organizationId, from }: Credentials, isUse: boolean): Promise<Principal> {
    const nowMs = performance.now();
    const named = organizationId ?? undefined;
    if (token !== null && isToken(token)) {
      const who = await (isUse ? this.sessions.session(token, nowMs) : this.sessions.usable(token, nowMs));
      return this.people.member(named, { ...who, from }, null);
    }
    const sent = sentKey(token === null ? undefined : `Bearer ${token}`);
    const key = await (isUse ? this.keys.check(sent, nowMs) : this.keys.usable(sent, nowMs));
    checkKeyUse(key, named, from.ipAddress);
    return keyPrincipal(key, from);
  }
}
