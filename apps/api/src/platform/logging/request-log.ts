import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/** The log of a request: each of its lines names the request and, once the key is known, its organization. */
export function requestLog(request: FastifyRequest): FastifyBaseLogger {
  return request.log.child({ requestId: request.id, organizationId: organizationOf(request) });
}

/** Null until a key was checked, and on public routes. */
export const organizationOf = (request: FastifyRequest): string | null =>
  (request as { principal?: { organizationId: string } }).principal?.organizationId ?? null;
