import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

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
