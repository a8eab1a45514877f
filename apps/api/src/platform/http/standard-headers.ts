import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { limits } from '../limits.js';

const acceptable = new RegExp(`^[A-Za-z0-9_-]{1,${limits.requestIdCharacters}}$`);

/** The caller's `X-Request-Id` when it is acceptable, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}

const protectiveHeaders = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' } as const;

/** Responses hold data of customers: nothing on the way keeps them, and no page shows or runs them. */
const responseHeaders = {
  ...protectiveHeaders,
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** The pages that try the API run their own scripts, and style themselves in line. */
const pageHeaders = {
  ...protectiveHeaders,
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
} as const;

/** The headers of every response, also of those that no route gives: its id, and what browsers may do with it. */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.headers(request.url.startsWith('/docs/try') ? pageHeaders : responseHeaders);
  void reply.header('x-request-id', request.id);
  if (request.protocol === 'https') void reply.header('strict-transport-security', 'max-age=31536000');
}
