import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { FastifyRequest } from 'fastify';
import { AppConfig } from '../config/index.js';
import { ApiError } from '../http/index.js';
import { Memberships } from './memberships.js';
import { meetsRequirement, type PermissionRequirement } from './permissions.js';
import { clientAddressOf, missingOrganization, originOf, type Person, type Principal } from './principal.js';

import { isFromAnotherSite, isOwnOrigin } from './session-cookie.js';
import { PersonRateLimiter, type RateLimitStatus } from '../rate-limits/index.js';
import { SessionVerifier } from './session-verifier.js';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws 403 for a request sent by a page of another site. Browsers add the cookie automatically, but also say which page sent the request.
 * Every browser sends `Origin` with a write, so a write without it did not come from this server's own pages.
 */
function assertSameSite({ method, headers, host }: FastifyRequest, publicOrigins: readonly string[]): void {
  const isOwn = safeMethods.has(method) || isOwnOrigin({ origin: headers.origin, host }, publicOrigins);
  if (isOwn && !isFromAnotherSite(headers)) return;
  throw new ApiError('CROSS_SITE_REQUEST', 'A session can only write if the header Origin is that of this server');
}

/** Authorizes requests that a person sends with their session cookie. */
@Injectable()
export class SessionAuthorizer {
  constructor(
    private readonly sessions: SessionVerifier,
    private readonly memberships: Memberships,
    private readonly config: AppConfig,
    private readonly limiter: PersonRateLimiter,
  ) {}

  /** Counts a request for the person whose session it carries. Returns `null` if the session does not exist or has ended. */
  async count(token: string, address: string, nowMs: number): Promise<RateLimitStatus | null> {
    const userId = await this.sessions.findUserId(token, address, nowMs);
    return userId === null ? null : this.limiter.consume(userId, nowMs);
  }

  /** Returns the signed-in person. Throws 401 if the session has ended, and 403 for a write from a page of another site. */
  async authenticatePerson(request: FastifyRequest, token: string): Promise<Person> {
    const address = clientAddressOf(request);
    const { id: sessionId, userId, ...who } = await this.sessions.authenticate(token, address, performance.now());
    assertSameSite(request, this.config.publicOrigins);
    const { email, firstName, lastName, name } = who;
    return { userId, sessionId, email, firstName, lastName, name, from: originOf(request) };
  }

  /** Returns the person as a principal of the organization that the request names. Throws 403 if they lack the permission there. */
  async authorize(request: FastifyRequest, person: Person, needed: PermissionRequirement | null): Promise<Principal> {
    return this.authorizeMember(request.headers['x-organization-id'], person, needed);
  }

  /** Does the same for an organization that is named elsewhere in the request. */
  async authorizeMember(
    named: unknown,
    { userId, email, name, from }: Pick<Person, 'userId' | 'email' | 'name' | 'from'>,
    needed: PermissionRequirement | null,
  ): Promise<Principal> {
    const organizationId = await this.resolveOrganization(named, userId);
    const membership = await this.sessions.findMembership(userId, organizationId, performance.now());
    if (!membership) throw new ApiError('FORBIDDEN', 'You have no access to the organization of X-Organization-ID');
    if (needed && !meetsRequirement(membership.scopes, needed)) {
      throw new ApiError('FORBIDDEN', `Your role lacks the permission ${needed.permission}`, {
        requiredPermission: needed.permission,
      });
    }
    return { organizationId, actor: { type: 'user', id: userId, name, email }, scopes: membership.scopes, from };
  }

  /** Returns the id of the named organization. It may be omitted if the person can act in only one. */
  private async resolveOrganization(named: unknown, userId: string): Promise<string> {
    const id = typeof named === 'string' ? named.trim().toLowerCase() : '';
    if (isUUID(id)) return id;
    if (id !== '') throw new ApiError('FORBIDDEN', 'You have no access to the organization of X-Organization-ID');
    const [only, ...others] = await this.memberships.listOrganizations(userId);
    if (only && others.length === 0) return only.organizationId;
    throw missingOrganization();
  }
}
