import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { limits } from '../limits.js';

const acceptable = new RegExp(`^[A-Za-z0-9_-]{1,${limits.requestIdCharacters}}$`);

/** The caller's `X-Request-Id` when it is acceptable, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID();
}
