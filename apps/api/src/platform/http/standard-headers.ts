import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits } from '../limits.js';

const acceptable = new RegExp(`^[A-Za-z0-9_-]{1,${limits.requestIdCharacters}}$`);

/** Returns the caller's `X-Request-Id` if it is acceptable, otherwise a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}

const protectiveHeaders = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const;

/** Responses contain customer data: no intermediary may cache them, and no page may display or execute them. */
const responseHeaders = {
  ...protectiveHeaders,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The API explorer pages run their own scripts and use inline styles. */
const pageHeaders = {
  ...protectiveHeaders,
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/**
 * Sets the headers of every response, including responses that do not come from a route: the request id, and what browsers may do with the
 * response.
 */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(request.url.startsWith('/docs/try') ? pageHeaders : responseHeaders);
  void reply.header('x-request-id', request.id);
  if (request.protocol === 'https') void reply.header('strict-transport-security', 'max-age=31536000');
}
