import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { canonicalIp } from '@tamis/stdx';
import type { FastifyRequest } from 'fastify';

import type { RequestOrigin } from './principal.js';

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
export function addressOf(request: FastifyRequest): string {
  const own = request.socket.remoteAddress;
  if (own === undefined) return '';
  return canonicalIp(request.ip) === null ? own : request.ip;
}

/** Where the request comes from. */
export const originOf = (request: FastifyRequest): RequestOrigin => ({
  ipAddress: addressOf(request),
  userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
  requestId: request.id,
});

/** `RequestOrigin` of the request, for routes that need nobody's name. */
export const CurrentOrigin = createParamDecorator((_: unknown, context: ExecutionContext): RequestOrigin =>
  originOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
