import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/index.js';
import { hasPermission, resolvePermissions } from './permissions.js';
import { canonicalIp } from '@tamis/stdx';
import { isAddressAllowed, isBlockWithin } from './addresses.js';
import type { StoredApiKey } from './stored-api-key.js';

export const missingOrganization = (): ApiError =>
  new ApiError('MISSING_ORGANIZATION', 'Name the organization with the header X-Organization-ID');

/** Throws 403 if the key belongs to another organization than the request names, or may not be used from the caller's address. */
export function assertKeyAllowed(key: StoredApiKey, named: unknown, address: string): void {
  const isOwn = typeof named === 'string' && named.trim().toLowerCase() === key.organizationId;
  if (named !== undefined && named !== '' && !isOwn)
    throw new ApiError('FORBIDDEN', 'The API key does not belong to the organization of X-Organization-ID');
  if (!isAddressAllowed(address, key.ipAllowlist))
    throw new ApiError('FORBIDDEN', 'The API key cannot be used from this address');
}

export const apiKeyPrincipal = (
  { id, name, organizationId, scopes, ipAllowlist, expiresAt }: StoredApiKey,
  from: RequestOrigin,
): Principal => ({
  organizationId,
  actor: { type: 'api_key', id, name, email: null },
  scopes,
  bounds: { ipAllowlist, expiresAt },
  from,
});

/** A signed-in person, outside of any organization. */
export interface Person {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** First and last name, or the email address if there is none. */
  readonly name: string;
  readonly from: RequestOrigin;
}

declare module 'fastify' {
  interface FastifyRequest {
    person?: Person;
  }
}

/** Injects the `Person` of a request to a route with `@SessionRoute()`. */
export const CurrentPerson = createParamDecorator((_: unknown, context: ExecutionContext): Person => {
  const { person } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!person) throw new Error('the route is not available to users');
  return person;
});

/**
 * Returns the address of the caller, taken from a trusted proxy if it supplies one. It is empty if the connection was closed before the
 * address could be read.
 */
export function clientAddressOf(request: FastifyRequest): string {
  const own = request.socket.remoteAddress;
  if (own === undefined) return '';
  return canonicalIp(request.ip) === null ? own : request.ip;
}

/** Returns where the request comes from. */
export const originOf = (request: FastifyRequest): RequestOrigin => ({
  ipAddress: clientAddressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  requestId: request.id,
});

/** Injects the `RequestOrigin` of the request, for routes that do not need to know the caller. */
export const CurrentOrigin = createParamDecorator((_: unknown, context: ExecutionContext): RequestOrigin =>
  originOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Throws 403 `PERMISSION_ESCALATION` if the caller would grant a key or a role permissions that they do not hold. */
export function assertNoEscalation(principal: Principal, permissions: readonly string[]): void {
  const excess = resolvePermissions(permissions).filter((permission) => !hasPermission(principal.scopes, permission));
  if (excess.length === 0) return;
  throw new ApiError('PERMISSION_ESCALATION', `You cannot grant more permissions than you have: ${excess.join(', ')}`, {
    permissions: excess,
  });
}

/** Addresses from which a key may be used, and when it expires. */
export interface KeyBounds {
  /** Address blocks; any address is allowed if empty. */
  readonly ipAllowlist: readonly string[];
  /** `null` if the key does not expire. */
  readonly expiresAt: Date | null;
}

/** Throws 403 `PERMISSION_ESCALATION` if a key would have wider bounds than the key that creates or changes it. People have no bounds. */
export function assertWithinBounds({ bounds }: Principal, { ipAllowlist, expiresAt }: KeyBounds): void {
  const excess: Record<string, string> = {};
  const own = bounds ?? { ipAllowlist: [], expiresAt: null };
  const isWithin = (block: string): boolean => own.ipAllowlist.some((each) => isBlockWithin(block, each));
  if (own.ipAllowlist.length > 0 && (ipAllowlist.length === 0 || !ipAllowlist.every(isWithin)))
    excess['ipAllowlist'] =
      `must be within ${own.ipAllowlist.join(', ')}, the allowlist of the key that makes the request`;
  if (own.expiresAt !== null && (expiresAt === null || expiresAt > own.expiresAt))
    excess['expiresAt'] =
      `must not be after ${own.expiresAt.toISOString()}, the expiry of the key that makes the request`;
  if (Object.keys(excess).length > 0)
    throw new ApiError(
      'PERMISSION_ESCALATION',
      'A key cannot create or change a key with more access than it has itself',
      excess,
    );
}

/** Error for an attempt to change, from a sandbox, something it shares with production. */
export const sharedRecordError = (what: string, productionId: string): ApiError =>
  new ApiError(
    'FORBIDDEN',
    `${what} of a sandbox are shared with production: they can only be changed in organization ${productionId}`,
  );

/** The caller: an API key, a person, or an automation with the permissions of one of them. */
export interface Actor {
  readonly type: 'api_key' | 'user' | 'automation';
  readonly id: string;
  readonly name: string;
  /** Only set for a person. */
  readonly email: string | null;
}

/** The caller, their organization, and what they may do in it. */
export interface Principal {
  readonly organizationId: string;
  readonly actor: Actor;
  readonly scopes: ReadonlySet<string>;
  /** Only set for a key. */
  readonly bounds?: KeyBounds;
  readonly from: RequestOrigin;
}

/** The caller as far as records refer to it. It remains usable after the request has ended. */
export type Requester = Pick<Principal, 'organizationId' | 'actor' | 'from'>;

/** Where a request came from. */
export interface RequestOrigin {
  readonly ipAddress: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal?: Principal;
  }
}

/** Injects the `Principal` of the request. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('the route is public and has no API key');
  return principal;
});
