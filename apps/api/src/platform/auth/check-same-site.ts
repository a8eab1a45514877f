import type { FastifyRequest } from 'fastify';

import { ApiError } from '../http/index.js';

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Throws 403 for a write that a page of another site made a browser send: browsers add the cookie by themselves, but also say whose
 * page it was. Every browser sends `Origin` with a write, so one without it did not come from this server's own pages.
 */
export function checkSameSite({ method, headers, host }: FastifyRequest): void {
  if (reading.has(method)) return;
  const { origin } = headers;
  if (origin !== undefined && URL.canParse(origin) && new URL(origin).host === host) return;
  throw new ApiError('CROSS_SITE_REQUEST', 'A session writes only with the header Origin of this server');
}
