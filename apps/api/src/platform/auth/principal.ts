import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/index.js';
import { hasPermission, resolvePermissions } from './permissions.js';
import { canonicalIp } from '@tamis/stdx';
import { isAddressAllowed, isBlockWithin } from './addresses.js';
import type { StoredApiKey } from './stored-api-key.js';

export const missingOrganization = (): ApiError =>
  new ApiError('MISSING_ORGANIZATION', 'Name the organization with the header X-Organization-ID');

/** Throws 403 where the key is of another organization than the caller names, or may not be used from where they are. */
export function assertKeyAllowed(key: StoredApiKey, named: unknown, address: string): void {
  const isOwn = typeof named === 'string' && named.trim().toLowerCase() === key.organizationId;
  if (named !== undefined && named !== '' && !isOwn)
    throw new ApiError('FORBIDDEN', 'The API key does not belong to the organization of X-Organization-ID');
  if (!isAddressAllowed(address, key.ipAllowlist))
    throw new ApiError('FORBIDDEN', 'The API key may not be used from this address');
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

/** Who signed in, in no organization. */
export interface Person {
  readonly userId: string;
  readonly sessionId: string;
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  /** First and last name, else the e-mail address. */
  readonly name: string;
  readonly from: RequestOrigin;
}

declare module 'fastify' {
  interface FastifyRequest {
    person?: Person;
  }
}

/** The `Person` of a request to a route with `@SessionRoute()`. */
export const CurrentPerson = createParamDecorator((_: unknown, context: ExecutionContext): Person => {
  const { person } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!person) throw new Error('the route is not for people');
  return person;
});

/** The address of the caller: as a trusted proxy says, where it says an address. Empty: they hung up before they were seen. */
export function clientAddressOf(request: FastifyRequest): string {
  const own = request.socket.remoteAddress;
  if (own === undefined) return '';
  return canonicalIp(request.ip) === null ? own : request.ip;
}

/** Where the request comes from. */
export const originOf = (request: FastifyRequest): RequestOrigin => ({
  ipAddress: clientAddressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  requestId: request.id,
});

/** `RequestOrigin` of the request, for routes that need nobody's name. */
export const CurrentOrigin = createParamDecorator((_: unknown, context: ExecutionContext): RequestOrigin =>
  originOf(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Throws 403 `PERMISSION_ESCALATION` when the caller would give permissions they do not hold, to a key or a role. */
export function assertNoEscalation(principal: Principal, permissions: readonly string[]): void {
  const excess = resolvePermissions(permissions).filter((permission) => !hasPermission(principal.scopes, permission));
  if (excess.length === 0) return;
  throw new ApiError('PERMISSION_ESCALATION', `Nobody grants more than they hold: ${excess.join(', ')}`, {
    permissions: excess,
  });
}

/** From where and until when a key may be used. */
export interface KeyBounds {
  /** Address blocks; empty: every address. */
  readonly ipAllowlist: readonly string[];
  /** Null: for ever. */
  readonly expiresAt: Date | null;
}

/** Throws 403 `PERMISSION_ESCALATION` when a key would reach further than the one that makes or changes it. People have no bounds. */
export function assertWithinBounds({ bounds }: Principal, { ipAllowlist, expiresAt }: KeyBounds): void {
  const excess: Record<string, string> = {};
  const own = bounds ?? { ipAllowlist: [], expiresAt: null };
  const isWithin = (block: string): boolean => own.ipAllowlist.some((each) => isBlockWithin(block, each));
  if (own.ipAllowlist.length > 0 && (ipAllowlist.length === 0 || !ipAllowlist.every(isWithin)))
    excess['ipAllowlist'] = `must lie within ${own.ipAllowlist.join(', ')}, the addresses of the key that asks`;
  if (own.expiresAt !== null && (expiresAt === null || expiresAt > own.expiresAt))
    excess['expiresAt'] = `must not be after ${own.expiresAt.toISOString()}, the end of the key that asks`;
  if (Object.keys(excess).length > 0)
    throw new ApiError('PERMISSION_ESCALATION', 'No key makes or changes one that reaches further than itself', excess);
}

/** The error of whoever would change, from a sandbox, what it shares with production. */
export const sharedRecordError = (what: string, productionId: string): ApiError =>
  new ApiError(
    'FORBIDDEN',
    `${what} of a sandbox are shared with production: only organization ${productionId} changes them`,
  );

/** Who asks: an API key, a person, or an automation with the permissions of one of them. */
export interface Actor {
  readonly type: 'api_key' | 'user' | 'automation';
  readonly id: string;
  readonly name: string;
  /** Of a person. */
  readonly email: string | null;
}

/** Who asks, in which organization, and what they may do there. */
export interface Principal {
  readonly organizationId: string;
  readonly actor: Actor;
  readonly scopes: ReadonlySet<string>;
  /** Of a key. */
  readonly bounds?: KeyBounds;
  readonly from: RequestOrigin;
}

/** Who asks, as far as the records tell of it: also when the request is over. */
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

/** The `Principal` of the request. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('the route has no API key: it is public');
  return principal;
});
