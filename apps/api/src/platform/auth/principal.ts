import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../http/index.js';
import { holds, permissionsNamed } from './permissions.js';

/** Throws 403 `PERMISSION_ESCALATION` when the caller would give permissions they do not hold, to a key or a role. */
export function checkGrant(principal: Principal, permissions: readonly string[]): void {
  const excess = permissionsNamed(permissions).filter((permission) => !holds(principal.scopes, permission));
  if (excess.length === 0) return;
  throw new ApiError('PERMISSION_ESCALATION', `Nobody grants more than they hold: ${excess.join(', ')}`, {
    permissions: excess,
  });
}

/** Who asks: an API key or a person. */
export interface Actor {
  readonly type: 'api_key' | 'user';
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
  readonly from: RequestOrigin;
}

/** Who asks, as far as the records tell of it: also when the request is over. */
export type Asking = Pick<Principal, 'organizationId' | 'actor' | 'from'>;

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
